import type { Search, Spans } from "./engines.ts";

export interface ScanOptions {
  /** Goes on after the first match. */
  global: boolean;
  /** Steps over an empty match by code point. */
  unicode: boolean;
  clock: () => number;
  /** When to stop between two searches, by the clock. */
  deadline: number;
}

export interface Scan {
  found: Spans[];
  end: "done" | "time" | "size";
  /**
   * Whether the search that ended the scan took so long that a backtracking engine may have given
   * up: Bun's then says that there is no match, as soon as half a second after it began.
   */
  doubtful: boolean;
}

/** Searches a text from its begin, each time from where the last match ended. */
export function scan(text: string, search: Search, options: ScanOptions): Scan {
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
    const end = spans[1]!;
    at = spans[0] === end ? after(text, { at: end, unicode }) : end;
  }
  return { found, end: "done", doubtful: false };
}

const doubtfulMs = 100;
/** 8 MB of places: an empty pattern of 300 groups matches a text of 100 KB with 60 million. */
const numbersMax = 2_000_000;

function after(text: string, { at, unicode }: { at: number; unicode: boolean }): number {
  return at + (unicode && text.codePointAt(at)! > 0xffff ? 2 : 1);
}
