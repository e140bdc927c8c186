import { HubError } from "hub";
import type { Doors } from "../model/doors.ts";

/** What Apertium has installed: mode names by pairs such as `en-es`, the plain one first. */
export type Modes = ReadonlyMap<string, readonly string[]>;

type Run = Doors["run"];
const freshMs = 300_000;
const known = new WeakMap<Run, { at: number; modes: Promise<Modes> }>();

/** The modes that `apertium -l` lists; none where it is not installed. */
export function installedModes({ run, clock }: Pick<Doors, "run" | "clock">): Promise<Modes> {
  const last = known.get(run);
  if (last && clock() - last.at < freshMs) return last.modes;
  const modes = list(run);
  known.set(run, { at: clock(), modes });
  return modes;
}

async function list(run: Run): Promise<Modes> {
  const modes = new Map<string, string[]>();
  try {
    const { stdout } = await run("apertium", ["-l"], { timeoutMs: 5000 });
    for (const line of new TextDecoder().decode(stdout).split("\n")) {
      const [, from = "", to = "", variant = ""] =
        /^\s*([a-z]{2,3})-([a-z]{2,3})(_\w+)?\s*$/.exec(line) ?? [];
      if (!from) continue;
      const pair = `${canonical(from)}-${canonical(to)}`;
      const others = modes.get(pair) ?? [];
      modes.set(pair, variant ? [...others, line.trim()] : [line.trim(), ...others]);
    }
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
  }
  return modes;
}

/** The languages from one to another, over one in between where there is no pair of the two. */
export function pathOf(modes: Modes, { from, to }: { from: string; to: string }) {
  const [source, target] = [canonical(from), canonical(to)];
  if (modes.has(`${source}-${target}`)) return [source, target];
  const pivot = [...modes.keys()]
    .map((pair) => pair.split("-") as [string, string])
    .filter(([start, middle]) => start === source && modes.has(`${middle}-${target}`))
    .map(([, middle]) => middle)
    .toSorted()[0];
  return pivot === undefined ? undefined : [source, pivot, target];
}

/** The mode for a step: that of the region or variant that is asked for, if there is one. */
export function modeFor(modes: Modes, [from, to]: readonly [string, string], tag = to): string {
  const names = modes.get(`${from}-${to}`) ?? [];
  const [, ...subtags] = tag.toLowerCase().split("-");
  const wanted = names.find((name) => subtags.includes(name.split("_")[1]?.toLowerCase() ?? ""));
  return wanted ?? names[0]!;
}

/** A language by its shortest code, without its region: `eng` and `en-GB` are `en`. */
export function canonical(tag: string): string {
  return new Intl.Locale(tag).language;
}
