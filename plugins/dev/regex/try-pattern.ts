import { chooseEngine } from "./choose-engine.ts";
import type { Engine } from "./engines.ts";
import { listMatches } from "./list-matches.ts";
import type { engineNames } from "./names.ts";
import { replaceMatches, splitAtMatches } from "./rewrite.ts";
import { type Scan, scan } from "./scan.ts";

export interface Trial {
  pattern: string;
  flags: string;
  text: string;
  engine: (typeof engineNames)[number];
  replace?: string;
  split: boolean;
  max_matches: number;
  timeout_ms: number;
}

/** Matches a pattern against a text, and replaces and splits by it where that is asked for. */
export async function tryPattern(trial: Trial, clock: () => number) {
  const begun = clock();
  const { text, flags, replace, split } = trial;
  const deadline = begun + trial.timeout_ms;
  const main = await pass(trial, flags, { clock, deadline });
  // A split goes through the whole text whatever the flags g and y say.
  const isWhole = flags.includes("g") && !flags.includes("y");
  const whole =
    split && !isWhole
      ? await pass(trial, `${flags.replace(/[gy]/g, "")}g`, { clock, deadline })
      : main;
  const { found, engine } = main;
  const matches = listMatches({ text, found, names: engine.names }, trial.max_matches);
  const replaced = replace !== undefined && main.end === "done";
  return {
    is_match: found.length > 0,
    count: found.length,
    matches,
    replaced: replaced ? replaceMatches({ text, found, names: engine.names }, replace) : null,
    parts: split && whole.end === "done" ? splitAtMatches({ text, found: whole.found }) : null,
    engine: engine.name,
    duration_ms: clock() - begun,
    truncated: matches.length < found.length || main.end === "size",
    timed_out: main.end === "time" || whole.end === "time",
    inconclusive: main.doubtful || whole.doubtful,
  };
}

/** How long RE2 may take to say whether another engine was right to find nothing. */
const crossCheckMs = 300;

async function pass(
  trial: Trial,
  flags: string,
  { clock, deadline }: { clock: () => number; deadline: number },
): Promise<Scan & { engine: Engine }> {
  const { text, pattern } = trial;
  const { engine, twin } = await chooseEngine(trial.engine, { pattern, flags, text });
  // RE2 knows no halves of code points, whatever the flags.
  const unicode = /[uv]/.test(flags) || trial.engine === "re2";
  const options = { global: flags.includes("g"), unicode, clock };
  const found = scan(text, engine.searcher(text), { ...options, deadline });
  if (engine.name === "re2") return { ...found, doubtful: false, engine };
  if (!found.doubtful || !twin) return { ...found, engine };
  const checked = scan(text, twin.searcher(text), { ...options, deadline: clock() + crossCheckMs });
  return checked.end === "done"
    ? { ...checked, doubtful: false, engine: twin }
    : { ...found, engine };
}
