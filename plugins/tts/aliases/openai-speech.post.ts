import { binary, oneOf, reply, t } from "hub";
import tts from "../plugin.ts";
import { formats, mannerFields, mediaTypes } from "../request.ts";
import { buildHeaders, headersNote } from "../response.ts";

/** The sample rate of OpenAI's `pcm` format: 16-bit little-endian samples without a header. */
const pcmRate = 24_000;
const pcmType = "audio/pcm";

export default tts.route({
  summary: "Speak a text, with OpenAI's API",
  description: `Returns the speech as audio, to clients of OpenAI's \`POST /v1/audio/speech\`. \`voice\` is one of OpenAI's voices or any voice of the hub. \`opus\`, \`aac\` and \`flac\` are not supported. ${headersNote}`,
  body: t.Object({
    model: t.String({
      default: "tts-1",
      maxLength: 100,
      description:
        "Any name: the operator configures the model; a name that contains `hd` selects a higher bit rate",
    }),
    input: t.String({ minLength: 1, description: "The text to speak" }),
    voice: t.Union(
      [
        t.String({ minLength: 1, maxLength: 100 }),
        t.Object({
          id: t.String({ minLength: 1, maxLength: 100, description: "The id of the voice" }),
        }),
      ],
      {
        default: "alloy",
        description:
          "The id of a voice, as listed by `/api/tts/voices`, or one of OpenAI's voice names; OpenAI's clients may also write it as `{ id }`",
      },
    ),
    instructions: t.Optional(
      t.String({ maxLength: 4096, description: "Ignored: no engine supports it" }),
    ),
    response_format: oneOf([...formats, "pcm", "opus", "aac", "flac"], {
      default: "mp3",
      description: "The audio format; `pcm` is 24,000 16-bit samples a second, without a header",
    }),
    speed: mannerFields.speed,
    stream_format: oneOf(["audio"], {
      default: "audio",
      description: "The audio only: server-sent events are not supported",
    }),
  }),
  response: binary(mediaTypes.mp3, mediaTypes.wav, mediaTypes.ogg, pcmType),
  heavy: true,
  bodyBytesMax: 524_288,
  example: { body: { input: "Hello, world.", voice: "espeak-en-us" } },
  async handler({ body, net, env, clock, signal, log, caller }) {
    const { response_format: requestedFormat, input: text, speed, model } = body;
    const format = formats.find((one) => one === requestedFormat);
    if (!format && requestedFormat !== "pcm")
      throw tts.error(
        "format_unavailable",
        `Cannot write "${requestedFormat}": ${[...formats, "pcm"].join(", ")} are supported`,
        // The status is 400, because clients retry after a 501 as after any server error.
        { at: "body.response_format", status: 400 },
      );
    const { produceSpeech } = await import("../speech/produce.ts");
    const voice = typeof body.voice === "string" ? body.voice : body.voice.id;
    const usual = { clean: "none", lexicon: {}, volume: 0, pitch: 0, provider: "auto" } as const;
    const speech = await produceSpeech(
      { ...usual, text, textAt: "body.input", voice, speed, fallback: true },
      { net, env, clock, signal, log, caller },
    );
    const headers = buildHeaders(speech);
    if (!format) {
      const { resample } = await import("../audio/resample.ts");
      const { buffer } = resample(speech.sound, pcmRate).samples;
      return reply(new Uint8Array(buffer), { type: pcmType, headers });
    }
    const { encode } = await import("../audio/encode.ts");
    const quality = model.includes("hd") ? "high" : "standard";
    const audio = await encode(speech.sound, { format, quality });
    return reply(audio, { type: mediaTypes[format], headers });
  },
});
