import { RE2JS } from "re2js";
import { type ParsedPattern, parsePattern } from "../regex/parse-pattern.ts";
import { toRe2 } from "../regex/to-re2.ts";

/**
 * A regular expression of ECMAScript that takes time in proportion to the text, whatever it is.
 * Throws where it is none, or needs what no such engine has, such as a look-ahead.
 */
export function linearPattern(source: string) {
  const { parsed, flags } = read(source);
  const { source: translated, obstacles } = toRe2(parsed, { flags, lookbehinds: false });
  const [obstacle] = obstacles;
  if (obstacle)
    throw new Error(`Cannot run the pattern ${JSON.stringify(source)}: ${obstacle.message}`);
  const compiled = RE2JS.compile(translated);
  return {
    /** Whether it matches anywhere in the text. */
    test: (text: string): boolean => compiled.matcher(text).find(),
    /** Whether it matches the text as a whole. */
    matches: (text: string): boolean => compiled.matches(text),
    toString: () => source,
  };
}

/** With the flag u, as JSON Schema has it; without where only that reads the pattern: `\_`. */
function read(source: string, flags: "u" | "" = "u"): { parsed: ParsedPattern; flags: string } {
  try {
    return { parsed: parsePattern(source, flags), flags };
  } catch (cause) {
    if (flags === "u") return read(source, "");
    const why = (cause as Error).message;
    throw new Error(`Cannot read the pattern ${JSON.stringify(source)}: ${why}`, { cause });
  }
}
