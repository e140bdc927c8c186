import dev from "../plugin.ts";
import { compileBacktracker } from "./backtrack.ts";
import {
  type NamedGroup,
  type ParsedPattern,
  PatternError,
  parsePattern,
} from "./parse-pattern.ts";
import type { engineNames } from "./request.ts";
import { toRe2 } from "./to-re2.ts";

/** Start and end offsets of a match and its groups, in pairs; -1 for a group that didn't participate. */
export type Spans = Int32Array;

/** Returns the start and end of a group; group 0 is the match. The spans have one pair per group. */
export function getSpan(spans: Spans, group = 0): [start: number, end: number] {
  return [spans[2 * group]!, spans[2 * group + 1]!];
}

/** Finds the first match at or after an offset. Stops if it would take more steps than allowed. */
export type Search = (from: number) => Spans | null | "limit";

/** A compiled pattern. */
export interface PatternEngine {
  name: "re2" | "ecmascript";
  /** Whether a search may give up after some time and report no match. */
  isTimed: boolean;
  /** Whether the engine limits its own work by steps. */
  countsSteps: boolean;
  names: readonly NamedGroup[];
  searcher(text: string): Search;
}

/**
 * Creates a backtracking engine that takes at most a number of steps for all searches of a text together. Its result
 * depends on no clock and on no shortcut of the runtime's engine.
 */
function createStepEngine(
  source: string,
  { flags, parsed, stepsMax }: { flags: string; parsed: ParsedPattern; stepsMax: number },
): PatternEngine {
  const compiled = compileBacktracker(source, { parsed, flags });
  return {
    name: "ecmascript",
    isTimed: false,
    countsSteps: true,
    names: parsed.names,
    searcher(text) {
      let left = stepsMax;
      return (from) => {
        const result = compiled.search(text, from, left);
        left -= result.steps;
        if (result.kind === "limit") return "limit";
        return result.kind === "match" ? result.spans : null;
      };
    },
  };
}

/** Creates the runtime's engine, which backtracks: a search may take forever. */
function createNativeEngine(
  source: string,
  { flags, names }: { flags: string; names: readonly NamedGroup[] },
): PatternEngine {
  // The flag d adds the indices of each match.
  const engineFlags = [...new Set(`${flags}gd`)].join("");
  return {
    name: "ecmascript",
    isTimed: true,
    countsSteps: false,
    names,
    searcher(text) {
      const expression = new RegExp(source, engineFlags);
      return (from) => {
        expression.lastIndex = from;
        const match = expression.exec(text);
        if (!match?.indices) return null;
        return Int32Array.from(match.indices.flatMap((pair) => pair ?? [-1, -1]));
      };
    },
  };
}

/**
 * Creates an RE2 engine, which runs in time linear in the text. With `names`, the pattern is a translation that
 * reports the original's group names and may use look-behind, which RE2 itself lacks. Throws if the pattern is
 * invalid.
 */
export async function linearEngine(
  source: string,
  { flags, names }: { flags: string; names?: readonly NamedGroup[] },
): Promise<PatternEngine> {
  const { RE2JS } = await import("re2js");
  let options = names ? RE2JS.LOOKBEHINDS : 0;
  if (flags.includes("i")) options |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes("m")) options |= RE2JS.MULTILINE;
  if (flags.includes("s")) options |= RE2JS.DOTALL;
  const compiled = RE2JS.compile(source, options);
  const namedGroups = Object.entries(compiled.namedGroups());
  return {
    name: "re2",
    isTimed: false,
    countsSteps: false,
    names: names ?? namedGroups.map(([name, number]) => ({ name, numbers: [number] })),
    searcher(text) {
      const matcher = compiled.matcher(text);
      return (from) => {
        if (!matcher.find(from)) return null;
        // find() returns a later match if none starts here.
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

interface EngineChoice {
  engine: PatternEngine;
  /** The linear engine for the same pattern, if another was requested and this one is equivalent. */
  alternative: PatternEngine | undefined;
}

/**
 * Creates the engine for a pattern. `auto` and `ecmascript` use ECMAScript syntax, and `auto` chooses RE2 if it
 * matches identically. `re2` uses RE2 syntax.
 */
export async function chooseEngine(
  name: (typeof engineNames)[number],
  { pattern, flags, text, stepsMax }: EngineRequest,
): Promise<EngineChoice> {
  if (name === "re2")
    return { engine: await createRe2Engine(pattern, flags), alternative: undefined };
  const parsed = readPattern(pattern, flags);
  const alternative = await findLinearEngine(parsed, { flags, text });
  if (name === "auto" && alternative) return { engine: alternative, alternative: undefined };
  return { engine: createBacktrackingEngine(pattern, { flags, parsed, stepsMax }), alternative };
}

interface EngineRequest {
  pattern: string;
  flags: string;
  text: string;
  /** Maximum steps of a backtracking engine. */
  stepsMax: number;
}

function createBacktrackingEngine(
  pattern: string,
  options: { flags: string; parsed: ParsedPattern; stepsMax: number },
): PatternEngine {
  try {
    return createStepEngine(pattern, options);
  } catch {
    // Classes with strings, of the flag v.
    return createNativeEngine(pattern, { flags: options.flags, names: options.parsed.names });
  }
}

/** Returns a linear engine for an ECMAScript pattern if it matches this text identically. */
async function findLinearEngine(
  parsed: ParsedPattern,
  { flags, text }: { flags: string; text: string },
): Promise<PatternEngine | undefined> {
  const { source, obstacles, fits } = toRe2(parsed, { flags, lookbehinds: true });
  if (obstacles.length > 0 || !fits(text)) return undefined;
  try {
    // The translation already encodes case, line and dot flags.
    return await linearEngine(source, { flags: flags.replace(/[ims]/g, ""), names: parsed.names });
  } catch {
    // RE2 also limits the total number of repetitions in a pattern.
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

async function createRe2Engine(pattern: string, flags: string): Promise<PatternEngine> {
  try {
    return await linearEngine(pattern, { flags });
  } catch (error) {
    const { input } = error as { input?: string | null };
    throw invalidPattern(error, input ? Math.max(0, pattern.indexOf(input)) : null);
  }
}

function invalidPattern(error: unknown, position: number | null) {
  const { message } = error as Error;
  const location = position === null ? "" : ` at position ${position}`;
  return dev.error("invalid_pattern", `Cannot read the pattern${location}: ${message}`, {
    at: "body.pattern",
    members: { position },
  });
}
