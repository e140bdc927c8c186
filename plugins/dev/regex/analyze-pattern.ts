import { twinOf } from "./choose-engine.ts";
import { PatternError } from "./cursor.ts";
import { explain, type Token } from "./explain.ts";
import { type NamedGroup, type ParsedPattern, parsePattern } from "./parse.ts";
import { checkSafety, type Safety, unknown } from "./safety.ts";
import { type Obstacle, toRe2 } from "./to-re2.ts";

export interface Analysis extends Safety {
  valid: boolean;
  error: { message: string; position: number | null } | null;
  explanation: Token[];
  groups: number;
  named_groups: NamedGroup[];
  re2_compatible: boolean;
  re2_pattern: string | null;
  re2_obstacles: Obstacle[];
}

/** Reads a pattern without running it: whether it is well-formed, what it means and how safe it is. */
export async function analyzePattern(source: string, flags: string): Promise<Analysis> {
  let parsed: ParsedPattern;
  try {
    parsed = parsePattern(source, flags);
    new RegExp(source, flags);
  } catch (error) {
    return invalid(error as Error);
  }
  const { tree, groups, names } = parsed;
  const { obstacles, source: re2Source } = toRe2(parsed, flags);
  const twin = obstacles.length === 0 && (await twinOf(parsed, { flags, text: "" }));
  return {
    valid: true,
    error: null,
    ...(await checkSafety(tree, source, flags)),
    explanation: explain(tree, { source, flags }),
    groups,
    named_groups: names,
    re2_compatible: Boolean(twin),
    re2_pattern: twin ? re2Source : null,
    re2_obstacles:
      obstacles.length === 0 && !twin
        ? [{ message: "RE2 does not repeat that much in all", start: 0, end: source.length }]
        : obstacles,
  };
}

function invalid(error: Error): Analysis {
  const position = error instanceof PatternError ? error.position : null;
  return {
    valid: false,
    error: { message: error.message, position },
    ...unknown("The pattern is not well-formed"),
    explanation: [],
    groups: 0,
    named_groups: [],
    re2_compatible: false,
    re2_pattern: null,
    re2_obstacles: [],
  };
}
