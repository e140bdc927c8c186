import dev from "../plugin.ts";
import type { engineNames } from "./options.ts";
import { type NamedGroup, type ParsedPattern, parsePattern } from "./parse-pattern.ts";
import { PatternError } from "./pattern-cursor.ts";
import { toRe2 } from "./to-re2.ts";

/** Where a match and its groups begin and end, in pairs; -1 for a group that took no part. */
export type Spans = Int32Array;

/** Where a group begins and ends, or the match itself as group 0. The spans have a pair for each group. */
export function getSpan(spans: Spans, group = 0): [start: number, end: number] {
  return [spans[2 * group]!, spans[2 * group + 1]!];
}

/** Finds the first match at or after a place. */
export type Search = (from: number) => Spans | null;

/** A pattern that is ready to search texts. */
export interface Engine {
  name: "re2" | "ecmascript";
  names: readonly NamedGroup[];
  searcher(text: string): Search;
}

/** The engine of the runtime: backtracks, so that a search may never end. */
function nativeEngine(
  source: string,
  { flags, names }: { flags: string; names: readonly NamedGroup[] },
): Engine {
  // With "d" every match has its indices.
  const needed = [...new Set(`${flags}gd`)].join("");
  return {
    name: "ecmascript",
    names,
    searcher(text) {
      const expression = new RegExp(source, needed);
      return (from) => {
        expression.lastIndex = from;
        const found = expression.exec(text);
        if (!found?.indices) return null;
        return Int32Array.from(found.indices.flatMap((pair) => pair ?? [-1, -1]));
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

interface Choice {
  engine: Engine;
  /** The linear engine for the same pattern where another was asked for and this one can stand in. */
  twin: Engine | undefined;
}

/**
 * Builds the engine for a pattern. `auto` and `ecmascript` read ECMAScript's syntax, of which the
 * first leaves all to RE2 that RE2 matches alike; `re2` reads RE2's own.
 */
export async function chooseEngine(
  name: (typeof engineNames)[number],
  { pattern, flags, text }: { pattern: string; flags: string; text: string },
): Promise<Choice> {
  if (name === "re2") return { engine: await re2Engine(pattern, flags), twin: undefined };
  const parsed = readPattern(pattern, flags);
  const twin = await findLinearEngine(parsed, { flags, text });
  if (name === "auto" && twin) return { engine: twin, twin: undefined };
  return { engine: nativeEngine(pattern, { flags, names: parsed.names }), twin };
}

/** The linear engine for a pattern of ECMAScript, if it matches this text alike. */
async function findLinearEngine(
  parsed: ParsedPattern,
  { flags, text }: { flags: string; text: string },
): Promise<Engine | undefined> {
  const { source, obstacles, fits } = toRe2(parsed, { flags, lookbehinds: true });
  if (obstacles.length > 0 || !fits(text)) return undefined;
  try {
    // Case, lines and dots are written into the source.
    return await linearEngine(source, { flags: flags.replace(/[ims]/g, ""), names: parsed.names });
  } catch {
    // RE2 also limits how much a pattern repeats in all.
    return undefined;
  }
}

function readPattern(pattern: string, flags: string): ParsedPattern {
  try {
    return parsePattern(pattern, flags);
  } catch (error) {
    throw invalidPattern(error, error instanceof PatternError ? error.position : null);
  }
}

async function re2Engine(pattern: string, flags: string): Promise<Engine> {
  try {
    return await linearEngine(pattern, { flags });
  } catch (error) {
    const { input } = error as { input?: string | null };
    throw invalidPattern(error, input ? Math.max(0, pattern.indexOf(input)) : null);
  }
}

function invalidPattern(error: unknown, position: number | null) {
  const { message } = error as Error;
  const place = position === null ? "" : ` at position ${position}`;
  return dev.error("invalid_pattern", `Cannot read the pattern${place}: ${message}`, {
    at: "body.pattern",
    members: { position },
  });
}
