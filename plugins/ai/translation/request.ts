import { oneOf, type Static, t } from "hub";
import ai from "../plugin.ts";

const { glossaryMax, preserveMax, termMax, alternativesMax } = ai.limits;
const tag = "[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}";

/** The languages, the engines, and the text to preserve. */
export const translateOptions = t.Object({
  source: t.String({
    pattern: `^(auto|${tag})$`,
    errorMessage: "auto, or a language tag such as de or pt-BR",
    default: "auto",
    description: "The language of the texts as a BCP 47 tag, or `auto` to detect it for each text",
  }),
  target: t.String({
    pattern: `^${tag}$`,
    errorMessage: "a language tag, such as de or pt-BR",
    description: "The language to translate into",
  }),
  format: oneOf(["text", "html", "markdown"], {
    default: "text",
    description: "Format of the texts",
  }),
  glossary: t.Record(t.String(), t.String({ maxLength: termMax }), {
    default: {},
    maxProperties: glossaryMax,
    description: `Required translations of words, at most ${glossaryMax}: \`{"invoice": "factura"}\``,
  }),
  preserve: t.Array(t.String({ minLength: 1, maxLength: termMax }), {
    default: [],
    maxItems: preserveMax,
    description: "Words that must not be translated (case-insensitive)",
  }),
  formality: oneOf(["default", "more", "less"], {
    default: "default",
    description: "Formality towards the reader; only used by language models",
  }),
  alternatives: t.Integer({
    minimum: 0,
    maximum: alternativesMax,
    default: 0,
    description: "Number of alternative translations",
  }),
  min_coverage: t.Number({
    minimum: 0,
    maximum: 1,
    default: 0.6,
    description:
      "Minimum share of words that the engine must know; otherwise the request fails with 501",
  }),
  provider: oneOf(["auto", "embedded", "openai", "libretranslate", "apertium"], {
    default: "auto",
    description:
      "The engine to use: `auto` chooses one, and `embedded` keeps the texts on the hub's server",
  }),
  fallback: t.Boolean({
    default: true,
    description: "Whether another engine may be used if the first one fails",
  }),
});

export type TranslateOptions = Static<typeof translateOptions>;
