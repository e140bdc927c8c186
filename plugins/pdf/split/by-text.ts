import { RE2JS, RE2JSException } from "re2js";
import type { Source } from "../input/open.ts";
import pdf from "../plugin.ts";
import { readPages } from "../text/read-pages.ts";

/** How much text is read in search of a pattern. */
const textMax = 20_000_000;

interface Search {
  numbers: readonly number[];
  pattern: string;
}

/** The pages whose text a pattern matches, in time that grows with the text alone. */
export async function matchingPages(source: Source, { numbers, pattern }: Search) {
  const expression = compilePattern(pattern);
  const pages = await readPages(source, {
    numbers,
    format: "text",
    dehyphenate: false,
    maxChars: textMax,
  });
  const found = new Set(
    pages.flatMap(({ page, text }) => (expression.matcher(text).find() ? page : [])),
  );
  if (found.size === 0)
    throw pdf.error("pattern_not_found", `No page has a text that matches "${pattern}"`, {
      at: "body.pattern",
    });
  return found;
}

function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw pdf.error(
      "invalid_pattern",
      `body.pattern must be a regular expression as RE2 knows them: ${cause.message}`,
      { at: "body.pattern", cause },
    );
  }
}
