import { type FormatOptionsWithLanguage, format } from "sql-formatter";
import { Fault, findOffset, readOrRefuse } from "../json/fault.ts";
import { checkLength } from "../json/output.ts";
import dev from "../plugin.ts";
import type { keywordCases, sqlDialects } from "./request.ts";

interface FormatOptions {
  dialect: (typeof sqlDialects)[number];
  keyword_case: (typeof keywordCases)[number];
  indent: number | "tab";
  width: number;
}

/** Placeholders of drivers, which the standard doesn't know. Dialects have their own. */
const paramTypes = { named: [":", "@"], numbered: ["$"], positional: true } satisfies NonNullable<
  FormatOptionsWithLanguage["paramTypes"]
>;

/** Formats SQL statements. Only white space and, if requested, the case of keywords change. */
export function formatSql(text: string, { dialect, keyword_case, indent, width }: FormatOptions) {
  checkDepth(text);
  const formatted = readOrRefuse(text, "body.sql", () =>
    run(text, {
      language: dialect,
      keywordCase: keyword_case,
      useTabs: indent === "tab",
      tabWidth: indent === "tab" ? 2 : indent,
      expressionWidth: width,
      ...(dialect === "sql" && { paramTypes }),
    }),
  );
  checkLength(formatted.length);
  if (removeSpace(formatted) !== removeSpace(text))
    throw dev.error(
      "syntax_error",
      `body.sql cannot be formatted as "${dialect}" without a change of its content`,
      { at: "body.sql" },
    );
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

function run(text: string, options: FormatOptionsWithLanguage): string {
  try {
    return format(text, options);
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n", 1);
    const position = / at line (\d+) column (\d+)/.exec(line);
    if (!position) throw error;
    const message = line
      .slice(0, position.index)
      .replace("Parse error at token: «EOF»", "Unexpected end: a bracket is still open")
      .replace(/^Parse error(?: at token)?: /, "")
      .replace(/^(?!Unexpected)/, "Unexpected ");
    throw new Fault(
      message,
      findOffset(text, { line: Number(position[1]), column: Number(position[2]) }),
    );
  }
}

function removeSpace(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}
