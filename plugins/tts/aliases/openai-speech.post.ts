import { binary, oneOf, reply, t } from "hub";
import { headersNote, headersOf } from "../answer.ts";
import { formats, mediaTypes } from "../audio/formats.ts";
import tts from "../plugin.ts";
import { mannerFields } from "../request.ts";

export default tts.route({
  summary: "Speak a text as OpenAI's API does",
  description: `For programs that were made for \`POST /v1/audio/speech\`: \`voice\` is one of OpenAI's or any of this hub's. \`opus\`, \`aac\`, \`flac\` and \`pcm\` are not written. ${headersNote}`,
  body: t.Object({
    model: t.String({
      default: "tts-1",
      maxLength: 100,
      description:
        "Any: the hub's operator says which one speaks, and a name with `hd` writes more bits",
    }),
    input: t.String({ minLength: 1, description: "What is said" }),
    voice: t.String({
      default: "alloy",
      minLength: 1,
      maxLength: 100,
      description: "The id of a voice, as `/api/tts/voices` lists it, or a name of OpenAI's",
    }),
    instructions: t.Optional(
      t.String({ maxLength: 4096, description: "Not followed: no engine here takes any" }),
    ),
    response_format: oneOf([...formats, "opus", "aac", "flac", "pcm"], {
      default: "mp3",
      description: "What the sound is written as",
    }),
    speed: mannerFields.speed,
    stream_format: oneOf(["audio"], {
      default: "audio",
      description: "The sound as it is: events are not sent",
    }),
  }),
  response: binary(mediaTypes.mp3, mediaTypes.wav, mediaTypes.ogg),
  heavy: true,
  bodyBytesMax: 524_288,
  example: { body: { input: "Hello, world.", voice: "espeak-en-us" } },
  async handler({ body, net, env, clock, signal, log }) {
    const format = formats.find((one) => one === body.response_format);
    if (!format)
      throw tts.error(
        "format_unavailable",
        `Cannot write ${body.response_format}: ${formats.join(", ")} can be written`,
        { at: "body.response_format" },
      );
    const { produce: produceSpeech } = await import("../engines/produce.ts");
    const { encode } = await import("../audio/encode.ts");
    const { input: text, voice, speed, model } = body;
    const usual = { clean: "none", lexicon: {}, volume: 0, pitch: 0, provider: "auto" } as const;
    const speech = await produceSpeech(
      { ...usual, text, textAt: "body.input", voice, speed, fallback: true },
      { net, env, clock, signal, log },
    );
    const quality = model.includes("hd") ? "high" : "standard";
    const audio = await encode(speech.sound, { format, quality });
    return reply(audio, { type: mediaTypes[format], headers: headersOf(speech) });
  },
});
