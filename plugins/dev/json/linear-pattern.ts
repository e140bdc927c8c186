import { RE2JS } from "re2js";
import { type ParsedPattern, parsePattern } from "../regex/parse-pattern.ts";
import { toRe2 } from "../regex/to-re2.ts";

/**
 * Compiles an ECMAScript regular expression that runs in time linear in the length of the text. Throws if the pattern
 * is invalid or needs a feature no such engine supports, such as look-ahead.
 */
export function linearPattern(source: string) {
  const { parsed, flags } = parseWithFallback(source);
  const { source: translated, obstacles } = toRe2(parsed, { flags, lookbehinds: false });
  const [obstacle] = obstacles;
  if (obstacle)
    throw new Error(`Cannot run the pattern ${JSON.stringify(source)}: ${obstacle.message}`);
  const compiled = RE2JS.compile(translated);
  return {
    /** Returns whether the pattern matches anywhere in the text. */
    test: (text: string): boolean => compiled.matcher(text).find(),
    /** Returns whether the pattern matches the entire text. */
    matches: (text: string): boolean => compiled.matches(text),
    toString: () => source,
  };
}

/** Parses with the flag u, as JSON Schema requires. Falls back to no flag for patterns only valid without it: `\_`. */
function parseWithFallback(
  source: string,
  flags: "u" | "" = "u",
): { parsed: ParsedPattern; flags: string } {
  try {
    return { parsed: parsePattern(source, flags), flags };
  } catch (cause) {
    if (flags === "u") return parseWithFallback(source, "");
    const reason = (cause as Error).message;
    throw new Error(`Cannot read the pattern ${JSON.stringify(source)}: ${reason}`, { cause });
  }
}
