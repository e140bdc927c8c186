import { binary, oneOf, reply, t } from "hub";
import tts from "../plugin.ts";
import { formats, mannerFields, mediaTypes } from "../request.ts";
import { buildHeaders, headersNote, speechHeaders } from "../response.ts";

const types = { ...mediaTypes, pcm: "audio/pcm", aac: "audio/aac" } as const;
const eventsType = "text/event-stream";

export default tts.route({
  summary: "Speak a text, with OpenAI's API",
  description: `Returns the speech as audio, to clients of OpenAI's \`POST /v1/audio/speech\`. \`voice\` is one of OpenAI's voices or any voice of the hub. Texts of more than a sentence or two are streamed while they are synthesised, without \`X-Duration-Ms\`. ${headersNote}`,
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
    response_format: oneOf([...formats, "pcm", "aac"], {
      default: "mp3",
      description:
        "The audio format; `pcm` is 24,000 16-bit samples a second, without a header; `aac` needs the program `ffmpeg` on the hub's machine",
    }),
    speed: mannerFields.speed,
    stream_format: oneOf(["audio", "sse"], {
      default: "audio",
      description:
        "The audio, or OpenAI's server-sent events: `speech.audio.delta` with audio in Base64, then `speech.audio.done`, whose token counts are 0",
    }),
  }),
  response: binary(
    types.mp3,
    types.wav,
    types.ogg,
    types.opus,
    types.flac,
    types.pcm,
    types.aac,
    eventsType,
  ),
  heavy: true,
  bodyBytesMax: 524_288,
  headers: speechHeaders,
  example: { body: { input: "Hello, world.", voice: "flite-slt" } },
  async handler({ body, net, env, clock, signal, log, caller, data, models, run }) {
    const { createStream, streamSpeech } = await import("../speech/stream.ts");
    const { encode, encodeStream } = await import("../audio/encode.ts");
    const { response_format: format, input: text, speed, model, stream_format } = body;
    if (format === "aac") await (await import("../audio/aac.ts")).findFfmpeg(run);
    const voice = typeof body.voice === "string" ? body.voice : body.voice.id;
    const usual = { clean: "none", lexicon: {}, volume: 0, pitch: 0, provider: "auto" } as const;
    const { first, isComplete, sounds } = await streamSpeech(
      { ...usual, text, textAt: "body.input", voice, speed, fallback: true },
      { net, env, clock, signal, log, caller, data, models },
    );
    const { "x-duration-ms": duration = "", ...headers } = buildHeaders(first);
    const quality = model.includes("hd") ? "high" : "standard";
    if (format === "aac") {
      const { encodeAac } = await import("../audio/aac.ts");
      const audio = await encodeAac(sounds, { run, quality });
      if (stream_format === "audio") return reply(audio, { type: types.aac, headers });
      const events = writeEvents([audio]);
      return reply(createStream(events), { type: eventsType, headers });
    }
    if (stream_format === "sse") {
      const events = writeEvents(encodeStream(sounds, { format, quality }));
      return reply(createStream(events), { type: eventsType, headers });
    }
    if (isComplete) {
      const audio = await encode(first.sound, { format, quality });
      const all = { ...headers, "x-duration-ms": duration };
      return reply(audio, { type: types[format], headers: all });
    }
    const stream = createStream(encodeStream(sounds, { format, quality }));
    return reply(stream, { type: types[format], headers });
  },
});

/** Writes blocks of audio as the events of https://platform.openai.com/docs/api-reference/audio/speech-audio-delta-event */
async function* writeEvents(
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (event: object) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
  for await (const block of blocks) {
    if (block.length === 0) continue;
    yield write({ type: "speech.audio.delta", audio: Buffer.from(block).toString("base64") });
  }
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  yield write({ type: "speech.audio.done", usage });
}
