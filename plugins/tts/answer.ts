import { type Static, t } from "hub";
import { durationMs, type Sound } from "./audio/wav.ts";
import type { Unread } from "./engines/espeak-reading.ts";
import type { Voice } from "./voices/voice.ts";

/** The most unread places that an answer lists. */
const unreadMax = 100;

/** One word of the text, and when it is said. */
export const wordAnswer = t.Object({
  text: t.String({ description: "The word, with the punctuation attached to it" }),
  start: t.Integer({ description: "Where it starts in the spoken text" }),
  end: t.Integer({ description: "Where it ends in the spoken text" }),
  start_ms: t.Integer({ description: "When it starts, in milliseconds" }),
  end_ms: t.Integer({ description: "When it ends, in milliseconds" }),
});
export type TimedWord = Static<typeof wordAnswer>;

/** What captions show at one time. */
export const cueAnswer = t.Object({
  start_ms: t.Integer({ description: "When it appears, in milliseconds" }),
  end_ms: t.Integer({ description: "When it disappears, in milliseconds" }),
  lines: t.Array(t.String(), { description: "The lines it shows" }),
  words: t.Array(wordAnswer, { description: "When each of its words is said" }),
});

/** Speech, and how it came about. */
export interface Speech {
  /** The spoken text, as captions show it. */
  text: string;
  /** The BCP 47 tag of its language. */
  language: string;
  sound: Sound;
  words: TimedWord[];
  /** Where the times of the words come from. */
  timing: "engine" | "estimated";
  engine: Voice["provider"];
  voice: Voice;
  /** What of the text was left out, as the voice cannot read it, where the engine tells. */
  unread?: Unread[];
  /** The id of the voice that was asked for, where another one speaks. */
  substituted?: string;
  /** Why it is less than was asked for. */
  degraded?: string;
}

/** The fields of an answer in JSON that say how the speech came about. */
export const speechAnswer = {
  duration_ms: t.Integer({ description: "The duration of the audio, in milliseconds" }),
  engine: t.String({ description: "The engine that spoke: `azure`, `openai` or `embedded`" }),
  voice: t.String({ description: "The id of the voice that spoke" }),
  voice_substituted: t.Union([t.String(), t.Null()], {
    description: "The voice that was asked for, when another one spoke; otherwise null",
  }),
  degraded_reason: t.Union([t.String(), t.Null()], {
    description: "Why the speech is less than was asked for; otherwise null",
  }),
  unread: t.Union(
    [
      t.Array(
        t.Object({
          text: t.String({ description: "The text that was left out" }),
          start: t.Integer({ description: "Where it starts in the spoken text" }),
          end: t.Integer({ description: "Where it ends in the spoken text" }),
          script: t.String({ description: "The ISO 15924 code of its script; `Zsym` for symbols" }),
        }),
      ),
      t.Null(),
    ],
    {
      description: `The parts of the text that the voice cannot read and left out, up to ${unreadMax}; null when the engine does not report them`,
    },
  ),
  timing: t.String({
    description:
      "Where the times of words come from: `engine`, or `estimated` from the lengths of the words",
  }),
};

/** Writes those fields. */
export function describeSpeech(speech: Speech) {
  return {
    duration_ms: durationMs(speech.sound),
    engine: speech.engine,
    voice: speech.voice.id,
    voice_substituted: speech.substituted ?? null,
    degraded_reason: speech.degraded ?? null,
    unread:
      speech.unread?.slice(0, unreadMax).map((one) => ({
        text: speech.text.slice(one.start, one.end),
        ...one,
      })) ?? null,
    timing: speech.timing,
  };
}

/** Writes the same as headers, for an answer that is audio. */
export function buildHeaders(speech: Speech): Record<string, string> {
  return {
    "x-engine": speech.engine,
    "x-voice": speech.voice.id,
    ...(speech.substituted !== undefined && { "x-voice-substituted": speech.substituted }),
    "x-duration-ms": String(durationMs(speech.sound)),
    ...(speech.degraded !== undefined && { "x-degraded": speech.degraded }),
    ...unreadHeader([speech]),
    "x-timing": speech.timing,
  };
}

/** Counts the characters that were left out by script: `Hani=2, Zsym=1`. */
export function unreadHeader(
  speeches: readonly Pick<Speech, "text" | "unread">[],
): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { text, unread = [] } of speeches)
    for (const { script, start, end } of unread)
      counts.set(script, (counts.get(script) ?? 0) + Array.from(text.slice(start, end)).length);
  const said = Array.from(counts, ([script, count]) => `${script}=${count}`).join(", ");
  return said === "" ? {} : { "x-unread": said };
}

/** The headers, for the description of a route. */
export const headersNote =
  "`X-Engine` and `X-Voice` name the engine and the voice, `X-Duration-Ms` gives the duration, and `X-Timing` says whether the times of words come from the engine or are `estimated`. When another voice than the one asked for speaks, `X-Voice-Substituted` names the one asked for and `X-Degraded` gives the reason. Text that the voice cannot read is left out, and `X-Unread` counts its characters by script, as in `Hani=2, Zsym=1`.";
