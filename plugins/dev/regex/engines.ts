import type { NamedGroup } from "./parse.ts";

/** Where a match and its groups begin and end, in pairs; -1 for a group that took no part. */
export type Spans = Int32Array;

/** Finds the first match at or after a place. */
export type Search = (from: number) => Spans | null;

/** A pattern that is ready to search texts. */
export interface Engine {
  name: "re2" | "ecmascript";
  names: readonly NamedGroup[];
  searcher(text: string): Search;
}

/** The engine of the runtime: backtracks, so that a search may never end. */
export function nativeEngine(
  source: string,
  { flags, names }: { flags: string; names: readonly NamedGroup[] },
): Engine {
  const needed = [...new Set(`${flags}gd`)].join("");
  return {
    name: "ecmascript",
    names,
    searcher(text) {
      const expression = new RegExp(source, needed);
      return (from) => {
        expression.lastIndex = from;
        const found = expression.exec(text);
        if (!found) return null;
        return Int32Array.from(found.indices!.flatMap((pair) => pair ?? [-1, -1]));
      };
    },
  };
}

/**
 * RE2 in JavaScript: a search takes time in proportion to the text. Given the names of another
 * pattern's groups it stands in for that one, and may look behind, which RE2 itself never does.
 * Throws where it cannot read the pattern.
 */
export async function linearEngine(
  source: string,
  { flags, names }: { flags: string; names?: readonly NamedGroup[] },
): Promise<Engine> {
  const { RE2JS } = await import("re2js");
  let switches = names ? RE2JS.LOOKBEHINDS : 0;
  if (flags.includes("i")) switches |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes("m")) switches |= RE2JS.MULTILINE;
  if (flags.includes("s")) switches |= RE2JS.DOTALL;
  const compiled = RE2JS.compile(source, switches);
  const own = Object.entries(compiled.namedGroups());
  return {
    name: "re2",
    names: names ?? own.map(([name, number]) => ({ name, numbers: [number] })),
    searcher(text) {
      const matcher = compiled.matcher(text);
      return (from) => {
        if (!matcher.find(from)) return null;
        // The leftmost match begins later if none begins here.
        if (flags.includes("y") && matcher.start() !== from) return null;
        const spans = new Int32Array(2 * (matcher.groupCount() + 1));
        for (let group = 0; group <= matcher.groupCount(); group++) {
          spans[2 * group] = matcher.start(group);
          spans[2 * group + 1] = matcher.end(group);
        }
        return spans;
      };
    },
  };
}
