import { group, oneOf, type Static, t } from "hub";
import tts from "./plugin.ts";

/** The genders of voices. */
export const genders = ["female", "male", "neutral"] as const;
export type Gender = (typeof genders)[number];

/** The engines of voices. */
export const providers = ["embedded", "azure", "openai"] as const;
export type Provider = (typeof providers)[number];

const { textMax, paidTextMax, lexiconMax, ssmlBytesMax, segmentsMax, pauseMsMax } = tts.limits;

/** The supported audio formats. */
export const formats = ["mp3", "wav", "ogg", "opus", "flac"] as const;
export type Format = (typeof formats)[number];

/** The media types. `audio/opus` distinguishes Opus from Vorbis, which are both in Ogg files. */
export const mediaTypes = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  opus: "audio/opus",
  flac: "audio/flac",
} as const;

export const captionTypes = {
  srt: "application/x-subrip",
  vtt: "text/vtt",
  lrc: "text/plain",
} as const;
export type CaptionFormat = keyof typeof captionTypes;

/** The pattern of a BCP 47 tag. */
export const languageTag = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$";

const voiceId = t.String({
  minLength: 1,
  maxLength: 100,
  description:
    "The id of a voice, as listed by `/api/tts/voices`. Default: the engine's closest match for `language` and `gender`",
});

/** Speed and pitch. */
export const mannerFields = {
  ...group("Speed, pitch and volume", {
    speed: t.Number({
      minimum: 0.25,
      maximum: 4,
      default: 1,
      description: "Speaking rate as a factor: at 2, the speech takes half as long",
    }),
    pitch: t.Number({
      minimum: -50,
      maximum: 50,
      default: 0,
      description:
        "Change of pitch in percent of the voice's frequency: 50 is a fifth up, -50 an octave down",
    }),
  }),
};

/** The encoding of the audio. */
export const soundFields = {
  format: oneOf(formats, {
    default: "mp3",
    description: "The audio format: `ogg` is Vorbis, and `opus` is Opus in an Ogg file",
  }),
  quality: oneOf(["standard", "high"], {
    default: "standard",
    description: "The bit rate: about 48 or 96 kbit/s for MP3 and Ogg, 32 or 64 kbit/s for Opus",
  }),
};
const soundSchema = t.Object(soundFields);
export type SoundOptions = Static<typeof soundSchema>;

const engineFields = {
  ...group("Engine", {
    provider: oneOf(["auto", "azure", "openai", "embedded"], {
      default: "auto",
      description:
        "The engine to use: `auto` chooses the first that is available, and `embedded` keeps the text on the hub's server",
    }),
    fallback: t.Boolean({
      default: true,
      description: "Whether another engine and voice may be used if the first one fails",
    }),
  }),
};

/** The text, the voice and how to speak. */
export const speechFields = {
  text: t.Optional(
    t.String({
      description: `The text to speak: 1 to ${textMax.toLocaleString("en-US")} characters, or ${paidTextMax.toLocaleString("en-US")} with a paid tier. Give either this or \`ssml\``,
    }),
  ),
  ssml: t.Optional(
    t.String({
      description: `SSML to speak, up to ${ssmlBytesMax.toLocaleString("en-US")} bytes: \`speak\` with \`p\`, \`s\`, \`break\`, \`prosody\`, \`emphasis\`, \`say-as\`, \`sub\`, \`phoneme\`, \`voice\`, \`lang\` and \`mark\`. Other elements of Azure, Google and Polly are approximated or ignored, and reported`,
    }),
  ),
  ...group("Reading", {
    clean: oneOf(["none", "markdown"], {
      default: "none",
      description:
        "Markup to remove from `text` before it is spoken: `markdown` removes markup, code blocks and link addresses",
    }),
    lexicon: t.Record(t.String(), t.String({ maxLength: 200 }), {
      default: {},
      maxProperties: lexiconMax,
      description: `Pronunciations of words, up to ${lexiconMax} entries: \`{"nginx": "engine x"}\``,
    }),
  }),
  voice: t.Optional(voiceId),
  language: t.Optional(
    t.String({
      pattern: languageTag,
      errorMessage: "a language tag, such as de or pt-BR",
      description:
        "The language of the text as a BCP 47 tag, used if no voice is given. Default: `en-US`",
    }),
  ),
  gender: t.Optional(
    oneOf(genders, { description: "The gender of the voice, used if no voice is given" }),
  ),
  ...mannerFields,
  ...group("Speed, pitch and volume", {
    volume: t.Number({
      minimum: -90,
      maximum: 100,
      default: 0,
      description:
        "Change of volume in percent of the amplitude: 100 is 6 dB louder, -50 is 6 dB softer. Peaks are limited, so nothing clips",
    }),
    target_duration_ms: t.Optional(
      t.Integer({
        minimum: 100,
        maximum: 1_200_000,
        description: "Exact duration of the speech in milliseconds, instead of `speed`",
      }),
    ),
  }),
  ...engineFields,
};
const speechSchema = t.Object(speechFields);
export type SpeechOptions = Static<typeof speechSchema>;

/** The layout of captions. */
export const cutFields = {
  ...group("Cues", {
    granularity: oneOf(["word", "phrase", "sentence"], {
      default: "phrase",
      description: "Content of a cue",
    }),
    max_chars: t.Integer({
      minimum: 10,
      maximum: 120,
      default: 42,
      description: "Maximum number of characters in a line. A longer word gets a line of its own",
    }),
    max_lines: t.Integer({
      minimum: 1,
      maximum: 3,
      default: 2,
      description: "Maximum number of lines in a cue",
    }),
  }),
};
const cutSchema = t.Object(cutFields);
export type Cut = Static<typeof cutSchema>;

const segment = t.Object({
  text: t.String({ minLength: 1, maxLength: paidTextMax, description: "The text to speak" }),
  voice: t.Optional(voiceId),
  speaker: t.Optional(
    t.String({ minLength: 1, maxLength: 60, description: "The speaker's name, for captions" }),
  ),
  ...mannerFields,
  pause_before_ms: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: pauseMsMax,
      description: "Silence before this segment in milliseconds, instead of `gap_ms`",
    }),
  ),
});
export type Segment = Static<typeof segment>;

/** The segments of a dialogue, and how to join them. */
export const dialogueBody = t.Object({
  segments: t.Array(segment, {
    minItems: 1,
    maxItems: segmentsMax,
    description: "The segments, in order",
  }),
  ...soundFields,
  gap_ms: t.Integer({
    minimum: 0,
    maximum: pauseMsMax,
    default: 350,
    description: "Silence between segments in milliseconds",
  }),
  normalize: t.Boolean({
    default: true,
    description: "Whether to bring all segments to the same loudness",
  }),
  crossfade_ms: t.Integer({
    minimum: 0,
    maximum: 2000,
    default: 0,
    description: "Duration of the crossfade between segments in milliseconds, instead of a silence",
  }),
  output: oneOf(["single", "zip"], {
    default: "single",
    description: "One recording, or a ZIP that also holds each segment as a file",
  }),
  captions: oneOf(["none", "srt", "vtt", "lrc"], {
    default: "none",
    description: "Format of the captions with the speakers' names; the response is then a ZIP",
  }),
  ...engineFields,
});
export type DialogueRequest = Static<typeof dialogueBody>;

/** The filters of the voice list. */
export const voiceFilterFields = {
  id: t.Optional(t.String({ minLength: 1, maxLength: 100, description: "The voice with this id" })),
  language: t.Optional(
    t.String({
      pattern: languageTag,
      errorMessage: "a language tag, such as de or pt-BR",
      description: "Voices of this language or locale: `en` or `en-US`",
    }),
  ),
  gender: t.Optional(oneOf(genders, { description: "Voices of this gender" })),
  provider: t.Optional(oneOf(providers, { description: "Voices of this engine" })),
  search: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      description: "Voices whose id, name or locale contains this text",
    }),
  ),
  multilingual: t.Optional(
    t.Boolean({ description: "Voices that can, or cannot, also speak other languages" }),
  ),
  neural: t.Optional(
    t.Boolean({ description: "Voices of a neural network, or of other synthesizers" }),
  ),
  offline: t.Optional(t.Boolean({ description: "Voices that work, or do not work, offline" })),
};
const voiceFilter = t.Object(voiceFilterFields);
export type VoiceFilter = Static<typeof voiceFilter>;
