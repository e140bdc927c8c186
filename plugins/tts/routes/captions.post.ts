import { binary, oneOf, reply, t, zip } from "hub";
import tts from "../plugin.ts";
import { captionTypes, cutFields, soundFields, speechFields } from "../request.ts";
import {
  buildHeaders,
  cueAnswer,
  describeSpeech,
  headersNote,
  speechAnswer,
  speechHeaders,
} from "../response.ts";

export default tts.route({
  summary: "Write captions for a spoken text",
  keywords: "subtitles, srt, webvtt, captions",
  description: `For videos: the words of a spoken text with their times, as SubRip, WebVTT, LRC or JSON. The times come from the engine if it reports when each word is spoken, as eSpeak NG does, and are otherwise estimated from the lengths of the words: \`X-Timing\` and the JSON's \`timing\` say which. With \`include_audio\`, the response is a ZIP with the captions and the audio. ${headersNote}`,
  body: t.Object({
    ...speechFields,
    caption_format: oneOf(["srt", "vtt", "json", "lrc"], {
      default: "srt",
      description: "Format of the captions",
    }),
    ...cutFields,
    include_audio: t.Boolean({
      default: false,
      description: "Whether to return a ZIP of the captions and the audio",
    }),
    ...soundFields,
  }),
  response: t.Union([
    binary(captionTypes.srt, captionTypes.vtt, captionTypes.lrc, "application/zip"),
    t.Object({
      ...speechAnswer,
      cues: t.Array(cueAnswer, { description: "The captions, in order" }),
    }),
  ]),
  heavy: true,
  bodyBytesMax: 524_288,
  headers: speechHeaders,
  example: {
    body: {
      text: "Hello, world. This is a caption.",
      voice: "flite-slt",
      caption_format: "vtt",
    },
  },
  async handler({ body, net, env, clock, signal, log, caller, data, models }) {
    const doors = { net, env, clock, signal, log, caller, data, models };
    const { produceSpeech } = await import("../speech/produce.ts");
    const { cutCues, writeCaptions } = await import("../captions/cues.ts");
    const speech = await produceSpeech(body, doors);
    const { text, language } = speech;
    const cues = cutCues(speech.words, { ...body, text, language });
    const { caption_format: kind } = body;
    const answer = { ...describeSpeech(speech), cues };
    const captions = kind === "json" ? JSON.stringify(answer) : writeCaptions(cues, kind);
    const headers = buildHeaders(speech);
    if (body.include_audio) {
      const { encode } = await import("../audio/encode.ts");
      const files = {
        [`captions.${kind}`]: new TextEncoder().encode(captions),
        [`speech.${body.format}`]: await encode(speech.sound, body),
      };
      return reply(await zip(files), { type: "application/zip", headers });
    }
    if (kind === "json") return reply(answer, { headers });
    return reply(captions, { type: captionTypes[kind], headers });
  },
});
