import { type Span, sentencesOf } from "../text/words.ts";
import type { Granularity } from "./kinds.ts";
import type { TimedWord } from "./timed-words.ts";

/** What is shown at one time. */
export interface Cue {
  start_ms: number;
  end_ms: number;
  lines: string[];
  words: TimedWord[];
  /** Who says it, where there are several. */
  speaker?: string;
}

/** How captions are cut. */
export interface Cut {
  granularity: Granularity;
  /** Characters of a line. */
  max_chars: number;
  max_lines: number;
}

/** A silence at which a phrase ends. */
const silenceMs = 500;
/** A phrase ends at a comma once it has this share of its room. */
const fullShare = 0.5;

/** Cuts timed words into captions. */
export function cutCues(
  words: readonly TimedWord[],
  { text, language, ...cut }: Cut & { text: string; language: string },
): Cue[] {
  const ends = sentenceEnds(words, sentencesOf(text, language));
  const cues: Cue[] = [];
  let group: TimedWord[] = [];
  const flush = () => {
    if (group.length > 0) cues.push(cueOf(group, { text, ...cut }));
    group = [];
  };
  for (const [index, word] of words.entries()) {
    const longer = linesOf([...group, word], { text, ...cut });
    if (group.length > 0 && longer.length > cut.max_lines) flush();
    group.push(word);
    const next = words[index + 1];
    const isEnd =
      cut.granularity === "word" ||
      ends.has(index) ||
      (cut.granularity === "phrase" && isPhraseEnd(group, { text, next, ...cut }));
    if (isEnd) flush();
  }
  flush();
  return separateCues(cues);
}

/** The last words of sentences. */
function sentenceEnds(words: readonly TimedWord[], sentences: readonly Span[]): Set<number> {
  const ends = new Set<number>();
  let at = 0;
  for (const [index, { start }] of words.entries()) {
    while (at < sentences.length && sentences[at]!.end <= start) at++;
    const next = words[index + 1];
    if (!next || next.start >= (sentences[at]?.end ?? 0)) ends.add(index);
  }
  return ends;
}

function isPhraseEnd(
  group: readonly TimedWord[],
  { text, next, max_chars, max_lines }: Cut & { text: string; next: TimedWord | undefined },
): boolean {
  const last = group.at(-1)!;
  if (next && next.start_ms - last.end_ms >= silenceMs) return true;
  const isFull = textOf(group, text).length >= fullShare * max_chars * max_lines;
  return isFull && /[,;:،、，；：–—]$/u.test(last.text);
}

function cueOf(words: TimedWord[], options: Cut & { text: string }): Cue {
  return {
    start_ms: words[0]!.start_ms,
    end_ms: words.at(-1)!.end_ms,
    lines: linesOf(words, options),
    words,
  };
}

/** Fills lines one after another. A word that is longer than a line stands alone. */
function linesOf(
  words: readonly TimedWord[],
  { text, max_chars }: { text: string; max_chars: number },
): string[] {
  const lines: TimedWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && textOf([...line, word], text).length <= max_chars) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => textOf(line, text));
}

/** The text from the first of some words to the last, in one line. */
function textOf(words: readonly TimedWord[], text: string): string {
  return text.slice(words[0]!.start, words.at(-1)!.end).split(/\s+/).join(" ");
}

/** Each is shown for a moment at least, and none longer than until the next. */
function separateCues(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY;
    return {
      ...cue,
      end_ms: Math.min(Math.max(cue.end_ms, cue.start_ms + 1), Math.max(next, cue.start_ms)),
    };
  });
}
