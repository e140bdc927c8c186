import type { Static } from "hub";
import tts from "../plugin.ts";
import type { CaptionFormat, Cut } from "../request.ts";
import type { cueAnswer, Speech, TimedWord } from "../response.ts";
import { type Span, splitSentences } from "../text/words.ts";

/** A caption cue. */
export type Cue = Static<typeof cueAnswer> & {
  /** The speaker's name, if there are several. */
  speaker?: string;
};

/** Length of a silence that ends a phrase. */
const silenceMs = 500;
/** Share of the maximum length from which a phrase may end at a comma. */
const fullShare = 0.5;

/** Groups timed words into cues. */
export function cutCues(
  words: readonly TimedWord[],
  { text, language, ...cut }: Cut & { text: string; language: string },
): Cue[] {
  const ends = findSentenceEnds(words, splitSentences(text, language));
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

/** Returns the indexes of the last words of sentences. */
function findSentenceEnds(words: readonly TimedWord[], sentences: readonly Span[]): Set<number> {
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

/** Wraps words into lines. A word longer than a line gets its own. */
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

/** Returns the text from the first word to the last, on one line. */
function sliceText(words: readonly TimedWord[], text: string): string {
  return text.slice(words[0]?.start, words.at(-1)?.end).split(/\s+/).join(" ");
}

/** Gives each cue a minimum duration, without overlapping the next one. */
function separateCues(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY;
    return {
      ...cue,
      end_ms: Math.min(Math.max(cue.end_ms, cue.start_ms + 1), Math.max(next, cue.start_ms)),
    };
  });
}

/** Formats captions as SubRip, WebVTT (https://www.w3.org/TR/webvtt1/) or LRC. */
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

/** Returns WebVTT by sentence in Base64, to fit into a header. */
export function writeCaptionsHeader({ words, text, language }: Speech): string {
  const { captionsHeaderMax } = tts.limits;
  const cut = { granularity: "sentence", max_chars: 80, max_lines: 3 } as const;
  const vtt = writeCaptions(cutCues(words, { text, language, ...cut }), "vtt");
  const header = Buffer.from(vtt).toString("base64");
  if (header.length <= captionsHeaderMax) return header;
  throw tts.error(
    "captions_too_long",
    `The captions have ${header.length} characters, and the header can hold ${captionsHeaderMax}: use "response": "json" or /api/tts/captions`,
    { at: "body.captions" },
  );
}
