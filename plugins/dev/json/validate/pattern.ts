import dev from "../../plugin.ts";
import { compileBacktracker } from "../../regex/backtrack.ts";
import { parsePattern } from "../../regex/parse-pattern.ts";
import { linearPattern } from "../linear-pattern.ts";
import { SchemaError } from "./schema-error.ts";

/** A compiled `pattern`, which matches anywhere in a text. */
export interface Pattern {
  test(text: string): boolean;
}

const stepsMax = 5_000_000;

/**
 * Compiles a pattern of a schema. It runs in linear time if RE2 can express it. One with look-around or backreferences
 * runs with a bound on its steps.
 */
export function createPattern(source: string): Pattern {
  try {
    return linearPattern(source);
  } catch (cause) {
    return createBoundedPattern(source, cause);
  }
}

function createBoundedPattern(source: string, cause: unknown): Pattern {
  const compiled = ["u", ""].flatMap((flags) => {
    try {
      return [compileBacktracker(source, { parsed: parsePattern(source, flags), flags })];
    } catch {
      return [];
    }
  })[0];
  if (!compiled) throw new SchemaError((cause as Error).message, { cause });
  return {
    test(text) {
      const { kind } = compiled.search(text, 0, stepsMax);
      if (kind !== "limit") return kind === "match";
      throw dev.error(
        "too_much_work",
        `Cannot match the pattern ${JSON.stringify(source.slice(0, 100))}: it needs more than ${stepsMax} steps`,
        { at: "body.schema" },
      );
    },
  };
}
