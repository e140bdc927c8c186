import { linearPattern } from "../linear-pattern.ts";

const patternsMax = 100;
const patternCharactersMax = 1000;

/** The regular expressions of one query, each compiled once. */
export class Patterns {
  readonly #compiled = new Map<string, ReturnType<typeof linearPattern> | undefined>();

  /** Whether a pattern matches the whole text or a part of it; one that is none matches nothing. */
  matches(pattern: string, { text, whole }: { text: string; whole: boolean }): boolean {
    const compiled = this.#compile(pattern);
    if (!compiled) return false;
    return whole ? compiled.matches(text) : compiled.test(text);
  }

  #compile(pattern: string) {
    if (this.#compiled.has(pattern)) return this.#compiled.get(pattern);
    // Patterns may come out of the text that is queried, as many as it has values.
    if (this.#compiled.size === patternsMax) this.#compiled.clear();
    const compiled = pattern.length > patternCharactersMax ? undefined : attempt(pattern);
    this.#compiled.set(pattern, compiled);
    return compiled;
  }
}

function attempt(pattern: string) {
  try {
    return linearPattern(dotsNarrowed(pattern));
  } catch {
    return undefined;
  }
}

/** RFC 9485, section 5.3: a dot matches all but a line feed and a carriage return. */
function dotsNarrowed(pattern: string): string {
  let narrowed = "";
  let isClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === "\\") narrowed += char + (pattern[++at] ?? "");
    else {
      if (char === "[") isClass = true;
      else if (char === "]") isClass = false;
      narrowed += char === "." && !isClass ? "[^\\n\\r]" : char;
    }
  }
  return narrowed;
}
