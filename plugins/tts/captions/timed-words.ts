import { findAudible } from "../audio/level.ts";
import type { Sound } from "../audio/wav.ts";
import type { TimedWord } from "../response.ts";
import { type Span, splitWords } from "../text/words.ts";

interface Timing {
  sound: Sound;
  /** The time at which each position of the text is spoken, if the engine reports it. */
  moments?: readonly { place: number; ms: number }[] | undefined;
  language: string;
}

/** Determines when each word of a text is spoken. */
export function timeWords(text: string, { sound, moments, language }: Timing): TimedWord[] {
  const spans = splitWords(text, language);
  const { samples, rate } = sound;
  const audible = findAudible(samples, { from: 0, to: samples.length });
  // An engine may report a word a little before it is audible.
  const firstMs = Math.min(
    (1000 * audible.from) / rate,
    moments?.[0]?.ms ?? Number.POSITIVE_INFINITY,
  );
  const lastMs = (1000 * audible.to) / rate;
  const known = moments
    ? findStarts(spans, moments)
    : new Map<number, number>(spans.length > 0 ? [[0, firstMs]] : []);
  const starts = fillStarts(known, { text, spans, firstMs, lastMs });
  return spans.map(({ start, end }, index) => {
    const from = starts[index] ?? lastMs;
    const next = starts[index + 1] ?? (1000 * samples.length) / rate;
    const stretch = {
      from: Math.round((from * rate) / 1000),
      to: Math.round((next * rate) / 1000),
    };
    const until = (1000 * findAudible(samples, stretch).to) / rate;
    const start_ms = Math.round(from);
    return {
      text: text.slice(start, end),
      start,
      end,
      start_ms,
      end_ms: Math.max(start_ms, Math.min(Math.round(until), Math.round(next))),
    };
  });
}

/** Returns the first moment within each word. Numbers are spoken as several words. */
function findStarts(spans: readonly Span[], moments: NonNullable<Timing["moments"]>) {
  const starts = new Map<number, number>();
  let at = 0;
  let last = 0;
  for (const { place, ms } of moments) {
    while ((spans[at]?.end ?? Number.POSITIVE_INFINITY) <= place) at++;
    const span = spans[at];
    if (!span || place < span.start || starts.has(at)) continue;
    last = Math.max(last, ms);
    starts.set(at, last);
  }
  return starts;
}

interface Gaps {
  text: string;
  spans: readonly Span[];
  firstMs: number;
  lastMs: number;
}

/** Distributes the time between known words by their estimated durations. */
function fillStarts(
  known: ReadonlyMap<number, number>,
  { text, spans, firstMs, lastMs }: Gaps,
): number[] {
  const weights = spans.map(({ start, end }) => estimateWeight(text.slice(start, end)));
  const starts: number[] = [];
  for (let index = 0; index < spans.length; ) {
    let until = index + 1;
    while (until < spans.length && !known.has(until)) until++;
    const from = known.get(index) ?? firstMs;
    const to = Math.max(from, known.get(until) ?? lastMs);
    const whole = weights.slice(index, until).reduce((sum, weight) => sum + weight, 0);
    let elapsed = 0;
    for (; index < until; index++) {
      starts.push(from + ((to - from) * elapsed) / whole);
      elapsed += weights[index] ?? 0;
    }
  }
  return starts;
}

/** Estimates the relative duration of a word, including the pause after it. */
function estimateWeight(word: string): number {
  const dense = word.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  );
  const pause = /[.!?…。！？]["'”’)]?$/u.test(word) ? 6 : /[,;:،、，；：–—]$/u.test(word) ? 3 : 0;
  return word.length + 2 * (dense?.length ?? 0) + 1 + pause;
}
