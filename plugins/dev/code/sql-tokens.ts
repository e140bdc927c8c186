import type { sqlDialects } from "./request.ts";

type SqlDialect = (typeof sqlDialects)[number];

/** A token of SQL: a word, number, string, quoted name, comment, template or operator. */
export interface SqlToken {
  text: string;
  /** Offset in UTF-16 units, starting at 0. */
  offset: number;
  /** Whether it is a string that follows another one over a line break, which joins them in the standard. */
  joinsString: boolean;
}

/** Splits SQL into its tokens, without white space. An open string or comment ends with the text. */
export function readSqlTokens(text: string, dialect: SqlDialect): SqlToken[] {
  const rules = getLexicalRules(dialect);
  const tokens: SqlToken[] = [];
  let isAfterString = false;
  let hasBreak = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? "";
    if (/\s/.test(char)) {
      hasBreak ||= char === "\n" || char === "\r";
      at++;
      continue;
    }
    const end = Math.min(findTokenEnd(text, at, rules), text.length);
    const token = text.slice(at, end);
    const isString = token.endsWith("'");
    tokens.push({ text: token, offset: at, joinsString: isString && isAfterString && hasBreak });
    isAfterString = isString;
    hasBreak = false;
    at = end;
  }
  return tokens;
}

/** The rules of a dialect that decide where a token ends. */
interface LexicalRules {
  hasBackslashes: boolean;
  hasHashComments: boolean;
  hasSlashComments: boolean;
  hasNestedComments: boolean;
  hasBrackets: boolean;
  hasDollarQuotes: boolean;
  hasTripleQuotes: boolean;
  /** Whether names can contain `#`, which is an operator elsewhere. */
  hasHashNames: boolean;
  /** Whether a comment needs white space after `--`. */
  needsSpaceAfterDashes: boolean;
}

/** MySQL and the databases that speak its dialect. */
export const mysqlFamily: readonly SqlDialect[] = ["mysql", "mariadb", "tidb", "singlestoredb"];
const backslashed: readonly SqlDialect[] = [
  ...mysqlFamily,
  ...(["bigquery", "clickhouse", "hive", "n1ql", "snowflake", "spark"] as const),
];

function getLexicalRules(dialect: SqlDialect): LexicalRules {
  const isOneOf = (...names: SqlDialect[]) => names.includes(dialect);
  return {
    hasBackslashes: backslashed.includes(dialect),
    hasHashComments: mysqlFamily.includes(dialect) || isOneOf("bigquery"),
    hasSlashComments: isOneOf("snowflake"),
    hasNestedComments: isOneOf("postgresql", "duckdb", "redshift", "transactsql", "clickhouse"),
    hasBrackets: isOneOf("transactsql", "sqlite"),
    hasDollarQuotes: isOneOf("postgresql", "duckdb", "redshift", "snowflake", "sql"),
    hasTripleQuotes: isOneOf("bigquery"),
    hasHashNames: isOneOf("db2", "db2i", "plsql", "transactsql"),
    needsSpaceAfterDashes: mysqlFamily.includes(dialect),
  };
}

/** Matches the templates of dbt, Jinja and shells, which the database never sees. Bounded, because there may be no end. */
export const templatePattern = String.raw`\{([{%#])[^]{0,2000}?[}%#]\}|\$\{[^}]{0,2000}\}`;
const TEMPLATE = new RegExp(templatePattern, "y");
/** A string's prefix: national, bytes, escapes, hexadecimal, Unicode or raw. */
const PREFIX = /(?:u&|[bexn]|rb?|br)(?=['"])/iy;
const ORACLE_QUOTE = /n?q'(?=\S)/iy;
const DOLLAR_QUOTE = /\$(?:[\p{L}_][\p{L}\d_]*)?\$/uy;
/** A word, with the sign of a variable, a parameter or a temporary table before it. */
const WORD = /(?:@@?|:(?!=)|\$|\?)?[\p{L}_][\p{L}\p{M}\d_$@]*|[$?:]\d+|%\(\w+\)s/uy;
const HASH_NAME = /##?[\p{L}_][\p{L}\p{M}\d_$#@]*|[\p{L}_][\p{L}\p{M}\d_$#@]*/uy;
const NUMBER = /(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\w*/iy;
/** The operators of several characters, longest first. */
const OPERATORS = (
  "!~~* <->> <<->> ||/ !~~ !~* ~~* <=> ->> #>> @-@ ?-| -|- &<| |&> <<| |>> <-> <#> << >> <= >= <> != == || && :: := " +
  "=> -> |/ #> #- @> <@ @@ @? ?| ?& ?# ~* !~ ~~ ~= ^@ ** // ## += -= *= /= %="
).split(" ");

/** A character that can be repeated in operators of users and in directives. */
const REPEATED = /([$!?#%^~&|])\1+/y;

function findTokenEnd(text: string, at: number, rules: LexicalRules): number {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const template = match(TEMPLATE);
  if (template) return at + template.length;
  const comment = findCommentEnd(text, at, rules);
  if (comment !== undefined) return comment;
  const oracle = match(ORACLE_QUOTE);
  if (oracle) return findOracleEnd(text, at + oracle.length);
  const dollars = rules.hasDollarQuotes ? match(DOLLAR_QUOTE) : undefined;
  if (dollars) return findAfter(text, dollars, at + dollars.length);
  const prefix = match(PREFIX) ?? "";
  const quote = text[at + prefix.length] ?? "";
  if (quote === "'" || quote === '"' || quote === "`") {
    const hasBackslashes = rules.hasBackslashes || /^e$/i.test(prefix);
    return findQuoteEnd(text, at + prefix.length, { ...rules, hasBackslashes });
  }
  if (quote === "[" && rules.hasBrackets) return findAfter(text, "]", at + 1);
  const operator = OPERATORS.find((one) => text.startsWith(one, at));
  const name = (rules.hasHashNames && match(HASH_NAME)) || match(WORD);
  const token = name || match(NUMBER) || operator || match(REPEATED);
  return at + (token?.length ?? String.fromCodePoint(text.codePointAt(at) ?? 0).length);
}

/** Returns the end of a comment that starts here, if one does. */
function findCommentEnd(text: string, at: number, rules: LexicalRules): number | undefined {
  if (text.startsWith("/*", at)) {
    let depth = 0;
    for (let end = at; end < text.length; end += 2) {
      if (text.startsWith("/*", end) && (depth === 0 || rules.hasNestedComments)) depth++;
      else if (text.startsWith("*/", end)) depth--;
      else end--;
      if (depth === 0) return end + 2;
    }
    return text.length;
  }
  const isLine =
    (text.startsWith("--", at) &&
      (!rules.needsSpaceAfterDashes || /^\s?$/.test(text[at + 2] ?? ""))) ||
    (rules.hasHashComments && text[at] === "#") ||
    (rules.hasSlashComments && text.startsWith("//", at));
  if (!isLine) return undefined;
  let end = at;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

/** Returns the end of a string or a quoted name. Its quote is doubled, or escaped in some dialects. */
function findQuoteEnd(
  text: string,
  at: number,
  { hasBackslashes, hasTripleQuotes }: LexicalRules,
): number {
  const quote = text[at] ?? "";
  if (hasTripleQuotes && text.startsWith(quote.repeat(3), at))
    return findAfter(text, quote.repeat(3), at + 3);
  for (let end = at + 1; end < text.length; end++) {
    if (hasBackslashes && text[end] === "\\" && quote !== "`") end++;
    else if (text[end] !== quote) continue;
    else if (text[end + 1] === quote) end++;
    else return end + 1;
  }
  return text.length;
}

/** Returns the end of a string such as `q'[it's]'`, from its first delimiter. */
function findOracleEnd(text: string, at: number): number {
  const open = text[at] ?? "";
  const pairs: Record<string, string> = { "[": "]", "(": ")", "{": "}", "<": ">" };
  const close = Object.hasOwn(pairs, open) ? pairs[open] : open;
  return findAfter(text, `${close}'`, at + 1);
}

function findAfter(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? text.length : at + end.length;
}
