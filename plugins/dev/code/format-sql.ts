import { type FormatOptionsWithLanguage, format } from "sql-formatter";
import { Fault, findOffset, guardPackage, readOrRefuse } from "../json/fault.ts";
import { checkLength } from "../json/output.ts";
import dev from "../plugin.ts";
import { type keywordCases, sqlDialects } from "./request.ts";
import { mysqlFamily, readSqlTokens, type SqlToken, templatePattern } from "./sql-tokens.ts";

interface FormatOptions {
  dialect: (typeof sqlDialects)[number];
  keyword_case: (typeof keywordCases)[number];
  indent: number | "tab";
  width: number;
}

/** Formats SQL statements. Only white space and, if requested, the case of keywords change. */
export function formatSql(text: string, options: FormatOptions) {
  checkDepth(text);
  checkCommands(text, options);
  const formatted = readOrRefuse(text, "body.sql", () => formatOrSuggest(text, options));
  checkLength(formatted.length);
  return {
    formatted,
    bytes_in: Buffer.byteLength(text),
    bytes_out: Buffer.byteLength(formatted),
  };
}

/** The parser takes cubic time in the depth: half a second for this one. */
const depthMax = 80;

/** A string, a name in quotes, a comment, or a word or character that changes the depth. */
const NESTING = /'[^']*'?|"[^"]*"?|`[^`]*`?|--[^\n]*|\/\*(?:(?!\*\/).)*|[()]|\b(case|end)\b/gis;

function checkDepth(text: string): void {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(NESTING)) {
    const word = token.toLowerCase();
    if (word === "(" || word === "case") depth++;
    else if (word === ")" || word === "end") depth = Math.max(0, depth - 1);
    if (depth > depthMax)
      throw dev.error(
        "too_deep",
        `body.sql must not nest deeper than ${depthMax}: it does at position ${index}`,
        { at: "body.sql" },
      );
  }
}

/** Refuses the command of MySQL's client that must stand on a line of its own, and that no server reads. */
function checkCommands(text: string, { dialect }: FormatOptions): void {
  if (!mysqlFamily.includes(dialect) || !/^\s*delimiter\s/im.test(text)) return;
  throw dev.error(
    "syntax_error",
    "body.sql must not have DELIMITER, a command of the client: format the statements between the delimiters",
    { at: "body.sql" },
  );
}

/** The maximum length of a text that is tried in all dialects after an error. */
const triedLengthMax = 5000;

/** Formats a text. An error names the dialects that can read it. */
function formatOrSuggest(text: string, options: FormatOptions): string {
  try {
    return formatTokens(text, options);
  } catch (error) {
    if (!(error instanceof Fault) || text.length > triedLengthMax) throw error;
    const others = sqlDialects.filter((dialect) => canFormat(text, { ...options, dialect }));
    if (others.length === 0) throw error;
    const names = others.map((name) => `"${name}"`).join(", ");
    throw new Fault(`${error.message}. body.dialect can be ${names} for this text`, error.offset);
  }
}

function canFormat(text: string, options: FormatOptions): boolean {
  try {
    formatTokens(text, options);
    return true;
  } catch {
    return false;
  }
}

/** Placeholders of drivers, which the standard doesn't know. Dialects have their own. */
const placeholders = { named: [":", "@"], numbered: ["$"], positional: true } satisfies NonNullable<
  FormatOptionsWithLanguage["paramTypes"]
>;

/** Tokens that the formatter would split. It keeps parameters as they are. */
const keptTokens = [
  templatePattern,
  // Placeholders of Python's drivers.
  String.raw`%\(\w+\)s|%s\b`,
  // National strings, and strings that a line break joins.
  "[Nn]'(?:[^']|'')*'",
  String.raw`'(?:[^'\\]|'')*'(?:[^\S\n]*\n\s*'(?:[^'\\]|'')*')+`,
].map((regex) => ({ regex }));

/** The maximum number of tokens that the formatter doesn't know. */
const unknownMax = 8;

/** Formats a text. The formatter keeps tokens that it doesn't know, or would split. */
function formatTokens(text: string, options: FormatOptions): string {
  const kept = [...keptTokens];
  for (;;) {
    try {
      return formatWith(text, options, kept);
    } catch (error) {
      if (!(error instanceof TokenFault) || kept.length - keptTokens.length === unknownMax)
        throw error;
      const part = findKeptPart(text, error);
      const regex = RegExp.escape(part);
      if (part === "" || kept.some((one) => one.regex === regex)) throw error;
      kept.push({ regex });
    }
  }
}

/** A token that the formatter doesn't know, or would change. */
class TokenFault extends Fault {
  readonly token: string;

  constructor(message: (token: string) => string, { text, offset }: SqlToken) {
    super(message(JSON.stringify(text.slice(0, 40).toWellFormed())), offset);
    this.token = text;
  }
}

/** Returns the text that the formatter must keep: a token, or all between brackets. Empty if there is no end. */
function findKeptPart(text: string, { token, offset }: TokenFault): string {
  const close = token === "[" ? "]" : token === "{" ? "}" : undefined;
  if (close) return text.slice(offset, text.indexOf(close, offset) + 1);
  return /^(?:[^()[\]{}'"`;\\]+|[\w&]*(['"`]).*\1)$/s.test(token) ? token : "";
}

function formatWith(
  text: string,
  { dialect, keyword_case, indent, width }: FormatOptions,
  kept: typeof keptTokens,
): string {
  const formatted = run(text, {
    language: dialect,
    keywordCase: keyword_case,
    useTabs: indent === "tab",
    tabWidth: indent === "tab" ? 2 : indent,
    expressionWidth: width,
    paramTypes: {
      ...(dialect === "sql" && placeholders),
      ...(dialect === "snowflake" && { numbered: [":"] }),
      custom: kept,
    },
  });
  const before = readSqlTokens(text, dialect);
  const after = readSqlTokens(formatted, dialect);
  const changed = before.findIndex((token, index) => !isSame(token, after[index]));
  const fault = before[changed] ?? (after.length > before.length ? before.at(-1) : undefined);
  if (fault)
    throw new TokenFault((token) => `Formatting as "${dialect}" would change ${token}`, fault);
  return keyword_case === "preserve" ? restoreCase(formatted, after, before) : formatted;
}

/** Restores the case of names, which some dialects' types lose. */
function restoreCase(
  formatted: string,
  tokens: readonly SqlToken[],
  originals: readonly SqlToken[],
): string {
  let restored = "";
  let end = 0;
  for (const [index, { text, offset }] of tokens.entries()) {
    const original = originals[index]?.text ?? text;
    restored += formatted.slice(end, offset) + (original.length === text.length ? original : text);
    end = offset + text.length;
  }
  return restored + formatted.slice(end);
}

/** Returns whether a token is unchanged but for the case of words and the white space of comments. */
function isSame(before: SqlToken, after: SqlToken | undefined): boolean {
  return (
    after !== undefined &&
    before.joinsString === after.joinsString &&
    normalize(before.text) === normalize(after.text)
  );
}

function normalize(token: string): string {
  if (/^(?:--|#|\/[*/])/.test(token)) return token.replace(/\s+/g, "");
  return /['"`]/.test(token) ? token : token.toLowerCase();
}

function run(
  text: string,
  options: FormatOptionsWithLanguage & { language: FormatOptions["dialect"] },
): string {
  return guardPackage("body.sql", () => {
    try {
      return format(text, options);
    } catch (error) {
      const position = / at line (\d+) column (\d+)/.exec((error as Error).message);
      if (!position) throw error;
      const [, line, column] = position.map(Number) as [number, number, number];
      const offset = findOffset(text, { line, column });
      const token = readSqlTokens(text, options.language).find(
        (token) => token.offset + token.text.length > offset,
      );
      if (token) throw new TokenFault((token) => `Unexpected ${token}`, token);
      throw new Fault("Unexpected end: a bracket is still open", text.length);
    }
  });
}
