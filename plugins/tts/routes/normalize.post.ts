import { t } from "hub";
import { readingKinds } from "../normalize/cursor.ts";
import tts from "../plugin.ts";
import { languageTag, speechFields } from "../request.ts";

export default tts.route({
  summary: "Write out a text in words",
  description:
    "Returns the words that `/api/tts/speak` speaks: amounts of money, decimals, dates, times, phone numbers, ranges, ordinals, years, units, fractions, abbreviations, Roman numerals, web and e-mail addresses, and emoji are written out by the rules of the language. SSML's `say-as` selects a reading. The languages are Arabic, Chinese, Czech, Dutch, English, French, German, Hindi, Hungarian, Italian, Japanese, Polish, Portuguese, Russian, Spanish, Swedish, Turkish and Ukrainian. Japanese is written as katakana, with the readings of its kanji.",
  body: t.Object({
    text: speechFields.text,
    ssml: speechFields.ssml,
    language: t.String({
      pattern: languageTag,
      errorMessage: "a language tag, such as de or pt-BR",
      default: "en-US",
      description: "The language of the text as a BCP 47 tag. The region selects the date order",
    }),
    clean: speechFields.clean,
    lexicon: speechFields.lexicon,
  }),
  response: t.Object({
    language: t.String({ description: "The BCP 47 tag whose rules were used" }),
    text: t.String({ description: "The text, without SSML or Markdown markup" }),
    normalized: t.String({ description: "The text as it is spoken" }),
    readings: t.Array(
      t.Object({
        start: t.Integer({ description: "Start position in `text`, in UTF-16 code units" }),
        end: t.Integer({ description: "End position in `text`, in UTF-16 code units" }),
        text: t.String({ description: "The written form" }),
        spoken: t.String({ description: "The spoken form" }),
        kind: t.String({ description: `What it is: ${readingKinds.join(", ")}` }),
      }),
      { description: "The spans that are spoken differently than written, in order" },
    ),
  }),
  heavy: true,
  bodyBytesMax: 524_288,
  example: { body: { text: "It cost $12.50 on 2024-05-03.", language: "en-US" } },
  async handler({ body, caller }) {
    const { normalizeText } = await import("../normalize-text.ts");
    return normalizeText(body, { caller });
  },
});
