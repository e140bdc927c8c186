import { linearEngine } from "./engines.ts";
import { explain, type PatternPart } from "./explain.ts";
import {
  type NamedGroup,
  type ParsedPattern,
  PatternError,
  parsePattern,
} from "./parse-pattern.ts";
import { checkSafety, describeUnknown, type Safety } from "./safety.ts";
import { type Obstacle, toRe2 } from "./to-re2.ts";

interface Analysis extends Safety {
  valid: boolean;
  error: { message: string; position: number | null } | null;
  explanation: PatternPart[];
  groups: number;
  named_groups: NamedGroup[];
  re2_compatible: boolean;
  re2_pattern: string | null;
  re2_obstacles: Obstacle[];
}

/** Analyzes a pattern: validity, meaning, safety and RE2 compatibility. */
export async function analyzePattern(source: string, flags: string): Promise<Analysis> {
  let parsed: ParsedPattern;
  try {
    parsed = parsePattern(source, flags);
  } catch (error) {
    return describeInvalid(error as Error);
  }
  const { groups, names } = parsed;
  return {
    valid: true,
    error: null,
    ...(await checkSafety(parsed, source, flags)),
    explanation: explain(parsed, { source, flags }),
    groups,
    named_groups: names,
    ...(await checkRe2(parsed, flags)),
  };
}

async function checkRe2(parsed: ParsedPattern, flags: string) {
  const { source, obstacles } = toRe2(parsed, { flags, lookbehinds: false });
  try {
    if (obstacles.length === 0) await linearEngine(source, { flags: "" });
  } catch (error) {
    // RE2 also limits the total number of repetitions in a pattern.
    obstacles.push({ message: (error as Error).message, start: 0, end: parsed.tree.end });
  }
  const re2_compatible = obstacles.length === 0;
  return { re2_compatible, re2_pattern: re2_compatible ? source : null, re2_obstacles: obstacles };
}

function describeInvalid(error: Error): Analysis {
  const position = error instanceof PatternError ? error.position : null;
  return {
    valid: false,
    error: { message: error.message, position },
    ...describeUnknown("The pattern is invalid"),
    explanation: [],
    groups: 0,
    named_groups: [],
    re2_compatible: false,
    re2_pattern: null,
    re2_obstacles: [],
  };
}
