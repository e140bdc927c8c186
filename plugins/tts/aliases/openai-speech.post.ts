import { binary, oneOf, reply, t } from "hub";
import { headersNote, headersOf } from "../answer.ts";
import tts from "../plugin.ts";
import { formats, mannerFields, mediaTypes } from "../request.ts";

export default tts.route({
  summary: "Speak a text, with OpenAI's API",
  description: `For clients of OpenAI's \`POST /v1/audio/speech\`. \`voice\` is one of OpenAI's voices or any of this hub's. \`opus\`, \`aac\`, \`flac\` and \`pcm\` are not supported. ${headersNote}`,
  body: t.Object({
    model: t.String({
      default: "tts-1",
      maxLength: 100,
      description:
        "Any name: the hub's operator chooses the model, and a name that contains `hd` gives a higher bit rate",
    }),
    input: t.String({ minLength: 1, description: "The text to speak" }),
    voice: t.String({
      default: "alloy",
      minLength: 1,
      maxLength: 100,
      description:
        "The id of a voice, as listed by `/api/tts/voices`, or one of OpenAI's voice names",
    }),
    instructions: t.Optional(
      t.String({ maxLength: 4096, description: "Ignored: no engine here supports it" }),
    ),
    response_format: oneOf([...formats, "opus", "aac", "flac", "pcm"], {
      default: "mp3",
      description: "The audio format",
    }),
    speed: mannerFields.speed,
    stream_format: oneOf(["audio"], {
      default: "audio",
      description: "The audio itself: events are not supported",
    }),
  }),
  response: binary(mediaTypes.mp3, mediaTypes.wav, mediaTypes.ogg),
  heavy: true,
  bodyBytesMax: 524_288,
  example: { body: { input: "Hello, world.", voice: "espeak-en-us" } },
  async handler({ body, net, env, clock, signal, log, caller }) {
    const format = formats.find((one) => one === body.response_format);
    if (!format)
      throw tts.error(
        "format_unavailable",
        `Cannot write "${body.response_format}": ${formats.join(", ")} are supported`,
        { at: "body.response_format" },
      );
    const { produceSpeech } = await import("../speech/produce.ts");
    const { encode } = await import("../audio/encode.ts");
    const { input: text, voice, speed, model } = body;
    const usual = { clean: "none", lexicon: {}, volume: 0, pitch: 0, provider: "auto" } as const;
    const speech = await produceSpeech(
      { ...usual, text, textAt: "body.input", voice, speed, fallback: true },
      { net, env, clock, signal, log, caller },
    );
    const quality = model.includes("hd") ? "high" : "standard";
    const audio = await encode(speech.sound, { format, quality });
    return reply(audio, { type: mediaTypes[format], headers: headersOf(speech) });
  },
});
