/** A number with its unit, a word, or a separator. */
export type Token =
  | { kind: "number"; value: number; unit: string }
  | { kind: "word"; value: string }
  | { kind: "," | "/" };

/** `name(a b c / d)` or `name(a, b, c, d)`, taken apart. */
export interface CssFunction {
  name: string;
  arguments: Token[];
  /** What stands after the slash, or as the fourth of four arguments with commas. */
  alpha: Token | undefined;
  commas: boolean;
}

/** Takes a function apart, after CSS Syntax 3; undefined where the text is none. */
export function cssFunction(text: string): CssFunction | undefined {
  const open = text.indexOf("(");
  if (open < 1 || !text.endsWith(")")) return undefined;
  const tokens = tokensOf(text.slice(open + 1, -1));
  const name = text.slice(0, open);
  if (!tokens || !/^[a-z]+$/.test(name)) return undefined;
  const commas = tokens.some(({ kind }) => kind === ",");
  return commas ? withCommas(name, tokens) : withSlash(name, tokens);
}

function withCommas(name: string, tokens: Token[]): CssFunction | undefined {
  const values = tokens.filter((_, index) => index % 2 === 0);
  const between = tokens.filter((_, index) => index % 2 === 1);
  if (values.some(isSeparator) || !between.every(({ kind }) => kind === ",")) return undefined;
  if (values.length === between.length) return undefined;
  const [first, second, third, alpha, ...more] = values;
  if (!first || !second || !third || more.length > 0) return undefined;
  return { name, arguments: [first, second, third], alpha, commas: true };
}

function withSlash(name: string, tokens: Token[]): CssFunction | undefined {
  const slash = tokens.findIndex(({ kind }) => kind === "/");
  const values = slash < 0 ? tokens : tokens.slice(0, slash);
  const [alpha, ...more] = slash < 0 ? [] : tokens.slice(slash + 1);
  if (values.some(isSeparator) || (slash >= 0 && !alpha) || more.length > 0) return undefined;
  if (alpha && isSeparator(alpha)) return undefined;
  return { name, arguments: values, alpha, commas: false };
}

function isSeparator({ kind }: Token): boolean {
  return kind === "," || kind === "/";
}

/** Each of its choices begins with another character, so it reads any text in one pass. */
const token =
  /[ \t\n\r\f]+|([,/])|([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?|([a-z][a-z0-9-]*)/y;

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return undefined;
    const [, separator, number, unit = "", word] = match;
    if (separator) tokens.push({ kind: separator as "," | "/" });
    else if (number) tokens.push({ kind: "number", value: Number(number), unit });
    else if (word) tokens.push({ kind: "word", value: word });
  }
  return tokens;
}
