import { t } from "hub";
import { durationMs } from "./audio/wav.ts";
import type { Speech } from "./engines/speak.ts";

/** How many places an answer tells of. */
const unreadMax = 100;

/** What an answer in JSON says of how it came about. */
export const speechAnswer = {
  duration_ms: t.Integer({ description: "How long it is, in milliseconds" }),
  engine: t.String({ description: "Who spoke: `azure`, `openai` or `embedded`" }),
  voice: t.String({ description: "The id of the voice that speaks" }),
  voice_substituted: t.Union([t.String(), t.Null()], {
    description: "The voice that was asked for, where another one speaks; or null",
  }),
  degraded_reason: t.Union([t.String(), t.Null()], {
    description: "Why it is less than was asked for; or null",
  }),
  unread: t.Union(
    [
      t.Array(
        t.Object({
          text: t.String({ description: "What it is" }),
          start: t.Integer({ description: "Where it begins in the text that was spoken" }),
          end: t.Integer({ description: "Where it ends there" }),
          script: t.String({ description: "The ISO 15924 code of its script; `Zsym` for symbols" }),
        }),
      ),
      t.Null(),
    ],
    {
      description: `What was left out, as the voice cannot read it: up to ${unreadMax} places; or null where the engine does not tell`,
    },
  ),
  timing: t.String({
    description:
      "Who told when each word is said: `engine`, or `estimated` by the lengths of the words",
  }),
};

/** One word of an answer. */
export const wordAnswer = t.Object({
  text: t.String({ description: "The word, with the signs that stand at it" }),
  start: t.Integer({ description: "Where it begins in the text that was spoken" }),
  end: t.Integer({ description: "Where it ends there" }),
  start_ms: t.Integer({ description: "When it begins, in milliseconds" }),
  end_ms: t.Integer({ description: "When it ends" }),
});

/** The same in an answer's JSON. */
export function factsOf(speech: Speech) {
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

/** And in the headers of one that is sound. */
export function headersOf(speech: Speech): Record<string, string> {
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

/** How many characters of which scripts were left out: `Hani=2, Zsym=1`. */
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

/** Headers that the description of a route should name. */
export const headersNote =
  "`X-Engine` and `X-Voice` say who spoke, `X-Duration-Ms` how long it is, `X-Timing` whether the engine told when each word is said or it was `estimated`. Where another voice than the one asked for speaks, `X-Voice-Substituted` names that one and `X-Degraded` says why. Where the voice cannot read some of the text, that is left out, and `X-Unread` counts its characters by script, as in `Hani=2, Zsym=1`.";
