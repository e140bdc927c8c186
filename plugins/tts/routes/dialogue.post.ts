import { binary, oneOf, reply, t } from "hub";
import { mediaTypes } from "../audio/formats.ts";
import tts from "../plugin.ts";
import { engineFields, mannerFields, soundFields, voiceId } from "../request.ts";

const { segmentsMax, pauseMsMax, textMax } = tts.limits;

export default tts.route({
  summary: "Speak a dialogue of several voices as one recording",
  description: `Up to ${segmentsMax} segments of ${textMax} characters in all. \`output: "zip"\` answers one file for each, with all of it and its captions. \`X-Engine\` names the engines that spoke, \`X-Duration-Ms\` how long it is, \`X-Voice-Substituted\` the voices that others speak for, and \`X-Degraded\` why.`,
  body: t.Object({
    segments: t.Array(
      t.Object({
        text: t.String({ minLength: 1, maxLength: textMax, description: "What is said" }),
        voice: t.Optional(voiceId),
        speaker: t.Optional(
          t.String({
            minLength: 1,
            maxLength: 60,
            description: "The name of who says it, for captions",
          }),
        ),
        ...mannerFields,
        pause_before_ms: t.Optional(
          t.Integer({
            minimum: 0,
            maximum: pauseMsMax,
            description: "Silence before it, in place of `gap_ms`",
          }),
        ),
      }),
      { minItems: 1, maxItems: segmentsMax, description: "Who says what, in order" },
    ),
    ...soundFields,
    gap_ms: t.Integer({
      minimum: 0,
      maximum: pauseMsMax,
      default: 350,
      description: "Silence between segments",
    }),
    normalize: t.Boolean({
      default: true,
      description: "Whether all are brought to the same level",
    }),
    crossfade_ms: t.Integer({
      minimum: 0,
      maximum: 2000,
      default: 0,
      description: "How long one segment is blended into the next, in place of a silence",
    }),
    output: oneOf(["single", "zip"], {
      default: "single",
      description: "One recording, or a ZIP with its segments, too",
    }),
    captions: oneOf(["none", "srt", "vtt", "lrc"], {
      default: "none",
      description: "Captions with the names of the speakers, in a ZIP",
    }),
    ...engineFields,
  }),
  response: binary(mediaTypes.mp3, mediaTypes.wav, mediaTypes.ogg, "application/zip"),
  heavy: true,
  bodyBytesMax: 524_288,
  example: {
    body: {
      segments: [
        { text: "Good morning.", voice: "espeak-en-us", speed: 1, pitch: 0 },
        { text: "And to you.", voice: "espeak-en-gb-f2", speed: 1.2, pitch: 5, speaker: "Ann" },
      ],
    },
  },
  async handler({ body, net, env, clock, signal, log }) {
    const { dialogue: speakDialogue } = await import("../dialogue/dialogue.ts");
    const { bytes, type, headers } = await speakDialogue(body, { net, env, clock, signal, log });
    return reply(bytes, { type, headers });
  },
});
