import dev from "../plugin.ts";
import { PatternError } from "./cursor.ts";
import { type Engine, linearEngine, nativeEngine } from "./engines.ts";
import type { engineNames } from "./names.ts";
import { type ParsedPattern, parsePattern } from "./parse.ts";
import { toRe2 } from "./to-re2.ts";

export interface Choice {
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
  const twin = await twinOf(parsed, { flags, text });
  if (name === "auto" && twin) return { engine: twin, twin: undefined };
  return { engine: nativeEngine(pattern, { flags, names: parsed.names }), twin };
}

/** The linear engine for a pattern of ECMAScript, if it matches this text alike. */
async function twinOf(
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
    throw invalid(error, error instanceof PatternError ? error.position : null);
  }
}

async function re2Engine(pattern: string, flags: string): Promise<Engine> {
  try {
    return await linearEngine(pattern, { flags });
  } catch (error) {
    const { input } = error as { input?: string | null };
    throw invalid(error, input ? Math.max(0, pattern.indexOf(input)) : null);
  }
}

function invalid(error: unknown, position: number | null) {
  const { message } = error as Error;
  const place = position === null ? "" : ` at position ${position}`;
  return dev.error("invalid_pattern", `Cannot read the pattern${place}: ${message}`, {
    at: "body.pattern",
    members: { position },
  });
}
