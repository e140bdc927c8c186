import { RE2JS } from "re2js";

/**
 * A regular expression of ECMAScript that takes time in proportion to the text, whatever it is.
 * Throws where it needs what no such engine has, such as a look-ahead or a back-reference.
 */
export function linearPattern(source: string) {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  return {
    /** Whether it matches anywhere in the text. */
    test: (text: string): boolean => compiled.matcher(text).find(),
    /** Whether it matches the text as a whole. */
    matches: (text: string): boolean => compiled.matches(text),
    toString: () => source,
  };
}
