/** The values that a rule reads: numbers, and texts such as the word before one. Undefined values are absent. */
export type RuleValues = Readonly<Record<string, string | number | undefined>>;

/** A place in a template for a value: unchanged, in a style, or as the form of a noun after it. */
export interface Placeholder {
  name: string;
  style: string;
  forms: string | undefined;
  isCapital: boolean;
}

/** A template: texts, placeholders, and groups that are left out if one of their values is absent. */
export type Template = readonly (string | Placeholder | Template)[];

/** A template that is used if its conditions hold. */
export interface Rule {
  template: Template;
  isMet(values: RuleValues): boolean;
}

type WordTest = (word: string) => boolean;
/** Returns the words of a list by its name. */
type FindList = (name: string) => readonly string[];

/** Parses the cells of a rule: a template, and its conditions. Throws if one of them has another form. */
export function parseRule([text = "", ...conditions]: readonly string[], findList: FindList): Rule {
  const tests = conditions.map((condition) => parseCondition(condition, findList));
  return {
    template: parseTemplate(text),
    isMet: (values) => tests.every((test) => test(values)),
  };
}

/** Parses a template such as `{day} {month}( {year:year})` or `{second:f} {second|Sekunde|Sekunden}`. */
function parseTemplate(text: string): Template {
  const parts: (string | Placeholder | Template)[] = [];
  for (let at = 0; at < text.length; at++) {
    const [open] = text[at] ?? "";
    const close = open === "{" ? "}" : open === "(" ? ")" : undefined;
    if (close === undefined) {
      parts.push(text.charAt(at));
      continue;
    }
    const end = text.indexOf(close, at);
    if (end < 0) throw new Error(`"${text}" has no "${close}"`);
    const inner = text.slice(at + 1, end);
    parts.push(open === "{" ? parsePlaceholder(inner) : parseTemplate(inner));
    at = end;
  }
  return parts;
}

function parsePlaceholder(text: string): Placeholder {
  const [head = "", ...forms] = text.split("|");
  const [name = "", style = ""] = head.replace("^", "").split(":");
  const isCapital = head.startsWith("^");
  return { name, style, forms: forms.length > 0 ? forms.join("|") : undefined, isCapital };
}

/** Parses `before am im -en`, or its opposite, `not before am im -en`. */
function parseCondition(text: string, findList: FindList): (values: RuleValues) => boolean {
  const isNegated = text.startsWith("not ");
  const [name = "", ...words] = text.slice(isNegated ? 4 : 0).split(" ");
  if (words.length === 0) throw new Error(`"${text}" has no values`);
  const matches = compileWords(
    words.flatMap((word) => (word.startsWith("@") ? findList(word.slice(1)) : [word])),
  );
  return (values) => matches(String(values[name] ?? "")) !== isNegated;
}

/** Compiles words: whole ones, endings such as `-en`, beginnings such as `Haupt-`, numbers and classes. */
function compileWords(words: readonly string[]): WordTest {
  const whole = new Set<string>();
  const others = words.flatMap((word) => {
    const test = compilePattern(word);
    if (!test) whole.add(word);
    return test ?? [];
  });
  return (word) =>
    whole.has(word) || whole.has(word.toLowerCase()) || others.some((test) => test(word));
}

const classes: ReadonlyMap<string, RegExp> = new Map([
  ["<none>", /^$/],
  ["<letter>", /^\p{L}/u],
  ["<lower>", /^\p{Ll}/u],
  ["<lower2>", /^\p{Ll}{2}/u],
  ["<lower3>", /^\p{Ll}{3}/u],
  ["<lower4>", /^\p{Ll}{4}/u],
  ["<capital>", /^\p{Lu}/u],
  ["<name>", /^\p{Lu}\p{Ll}+$/u],
  ["<acronym>", /^\p{Lu}{2,}$/u],
]);

/** Compiles what isn't a whole word. A pattern in lower case also matches capitals. */
function compilePattern(pattern: string): WordTest | undefined {
  const known = classes.get(pattern);
  if (known) return (word) => known.test(word);
  const [, first, last] = /^(\d+)-(\d*)$/.exec(pattern) ?? [];
  if (first !== undefined)
    return (word) => word !== "" && +word >= +first && +word <= Number(last || Infinity);
  // The last digit; after `~`, it isn't that of 11 to 19.
  if (/^[*~]\d$/.test(pattern))
    return (word) =>
      word.endsWith(pattern.charAt(1)) && !(pattern.startsWith("~") && word.at(-2) === "1");
  const fold = (word: string) => (pattern === pattern.toLowerCase() ? word.toLowerCase() : word);
  if (pattern.startsWith("-")) return (word) => fold(word).endsWith(pattern.slice(1));
  if (pattern.endsWith("-")) return (word) => fold(word).startsWith(pattern.slice(0, -1));
  return undefined;
}
