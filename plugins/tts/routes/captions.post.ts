import { binary, oneOf, reply, t, zip } from "hub";
import { factsOf, headersNote, headersOf, speechAnswer, wordAnswer } from "../answer.ts";
import { captionFormats, captionTypes, granularities } from "../captions/kinds.ts";
import tts from "../plugin.ts";
import { soundFields, speechFields } from "../request.ts";

export default tts.route({
  summary: "Write captions for a text as it is spoken",
  description: `SubRip, WebVTT, LRC or JSON, by the moments at which the engine says each word where it tells them, as eSpeak NG does, and else by the lengths of the words: \`X-Timing\` and the JSON's \`timing\` say which. \`include_audio\` answers a ZIP with both. ${headersNote}`,
  body: t.Object({
    ...speechFields,
    caption_format: oneOf(captionFormats, {
      default: "srt",
      description: "What the captions are written as",
    }),
    granularity: oneOf(granularities, {
      default: "phrase",
      description: "What is shown at one time at most",
    }),
    max_chars: t.Integer({
      minimum: 10,
      maximum: 120,
      default: 42,
      description: "Characters of a line: a longer word stands alone in one",
    }),
    max_lines: t.Integer({
      minimum: 1,
      maximum: 3,
      default: 2,
      description: "Lines shown at one time",
    }),
    include_audio: t.Boolean({
      default: false,
      description: "Whether to answer a ZIP with the captions and the sound",
    }),
    ...soundFields,
  }),
  response: t.Union([
    binary(captionTypes.srt, captionTypes.vtt, captionTypes.lrc, "application/zip"),
    t.Object({
      ...speechAnswer,
      cues: t.Array(
        t.Object({
          start_ms: t.Integer({ description: "When it is shown, in milliseconds" }),
          end_ms: t.Integer({ description: "Until when" }),
          lines: t.Array(t.String(), { description: "What is shown" }),
          words: t.Array(wordAnswer, { description: "When each of its words is said" }),
        }),
        { description: "What is shown at one time" },
      ),
    }),
  ]),
  heavy: true,
  bodyBytesMax: 524_288,
  example: {
    body: {
      text: "Hello, world. This is a caption.",
      voice: "espeak-en-us",
      caption_format: "vtt",
    },
  },
  async handler({ body, net, env, clock, signal, log }) {
    const { produce: produceSpeech } = await import("../engines/produce.ts");
    const { cuesOf: cutCues } = await import("../captions/cues.ts");
    const { writeCaptions } = await import("../captions/write.ts");
    const speech = await produceSpeech(body, { net, env, clock, signal, log });
    const { text, language } = speech;
    const cues = cutCues(speech.words, { ...body, text, language });
    const { caption_format: kind } = body;
    const answer = { ...factsOf(speech), cues };
    const written = kind === "json" ? JSON.stringify(answer) : writeCaptions(cues, kind);
    const headers = headersOf(speech);
    if (body.include_audio) {
      const { encode } = await import("../audio/encode.ts");
      const files = {
        [`captions.${kind}`]: new TextEncoder().encode(written),
        [`speech.${body.format}`]: await encode(speech.sound, body),
      };
      return reply(await zip(files), { type: "application/zip", headers });
    }
    if (kind === "json") return reply(answer, { headers });
    return reply(written, { type: captionTypes[kind], headers });
  },
});
