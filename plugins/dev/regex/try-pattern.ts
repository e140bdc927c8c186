import { chooseEngine, type Engine, getSpan, type Search, type Spans } from "./engines.ts";
import type { engineNames } from "./options.ts";
import { getCapture, type Matches, replaceMatches, splitAtMatches } from "./rewrite.ts";

interface Trial {
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
  const main = await searchWhole(trial, flags, { clock, deadline });
  // A split goes through the whole text whatever the flags g and y say.
  const isWhole = flags.includes("g") && !flags.includes("y");
  const whole =
    split && !isWhole
      ? await searchWhole(trial, `${flags.replace(/[gy]/g, "")}g`, { clock, deadline })
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

async function searchWhole(
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

/** Describes the first matches: at most `max`, and fewer where their groups captured very much. */
function listMatches({ text, found, names }: Matches, max: number) {
  const lines = new LineIndex(text);
  const nameOf = new Map(names.flatMap(({ name, numbers }) => numbers.map((n) => [n, name])));
  const listed = [];
  let size = 0;
  for (const spans of found.slice(0, max)) {
    const [index, end] = getSpan(spans);
    const groups = [];
    for (let n = 1; n < spans.length / 2; n++) {
      const value = getCapture(text, spans, n);
      const [start, stop] = value === null ? [null, null] : getSpan(spans, n);
      groups.push({ n, name: nameOf.get(n) ?? null, value, index: start, end: stop });
      size += groupSize + (value?.length ?? 0);
    }
    size += end - index;
    if (size > sizeMax && listed.length > 0) break;
    listed.push({ match: text.slice(index, end), index, end, ...lines.at(index), groups });
  }
  return listed;
}

/** Characters of the answer: groups in lookarounds can capture the same text again and again. */
const sizeMax = 4_000_000;
/** What a group takes besides its value. */
const groupSize = 60;

/** Finds the line and column of a place in a text whose lines end with LF, CR LF or CR. */
class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a))
        this.#starts.push(at + 1);
    }
  }

  /** Both from 1; the column counts UTF-16 code units, as indices do. */
  at(index: number): { line: number; column: number } {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: index - (this.#starts[low] ?? 0) + 1 };
  }
}

interface ScanOptions {
  /** Goes on after the first match. */
  global: boolean;
  /** Steps over an empty match by code point. */
  unicode: boolean;
  clock: () => number;
  /** When to stop between two searches, by the clock. */
  deadline: number;
}

interface Scan {
  found: Spans[];
  end: "done" | "time" | "size";
  /**
   * Whether the search that ended the scan took so long that a backtracking engine may have given
   * up: Bun's then says that there is no match, as soon as half a second after it began.
   */
  doubtful: boolean;
}

/** Searches a text from its begin, each time from where the last match ended. */
function scan(text: string, search: Search, options: ScanOptions): Scan {
  const { global, unicode, clock, deadline } = options;
  const found: Spans[] = [];
  let numbers = 0;
  for (let at = 0; at <= text.length; ) {
    const begun = clock();
    if (begun >= deadline) return { found, end: "time", doubtful: false };
    const spans = search(at);
    if (!spans) return { found, end: "done", doubtful: clock() - begun > doubtfulMs };
    found.push(spans);
    if (!global) break;
    numbers += spans.length;
    if (numbers > numbersMax) return { found, end: "size", doubtful: false };
    const [start, end] = getSpan(spans);
    at = start === end ? stepOverEmpty(text, { at: end, unicode }) : end;
  }
  return { found, end: "done", doubtful: false };
}

const doubtfulMs = 100;
/** 8 MB of places: an empty pattern of 300 groups matches a text of 100 KB with 60 million. */
const numbersMax = 2_000_000;

function stepOverEmpty(text: string, { at, unicode }: { at: number; unicode: boolean }): number {
  return at + (unicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
