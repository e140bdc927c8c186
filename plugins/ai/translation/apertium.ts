import { HubError } from "hub";
import type { Doors } from "../language-model/doors.ts";
import { itemAt, pairUp } from "../lists.ts";
import { findPackages } from "./apertium-packages.ts";
import { type Done, type Engine, getShortLanguage, type Pair } from "./engine.ts";

const freshMs = 300_000;

const known = new WeakMap<Run, { at: number; modes: Promise<Modes | undefined> }>();

/** Apertium's marks for a word that it doesn't know (`*`), can't translate (`@`) or can't inflect (`#`). */
const marked = /[*@#]+([\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*)/gu;
const between = "\n\n⟦⟧\n\n";

/** Creates an engine for Apertium, a rule-based translator: https://apertium.org */
export function createApertium(doors: Pick<Doors, "run" | "clock">): Engine {
  return {
    id: "apertium",
    kind: "program",
    quality: "rule",
    async cannot({ sources, target }) {
      const modes = await listModes(doors);
      if (modes === undefined) return "it is not installed";
      const lacking = sources.filter((from) => !findPath(modes, { from, to: target }));
      if (lacking.length === 0) return undefined;
      const lack = `it has no pair from ${lacking.map((from) => `"${from}"`).join(" or ")} to "${target}"`;
      return `${lack}. ${explainInstallation(lacking, { target, modes })}`;
    },
    async pairs() {
      return listInstalledPairs((await listModes(doors)) ?? new Map());
    },
    async translate({ source, target, segments }, { timeoutMs }): Promise<Done> {
      const modes = (await listModes(doors)) ?? new Map();
      const path = findPath(modes, { from: source, to: target }) ?? [];
      const deadline = doors.clock() + timeoutMs;
      let texts: readonly string[] = segments;
      const unknown = segments.map(() => new Set<string>());
      for (const [step, to] of path.slice(1).entries()) {
        const isLast = step === path.length - 2;
        const mode = chooseMode(modes, [itemAt(path, step), to], isLast ? target : undefined);
        const output = await runApertium(texts, {
          mode,
          doors,
          timeoutMs: deadline - doors.clock(),
        });
        texts = pairUp(output, unknown).map(([text, words]) => removeMarks(text, words));
      }
      return {
        path,
        segments: pairUp(texts, unknown).map(([text, words]) => ({
          text,
          alternatives: [],
          unknown: [...words],
        })),
      };
    },
  };
}

/** Removes Apertium's marks from a text, and adds the marked words to `unknown`. */
function removeMarks(text: string, unknown: Set<string>): string {
  return text.replaceAll(marked, (_, word: string) => {
    unknown.add(word);
    return word;
  });
}

/** Returns the pairs that the installed modes support, including those through another language. */
function listInstalledPairs(modes: Modes): Pair[] {
  const languages = [...new Set([...modes.keys()].flatMap((pair) => pair.split("-")))].toSorted();
  return languages.flatMap((source) =>
    languages.flatMap((target) => {
      const path = target === source ? undefined : findPath(modes, { from: source, to: target });
      return path ? [{ source, target, path }] : [];
    }),
  );
}

/** Translates all segments in one call, because each call starts a chain of programs. */
async function runApertium(
  texts: readonly string[],
  { mode, doors, timeoutMs }: { mode: string; doors: Pick<Doors, "run">; timeoutMs: number },
): Promise<string[]> {
  const { exitCode, stdout, stderr } = await doors.run("apertium", [mode], {
    stdin: texts.join(between),
    timeoutMs: Math.max(1, timeoutMs),
  });
  const parts = new TextDecoder().decode(stdout).split(/\s*⟦\s?⟧\s*/);
  if (exitCode === 0 && parts.length === texts.length)
    return parts.map((part, index) => collapseSpaces(part.trim(), texts[index] ?? ""));
  throw new HubError("upstream_failed", "Apertium has not translated the text", {
    cause: `${exitCode}: ${stderr.slice(0, 500)}`,
  });
}

/**
 * Removes double spaces that the source doesn't have: for a dropped word, Apertium leaves the spaces on both
 * sides.
 */
function collapseSpaces(text: string, source: string): string {
  return source.includes("  ") ? text : text.replaceAll(/ {2,}/g, " ");
}

/** The installed mode names of Apertium by pairs such as `en-es`, the plain one first. */
type Modes = ReadonlyMap<string, readonly string[]>;

type Run = Doors["run"];

/** Returns how to install the missing pairs. */
function explainInstallation(
  sources: readonly string[],
  { target, modes }: { target: string; modes: Modes },
): string {
  const found = sources.map((from) => findPackages(modes.keys(), { from, to: target }));
  const names = [...new Set(found.flatMap((one) => one ?? []))];
  return names.length > 0 && found.every((one) => one !== undefined)
    ? `To add it: apt-get install ${names.join(" ")}`
    : "Debian has no package for it";
}

/** Returns the modes that `apertium -l` lists, or undefined if it isn't installed. */
function listModes({ run, clock }: Pick<Doors, "run" | "clock">): Promise<Modes | undefined> {
  const last = known.get(run);
  if (last && clock() - last.at < freshMs) return last.modes;
  const modes = readModes(run);
  known.set(run, { at: clock(), modes });
  return modes;
}

async function readModes(run: Run): Promise<Modes | undefined> {
  const modes = new Map<string, string[]>();
  try {
    const { stdout } = await run("apertium", ["-l"], { timeoutMs: 5000 });
    for (const line of new TextDecoder().decode(stdout).split("\n")) {
      const [, from = "", to = "", variant = ""] =
        /^\s*([a-z]{2,3})-([a-z]{2,3})(_\w+)?\s*$/.exec(line) ?? [];
      if (!from) continue;
      const pair = `${getShortLanguage(from)}-${getShortLanguage(to)}`;
      const others = modes.get(pair) ?? [];
      modes.set(pair, variant ? [...others, line.trim()] : [line.trim(), ...others]);
    }
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    return undefined;
  }
  return modes;
}

/** Returns the languages of a translation path, through a third language if there is no direct pair. */
function findPath(modes: Modes, { from, to }: { from: string; to: string }) {
  const [source, target] = [getShortLanguage(from), getShortLanguage(to)];
  if (modes.has(`${source}-${target}`)) return [source, target];
  const pivot = [...modes.keys()]
    .map((pair) => pair.split("-") as [string, string])
    .filter(([start, middle]) => start === source && modes.has(`${middle}-${target}`))
    .map(([, middle]) => middle)
    .toSorted()[0];
  return pivot === undefined ? undefined : [source, pivot, target];
}

/** Returns the mode of a step, preferring the requested region or variant. */
function chooseMode(modes: Modes, [from, to]: readonly [string, string], tag = to): string {
  const names = modes.get(`${from}-${to}`) ?? [];
  const [, ...subtags] = tag.toLowerCase().split("-");
  const wanted = names.find((name) => subtags.includes(name.split("_")[1]?.toLowerCase() ?? ""));
  return wanted ?? itemAt(names, 0);
}
