import { type Static, t } from "hub";
import { getDurationMs, type Sound } from "./audio/wav.ts";
import type { Unread } from "./engines/espeak-reading.ts";
import type { Voice } from "./voices/voice.ts";

/** Maximum number of unread spans in a response. */
const unreadMax = 100;

/** A word of the text, and the time at which it is spoken. */
export const wordAnswer = t.Object({
  text: t.String({ description: "The word, with the punctuation attached to it" }),
  start: t.Integer({
    description: "Start position of the word in the spoken text, in UTF-16 code units",
  }),
  end: t.Integer({
    description: "End position of the word in the spoken text, in UTF-16 code units",
  }),
  start_ms: t.Integer({ description: "Start time in milliseconds" }),
  end_ms: t.Integer({ description: "End time in milliseconds" }),
});
export type TimedWord = Static<typeof wordAnswer>;

/** A caption cue. */
export const cueAnswer = t.Object({
  start_ms: t.Integer({ description: "Start time in milliseconds" }),
  end_ms: t.Integer({ description: "End time in milliseconds" }),
  lines: t.Array(t.String(), { description: "The lines of the cue" }),
  words: t.Array(wordAnswer, { description: "The words of the cue, with their times" }),
});

/** Speech, with the details of its production. */
export interface Speech {
  /** The spoken text, as captions show it. */
  text: string;
  /** The BCP 47 tag of the text's language. */
  language: string;
  sound: Sound;
  words: TimedWord[];
  /** The source of the word times. */
  timing: "engine" | "estimated";
  engine: Voice["provider"];
  voice: Voice;
  /** The ids of all voices, if SSML has several. */
  voices?: string[];
  /** The text that the voice can't read and left out, if the engine reports it. */
  unread?: Unread[];
  /** The id of the requested voice, if another one spoke. */
  substituted?: string;
  /** The reason why the speech differs from the request. */
  degraded?: string;
  /** Reports of parts of SSML that were ignored or approximated. */
  notes?: readonly string[];
  /** SSML's marks, with their times. */
  marks?: readonly { name: string; start_ms: number }[];
}

/** The fields of a JSON response that describe the speech. */
export const speechAnswer = {
  duration_ms: t.Integer({ description: "Duration of the audio in milliseconds" }),
  engine: t.String({ description: "The engine that spoke: `azure`, `openai` or `embedded`" }),
  voice: t.String({
    description: "The id of the voice that spoke; several, separated by commas, if SSML changes it",
  }),
  voice_substituted: t.Union([t.String(), t.Null()], {
    description: "The requested voice if another one spoke; otherwise null",
  }),
  degraded_reason: t.Union([t.String(), t.Null()], {
    description: "The reason why the speech differs from the request; otherwise null",
  }),
  unread: t.Union(
    [
      t.Array(
        t.Object({
          text: t.String({ description: "The text that was left out" }),
          start: t.Integer({
            description: "Start position in the spoken text, in UTF-16 code units",
          }),
          end: t.Integer({ description: "End position in the spoken text, in UTF-16 code units" }),
          script: t.String({ description: "The ISO 15924 code of its script; `Zsym` for symbols" }),
        }),
      ),
      t.Null(),
    ],
    {
      description: `The parts of the text that the voice cannot read and left out, up to ${unreadMax}; null if the engine does not report them`,
    },
  ),
  marks: t.Array(
    t.Object({
      name: t.String({ description: "The mark's name" }),
      start_ms: t.Integer({ description: "Start time of the word after the mark in milliseconds" }),
    }),
    { description: "The marks of SSML" },
  ),
  notes: t.Array(t.String(), { description: "What was ignored or approximated in SSML" }),
  timing: t.String({
    description:
      "The source of the word times: `engine`, or `estimated` from the lengths of the words",
  }),
};

/** Returns those fields. */
export function describeSpeech(speech: Speech) {
  return {
    duration_ms: getDurationMs(speech.sound),
    engine: speech.engine,
    voice: speech.voices?.join(", ") ?? speech.voice.id,
    voice_substituted: speech.substituted ?? null,
    degraded_reason: speech.degraded ?? null,
    unread:
      speech.unread?.slice(0, unreadMax).map((one) => ({
        text: speech.text.slice(one.start, one.end),
        ...one,
      })) ?? null,
    marks: [...(speech.marks ?? [])],
    notes: [...(speech.notes ?? [])],
    timing: speech.timing,
  };
}

/** Returns the same information as headers, for an audio response. */
export function buildHeaders(speech: Speech): Record<string, string> {
  return {
    "x-engine": speech.engine,
    "x-voice": speech.voices?.join(", ") ?? speech.voice.id,
    ...(speech.substituted !== undefined && { "x-voice-substituted": speech.substituted }),
    "x-duration-ms": String(getDurationMs(speech.sound)),
    ...(speech.degraded !== undefined && { "x-degraded": speech.degraded }),
    ...formatUnread([speech]),
    ...(speech.notes && speech.notes.length > 0 && { "x-ssml-notes": formatNotes(speech.notes) }),
    "x-timing": speech.timing,
  };
}

/** Joins notes for a header, which has only ASCII. */
function formatNotes(notes: readonly string[]): string {
  return notes
    .join("; ")
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, 1000);
}

/** Returns the number of characters left out by script: `Hani=2, Zsym=1`. */
export function formatUnread(
  speeches: readonly Pick<Speech, "text" | "unread">[],
): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { text, unread = [] } of speeches)
    for (const { script, start, end } of unread)
      counts.set(script, (counts.get(script) ?? 0) + Array.from(text.slice(start, end)).length);
  const said = Array.from(counts, ([script, count]) => `${script}=${count}`).join(", ");
  return said === "" ? {} : { "x-unread": said };
}

/** The names of these headers. */
export const speechHeaders = [
  "x-degraded",
  "x-duration-ms",
  "x-engine",
  "x-ssml-notes",
  "x-timing",
  "x-unread",
  "x-voice",
  "x-voice-substituted",
];

/** The description of the headers, for routes. */
export const headersNote =
  "`X-Engine` and `X-Voice` name the engine and the voice, `X-Duration-Ms` gives the duration, and `X-Timing` says whether the times of words come from the engine or are `estimated`. If the requested voice is unavailable and another one speaks, `X-Voice-Substituted` names the requested one and `X-Degraded` gives the reason. Text that the voice cannot read is left out, and `X-Unread` counts its characters by script, as in `Hani=2, Zsym=1`. `X-SSML-Notes` lists what was ignored or approximated in SSML.";
