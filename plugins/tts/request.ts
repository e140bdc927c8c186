import { oneOf, t } from "hub";
import { formats } from "./audio/formats.ts";
import tts from "./plugin.ts";
import { genders } from "./voices/voice.ts";

const { textMax, lexiconMax, ssmlBytesMax } = tts.limits;

/** The form of a BCP 47 tag. */
export const languageTag = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$";

/** Who speaks. */
export const voiceId = t.String({
  minLength: 1,
  maxLength: 100,
  description:
    "The id of a voice, as `/api/tts/voices` lists it. Default: the nearest to `language` and `gender` of the engine that speaks",
});

/** How fast and how high. */
export const mannerFields = {
  speed: t.Number({
    minimum: 0.25,
    maximum: 4,
    default: 1,
    description: "How fast it is spoken, as a factor: at 2 it takes half as long",
  }),
  pitch: t.Number({
    minimum: -50,
    maximum: 50,
    default: 0,
    description:
      "How much higher it is spoken, in percent of the voice's frequency: 50 is a fifth up, -50 an octave down",
  }),
};

/** What the sound is written as. */
export const soundFields = {
  format: oneOf(formats, { default: "mp3", description: "What the sound is written as" }),
  quality: oneOf(["standard", "high"], {
    default: "standard",
    description: "How well MP3 and Ogg keep it: 48 or 96 kbit/s",
  }),
};

/** Who may speak. */
export const engineFields = {
  provider: oneOf(["auto", "azure", "openai", "embedded"], {
    default: "auto",
    description: "Who may see the text: `embedded` keeps it within this machine",
  }),
  fallback: t.Boolean({
    default: true,
    description: "Whether another engine and voice may speak where the first one cannot",
  }),
};

/** What is spoken. */
const textFields = {
  text: t.Optional(
    t.String({ description: `What is said: 1 to ${textMax} characters. Either this or \`ssml\`` }),
  ),
  ssml: t.Optional(
    t.String({
      description: `What is said as SSML of up to ${ssmlBytesMax} bytes: \`speak\` with \`p\`, \`s\`, \`break\`, \`prosody\`, \`say-as\` and \`sub\``,
    }),
  ),
  clean: oneOf(["none", "markdown"], {
    default: "none",
    description: "What is taken out of `text`: the signs of Markdown, its code and its addresses",
  }),
  lexicon: t.Record(t.String(), t.String({ maxLength: 200 }), {
    default: {},
    maxProperties: lexiconMax,
    description: `How words are spoken, up to ${lexiconMax}: \`{"nginx": "engine x"}\``,
  }),
};

/** What is spoken, by whom and how. */
export const speechFields = {
  ...textFields,
  voice: t.Optional(voiceId),
  language: t.Optional(
    t.String({
      pattern: languageTag,
      description: "What is spoken, as a BCP 47 tag, where no voice is named. Default `en-US`",
    }),
  ),
  gender: t.Optional(oneOf(genders, { description: "Who speaks, where no voice is named" })),
  ...mannerFields,
  volume: t.Number({
    minimum: -90,
    maximum: 100,
    default: 0,
    description:
      "How much louder it is, in percent of its amplitude: 100 is 6 dB up, -50 is 6 dB down. Nothing is cut off: peaks without room are held down",
  }),
  target_duration_ms: t.Optional(
    t.Integer({
      minimum: 100,
      maximum: 1_200_000,
      description: "How long it is to take: `speed` is then what it takes for that",
    }),
  ),
  ...engineFields,
};
