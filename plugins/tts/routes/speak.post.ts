import { binary, oneOf, reply, t } from "hub";
import tts from "../plugin.ts";
import { mediaTypes, soundFields, speechFields } from "../request.ts";
import {
  buildHeaders,
  describeSpeech,
  headersNote,
  speechAnswer,
  speechHeaders,
  wordAnswer,
} from "../response.ts";

const { trialTextMax, captionsHeaderMax } = tts.limits;

export default tts.route({
  summary: "Speak a text or SSML",
  keywords: "text to speech, tts, mp3 from text, voice, speech synthesis, read aloud, text to mp3",
  description: `For announcements, lessons and accessible pages: the spoken text as audio. Azure Speech or a server with OpenAI's speech API speaks if the operator has configured one; otherwise Flite speaks English, eSpeak NG speaks the other languages, and the text stays on the hub's server. The endpoint rejects a text if the voice cannot read the script of a quarter of its letters or more. ${headersNote}`,
  body: t.Object({
    ...speechFields,
    ...soundFields,
    stream: t.Boolean({
      default: false,
      description:
        "Whether to stream the audio while it is synthesised, a few sentences at a time, without `X-Duration-Ms`, captions or JSON. `X-Unread` then counts the first sentences only",
    }),
    captions: oneOf(["none", "header"], {
      default: "none",
      description: `\`header\` adds \`X-Captions\`: WebVTT by sentence in Base64, up to ${captionsHeaderMax} characters`,
    }),
    response: oneOf(["audio", "json"], {
      default: "audio",
      description:
        "Format of the response: the audio file, or JSON with the audio in Base64 and the time of each word",
    }),
  }),
  response: t.Union([
    binary(mediaTypes.mp3, mediaTypes.wav, mediaTypes.ogg, mediaTypes.opus, mediaTypes.flac),
    t.Object({
      ...speechAnswer,
      media_type: t.String({ description: "The media type of the audio" }),
      audio_base64: t.String({ description: "The audio in Base64" }),
      words: t.Array(wordAnswer, { description: "The words, with their times" }),
    }),
  ]),
  heavy: true,
  bodyBytesMax: 524_288,
  tryPerMinute: 10,
  headers: [...speechHeaders, "x-captions"],
  tool: { title: "Speak a text", fields: ["text", "language", "speed", "format"] },
  example: { body: { text: "Hello, world.", voice: "flite-slt" } },
  gallery: {
    English: {},
    German: { body: { text: "Guten Tag, wie geht es Ihnen?", voice: "espeak-de" } },
    French: { body: { text: "Bonjour, comment allez-vous ?", voice: "espeak-fr" } },
    Spanish: { body: { text: "Buenos días, ¿cómo está usted?", voice: "espeak-es" } },
    Polish: { body: { text: "Dzień dobry, jak się pan miewa?", voice: "espeak-pl" } },
    Swahili: { body: { text: "Habari za asubuhi, hujambo?", voice: "espeak-sw" } },
    Hindi: { body: { text: "नमस्ते, आप कैसे हैं?", voice: "espeak-hi" } },
  },
  async handler({ body, net, env, clock, signal, log, caller, data, models }) {
    const doors = { net, env, clock, signal, log, caller, data, models };
    const length = (body.text ?? body.ssml ?? "").length;
    if (caller.id === undefined && length > trialTextMax)
      throw tts.error(
        "text_too_long",
        `Without a key, text must have at most ${trialTextMax} characters: it has ${length}`,
        { at: "query.text" },
      );
    if (body.stream) {
      const { createStream, streamSpeech } = await import("../speech/stream.ts");
      const { encodeStream } = await import("../audio/encode.ts");
      if (body.response === "json" || body.captions === "header")
        throw tts.error(
          "invalid_input",
          "body.stream must be false with JSON or captions, which need the whole recording: it is true",
          { at: "body.stream" },
        );
      if (body.target_duration_ms !== undefined)
        throw tts.error(
          "invalid_input",
          "body.stream must be false with body.target_duration_ms, which needs the whole recording: it is true",
          { at: "body.stream" },
        );
      const { first, sounds } = await streamSpeech(body, doors);
      const { "x-duration-ms": _, ...headers } = buildHeaders(first);
      const stream = createStream(encodeStream(sounds, body));
      return reply(stream, { type: mediaTypes[body.format], headers });
    }
    const { produceSpeech } = await import("../speech/produce.ts");
    const { encode } = await import("../audio/encode.ts");
    const speech = await produceSpeech(body, doors);
    const audio = await encode(speech.sound, body);
    const type = mediaTypes[body.format];
    if (body.response === "json")
      return {
        ...describeSpeech(speech),
        media_type: type,
        audio_base64: Buffer.from(audio).toString("base64"),
        words: speech.words,
      };
    const headers = buildHeaders(speech);
    if (body.captions === "header") {
      const { writeCaptionsHeader } = await import("../captions/cues.ts");
      headers["x-captions"] = writeCaptionsHeader(speech);
    }
    return reply(audio, { type, headers });
  },
});
