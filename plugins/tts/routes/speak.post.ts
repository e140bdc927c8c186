import { binary, oneOf, reply, t } from "hub";
import { factsOf, headersNote, headersOf, speechAnswer, wordAnswer } from "../answer.ts";
import { mediaTypes } from "../audio/formats.ts";
import tts from "../plugin.ts";
import { soundFields, speechFields } from "../request.ts";

const { trialTextMax, captionsHeaderMax } = tts.limits;

export default tts.route({
  summary: "Speak a text or SSML",
  description: `By Azure Speech or a server with OpenAI's speech API where the operator has set them up, and else by eSpeak NG on this machine: then no text leaves it. eSpeak NG reads Japanese in kana, and no kanji. A text with a quarter of its letters or more in a script that the voice cannot read is refused. ${headersNote}`,
  body: t.Object({
    ...speechFields,
    ...soundFields,
    stream: t.Boolean({
      default: false,
      description:
        "Whether the sound comes while it is written, as MP3 and without `X-Duration-Ms`, captions or JSON. Engines on the network then speak sentence by sentence",
    }),
    captions: oneOf(["none", "header"], {
      default: "none",
      description: `\`header\`: \`X-Captions\` holds WebVTT by sentences in Base64, of up to ${captionsHeaderMax} characters`,
    }),
    response: oneOf(["audio", "json"], {
      default: "audio",
      description: "`json` answers the sound in Base64 and when each word is said",
    }),
  }),
  response: t.Union([
    binary(mediaTypes.mp3, mediaTypes.wav, mediaTypes.ogg),
    t.Object({
      ...speechAnswer,
      media_type: t.String({ description: "What the sound is written as" }),
      audio_base64: t.String({ description: "The sound" }),
      words: t.Array(wordAnswer, { description: "When each word is said" }),
    }),
  ]),
  heavy: true,
  bodyBytesMax: 524_288,
  example: { body: { text: "Hello, world.", voice: "espeak-en-us" } },
  async handler({ body, net, env, clock, signal, log, caller }) {
    const length = (body.text ?? body.ssml ?? "").length;
    if (caller.id === undefined && length > trialTextMax)
      throw tts.error(
        "text_too_long",
        `Without a key, text must have at most ${trialTextMax} characters: it has ${length}`,
        { at: "query.text" },
      );
    if (body.stream) {
      const { bySentence: streamSpeech } = await import("../engines/by-sentence.ts");
      if (body.response === "json" || body.captions === "header")
        throw tts.error(
          "invalid_input",
          "body.stream must not be there beside JSON or captions, which need all of the sound: it is true",
          { at: "body.stream" },
        );
      const { first, stream } = await streamSpeech(body, { net, env, clock, signal, log });
      const { "x-duration-ms": _, ...headers } = headersOf(first);
      return reply(stream, { type: mediaTypes.mp3, headers });
    }
    const { produce: produceSpeech } = await import("../engines/produce.ts");
    const { encode } = await import("../audio/encode.ts");
    const speech = await produceSpeech(body, { net, env, clock, signal, log });
    const audio = await encode(speech.sound, body);
    const type = mediaTypes[body.format];
    if (body.response === "json")
      return {
        ...factsOf(speech),
        media_type: type,
        audio_base64: Buffer.from(audio).toString("base64"),
        words: speech.words,
      };
    const headers = headersOf(speech);
    if (body.captions === "header")
      headers["x-captions"] = (await import("../captions/in-header.ts")).writeCaptionsHeader(
        speech,
      );
    return reply(audio, { type, headers });
  },
});
