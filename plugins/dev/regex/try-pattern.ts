import { chooseEngine, getSpan, type PatternEngine, type Search, type Spans } from "./engines.ts";
import type { engineNames } from "./request.ts";
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

/** Matches a pattern against a text, and replaces and splits if requested. */
export async function tryPattern(trial: Trial, clock: () => number) {
  const startedAt = clock();
  const { text, flags, replace, split } = trial;
  const deadline = startedAt + trial.timeout_ms;
  const mainScan = await searchWhole(trial, flags, { clock, deadline });
  // Splitting uses the whole text, regardless of the flags g and y.
  const isWhole = flags.includes("g") && !flags.includes("y");
  const splitScan =
    split && !isWhole
      ? await searchWhole(trial, `${flags.replace(/[gy]/g, "")}g`, { clock, deadline })
      : mainScan;
  const { found, engine } = mainScan;
  const matches = listMatches({ text, found, names: engine.names }, trial.max_matches);
  const replaced = replace !== undefined && mainScan.end === "done";
  return {
    is_match: found.length > 0,
    count: found.length,
    matches,
    replaced: replaced ? replaceMatches({ text, found, names: engine.names }, replace) : null,
    parts:
      split && splitScan.end === "done" ? splitAtMatches({ text, found: splitScan.found }) : null,
    engine: engine.name,
    duration_ms: clock() - startedAt,
    truncated: matches.length < found.length || mainScan.end === "size",
    timed_out: mainScan.exceeded || splitScan.exceeded,
    inconclusive: mainScan.doubtful || splitScan.doubtful,
  };
}

/** Steps of the backtracking engine for each millisecond of the limit. They don't depend on the machine. */
const stepsPerMs = 10_000;

/** Time limit for RE2 to finish what a backtracking engine could not. */
const crossCheckMs = 300;

async function searchWhole(
  trial: Trial,
  flags: string,
  { clock, deadline }: { clock: () => number; deadline: number },
): Promise<Scan & { engine: PatternEngine }> {
  const { text, pattern } = trial;
  const stepsMax = trial.timeout_ms * stepsPerMs;
  const { engine, alternative } = await chooseEngine(trial.engine, {
    pattern,
    flags,
    text,
    stepsMax,
  });
  // RE2 always steps by code points, regardless of flags.
  const unicode = /[uv]/.test(flags) || trial.engine === "re2";
  const { isTimed, countsSteps } = engine;
  const options = { global: flags.includes("g"), unicode, clock, isTimed };
  const found = scan(text, engine.searcher(text), {
    ...options,
    deadline: countsSteps ? Number.POSITIVE_INFINITY : deadline,
  });
  if (engine.name === "re2") return { ...found, doubtful: false, engine };
  if (!found.doubtful || !alternative) return { ...found, engine };
  const checked = scan(text, alternative.searcher(text), {
    ...options,
    deadline: clock() + crossCheckMs,
  });
  return checked.end === "done"
    ? { ...checked, doubtful: false, exceeded: found.exceeded, engine: alternative }
    : { ...found, engine };
}

/** Describes the first matches: at most `max`, or fewer if their captures are very large. */
function listMatches({ text, found, names }: Matches, max: number) {
  const lines = new LineIndex(text);
  const nameByNumber = new Map(names.flatMap(({ name, numbers }) => numbers.map((n) => [n, name])));
  const matches = [];
  let size = 0;
  for (const spans of found.slice(0, max)) {
    const [index, end] = getSpan(spans);
    const groups = [];
    for (let n = 1; n < spans.length / 2; n++) {
      const value = getCapture(text, spans, n);
      const [start, stop] = value === null ? [null, null] : getSpan(spans, n);
      groups.push({ n, name: nameByNumber.get(n) ?? null, value, index: start, end: stop });
      size += groupSize + (value?.length ?? 0);
    }
    size += end - index;
    if (size > sizeMax && matches.length > 0) break;
    matches.push({ match: text.slice(index, end), index, end, ...lines.at(index), groups });
  }
  return matches;
}

/** Maximum characters in the response: groups in lookarounds can capture the same text many times. */
const sizeMax = 4_000_000;
/** Estimated size of a group without its value. */
const groupSize = 60;

/** Finds line and column of an offset. Lines end with LF, CR LF or CR. */
class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a))
        this.#starts.push(at + 1);
    }
  }

  /** Returns line and column, both starting at 1. Columns count UTF-16 code units, like offsets. */
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
  /** Whether to continue after the first match. */
  global: boolean;
  /** Whether to step over an empty match by code point. */
  unicode: boolean;
  clock: () => number;
  /** Whether the engine may give up after some time without saying so. */
  isTimed: boolean;
  /** Time after which no further search starts, in milliseconds of `clock`. */
  deadline: number;
}

interface Scan {
  found: Spans[];
  end: "done" | "limit" | "size";
  /** Whether the limit of time or steps was reached. */
  exceeded: boolean;
  /**
   * Whether there may be more matches: the steps ran out, or the runtime's engine took so long that it may have given
   * up. It then reports no match, as early as half a second after the start.
   */
  doubtful: boolean;
}

/** Searches a text from the start, each time from the end of the previous match. */
function scan(text: string, search: Search, options: ScanOptions): Scan {
  const { global, unicode, clock, deadline, isTimed } = options;
  const found: Spans[] = [];
  let spanCount = 0;
  for (let at = 0; at <= text.length; ) {
    const startedAt = clock();
    if (startedAt >= deadline) return { found, end: "limit", exceeded: true, doubtful: false };
    const spans = search(at);
    if (spans === "limit") return { found, end: "limit", exceeded: true, doubtful: true };
    if (!spans) {
      const doubtful = isTimed && clock() - startedAt > doubtfulMs;
      return { found, end: "done", exceeded: false, doubtful };
    }
    found.push(spans);
    if (!global) break;
    spanCount += spans.length;
    if (spanCount > numbersMax) return { found, end: "size", exceeded: false, doubtful: false };
    const [start, end] = getSpan(spans);
    at = start === end ? stepOverEmpty(text, { at: end, unicode }) : end;
  }
  return { found, end: "done", exceeded: false, doubtful: false };
}

const doubtfulMs = 100;
/** Limits spans to 8 MB: an empty pattern with 300 groups has 60 million in a text of 100 KB. */
const numbersMax = 2_000_000;

function stepOverEmpty(text: string, { at, unicode }: { at: number; unicode: boolean }): number {
  return at + (unicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
