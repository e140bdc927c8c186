import type { Static } from "hub";
import type { cueAnswer, Speech, TimedWord } from "../answer.ts";
import tts from "../plugin.ts";
import type { CaptionFormat, Cut } from "../request.ts";
import { type Span, splitSentences } from "../text/words.ts";

/** What captions show at one time. */
export type Cue = Static<typeof cueAnswer> & {
  /** Who says it, where there are several. */
  speaker?: string;
};

/** A silence at which a phrase ends. */
const silenceMs = 500;
/** A phrase ends at a comma once it has this share of its room. */
const fullShare = 0.5;

/** Cuts timed words into captions. */
export function cutCues(
  words: readonly TimedWord[],
  { text, language, ...cut }: Cut & { text: string; language: string },
): Cue[] {
  const ends = sentenceEnds(words, splitSentences(text, language));
  const cues: Cue[] = [];
  let group: TimedWord[] = [];
  const flush = () => {
    if (group.length > 0) cues.push(buildCue(group, { text, ...cut }));
    group = [];
  };
  for (const [index, word] of words.entries()) {
    const longer = wrapLines([...group, word], { text, ...cut });
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
    while ((sentences[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++;
    const next = words[index + 1];
    if (!next || next.start >= (sentences[at]?.end ?? 0)) ends.add(index);
  }
  return ends;
}

function isPhraseEnd(
  group: readonly TimedWord[],
  { text, next, max_chars, max_lines }: Cut & { text: string; next: TimedWord | undefined },
): boolean {
  const last = group.at(-1);
  if (last && next && next.start_ms - last.end_ms >= silenceMs) return true;
  const isFull = sliceText(group, text).length >= fullShare * max_chars * max_lines;
  return isFull && /[,;:،、，；：–—]$/u.test(last?.text ?? "");
}

function buildCue(words: TimedWord[], options: Cut & { text: string }): Cue {
  return {
    start_ms: words[0]?.start_ms ?? 0,
    end_ms: words.at(-1)?.end_ms ?? 0,
    lines: wrapLines(words, options),
    words,
  };
}

/** Fills lines one after another. A word that is longer than a line stands alone. */
function wrapLines(
  words: readonly TimedWord[],
  { text, max_chars }: { text: string; max_chars: number },
): string[] {
  const lines: TimedWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && sliceText([...line, word], text).length <= max_chars) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => sliceText(line, text));
}

/** The text from the first of some words to the last, in one line. */
function sliceText(words: readonly TimedWord[], text: string): string {
  return text.slice(words[0]?.start, words.at(-1)?.end).split(/\s+/).join(" ");
}

/** Shows each cue for a moment at least, and none for longer than until the next. */
function separateCues(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY;
    return {
      ...cue,
      end_ms: Math.min(Math.max(cue.end_ms, cue.start_ms + 1), Math.max(next, cue.start_ms)),
    };
  });
}

/** Writes captions as SubRip, WebVTT (https://www.w3.org/TR/webvtt1/) or LRC. */
export function writeCaptions(cues: readonly Cue[], format: CaptionFormat): string {
  if (format === "srt") return cues.map(writeSrtCue).join("\n");
  if (format === "vtt") return `WEBVTT\n\n${cues.map(writeVttCue).join("\n")}`;
  return `${cues.map(writeLrcLine).join("\n")}\n`;
}

function writeSrtCue({ start_ms, end_ms, lines, speaker }: Cue, index: number): string {
  const said = lines.join("\n");
  return `${index + 1}\n${writeClock(start_ms, ",")} --> ${writeClock(end_ms, ",")}\n${speaker === undefined ? "" : `${speaker}: `}${said}\n`;
}

function writeVttCue({ start_ms, end_ms, lines, speaker }: Cue): string {
  const said = lines.map(escapeVtt).join("\n");
  const voice = speaker === undefined ? "" : `<v ${escapeVtt(speaker)}>`;
  return `${writeClock(start_ms, ".")} --> ${writeClock(end_ms, ".")}\n${voice}${said}\n`;
}

function writeLrcLine({ start_ms, lines, speaker }: Cue): string {
  const hundredths = Math.floor(start_ms / 10);
  const [minutes, seconds] = [Math.floor(hundredths / 6000), Math.floor(hundredths / 100) % 60];
  const time = `${padTwo(minutes)}:${padTwo(seconds)}.${padTwo(hundredths % 100)}`;
  return `[${time}]${speaker === undefined ? "" : `${speaker}: `}${lines.join(" ")}`;
}

function writeClock(ms: number, point: string): string {
  const seconds = Math.floor(ms / 1000);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${time.map(padTwo).join(":")}${point}${String(ms % 1000).padStart(3, "0")}`;
}

function padTwo(number: number): string {
  return String(number).padStart(2, "0");
}

function escapeVtt(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** WebVTT by sentences in Base64, as a header can hold it. */
export function writeCaptionsHeader({ words, text, language }: Speech): string {
  const { captionsHeaderMax } = tts.limits;
  const cut = { granularity: "sentence", max_chars: 80, max_lines: 3 } as const;
  const vtt = writeCaptions(cutCues(words, { text, language, ...cut }), "vtt");
  const header = Buffer.from(vtt).toString("base64");
  if (header.length <= captionsHeaderMax) return header;
  throw tts.error(
    "captions_too_long",
    `The captions take ${header.length} characters, and the header holds ${captionsHeaderMax}: use "response": "json" or /api/tts/captions`,
    { at: "body.captions" },
  );
}
