import { t } from "hub";
import dev from "../../plugin.ts";
import { parseLocale } from "../../text/locale.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;
const count = (description: string) => t.Integer({ minimum: 0, description });
const grade = (description: string) => t.Number({ description });

export default dev.route({
  summary: "Count and describe a text",
  keywords:
    "word count, character count, text statistics, word counter, reading time, line count, letter frequency, readability",
  description:
    "Counts words, sentences and reading time, and rates readability. Words and sentences are split by the Unicode rules for the locale, so Chinese, Japanese " +
    "and Thai are counted, too. The text may also be the raw body, as `text/plain`, with the other " +
    "fields in the query. The readability formulas are made for English.",
  body: t.Object({
    text: t.String({ maxLength: textCharactersMax, description: "The text" }),
    locale: t.String({
      minLength: 2,
      maxLength: 35,
      default: "en",
      description: "Language whose rules split words and sentences, as a BCP 47 tag",
    }),
    top: t.Integer({
      minimum: 0,
      maximum: 100,
      default: 10,
      description: "Number of most frequent words and characters to list",
    }),
  }),
  raw: { "text/plain": "text", "application/octet-stream": "text" },
  response: t.Object({
    characters: count("Number of UTF-16 code units, as most programming languages count"),
    graphemes: count("Number of user-perceived characters: a family emoji is one"),
    code_points: count("Number of Unicode code points"),
    bytes: count("Number of UTF-8 bytes"),
    words: count("Number of words"),
    unique_words: count("Number of different words, ignoring case"),
    sentences: count("Number of sentences"),
    paragraphs: count("Number of paragraphs, separated by blank lines"),
    lines: count("Number of lines, ending with LF, CR LF or CR"),
    avg_word_length: t.Number({ description: "Average number of code points per word" }),
    reading_time_s: count("Reading time in seconds, at 238 words per minute"),
    speaking_time_s: count("Speaking time in seconds, at 183 words per minute"),
    readability: t.Union(
      [
        t.Object({
          flesch: grade("Flesch reading ease: 100 is very easy, 0 very hard"),
          fk_grade: grade("Flesch–Kincaid grade level"),
          gunning_fog: grade("Gunning fog index"),
          smog: grade("SMOG grade"),
          coleman_liau: grade("Coleman–Liau index"),
          ari: grade("Automated readability index"),
        }),
        t.Null(),
      ],
      {
        description:
          "Readability scores, mostly in years of school; null if the text is not mainly in Latin script",
      },
    ),
    top_words: t.Array(
      t.Object({
        word: t.String({ description: "The word in lower case" }),
        count: count("Number of occurrences"),
      }),
      { description: "The most frequent words" },
    ),
    char_frequency: t.Array(
      t.Object({
        character: t.String({ description: "The code point as text" }),
        code_point: t.String({ description: "As `U+0061`" }),
        count: count("Number of occurrences"),
        share: t.Number({ description: "Share of all code points, from 0 to 1" }),
      }),
      { description: "The most frequent code points" },
    ),
    scripts: t.Array(
      t.Object({
        script: t.String({ description: "Name of the script in Unicode" }),
        characters: count("Number of code points in the script"),
        share: t.Number({
          description: "Share of the code points that belong to a single script, from 0 to 1",
        }),
      }),
      {
        description:
          "The scripts in descending order; a single letter of another script may be a look-alike",
      },
    ),
    language: t.Object(
      {
        code: t.String({
          description: "BCP 47 language code, or `und` if it cannot be determined",
        }),
        confidence: t.Number({ description: "Confidence, from 0 to 1" }),
        reliable: t.Boolean({ description: "Whether the result is reliable" }),
        alternatives: t.Array(
          t.Object({
            code: t.String({ description: "BCP 47 language code" }),
            confidence: t.Number({ description: "Confidence, from 0 to 1" }),
          }),
          { description: "Other candidates" },
        ),
      },
      { description: "The likely language, as returned by `/api/ai/detect-language`" },
    ),
    entropy_bits: t.Number({ description: "Shannon entropy per code point in bits" }),
    invisible_characters: t.Array(
      t.Object({
        code_point: t.String({ description: "As `U+200B`" }),
        name: t.String({ description: "Name of the character" }),
        count: count("Number of occurrences"),
        first_index: count("Position of the first occurrence, in UTF-16 code units"),
      }),
      { description: "Invisible characters and look-alikes of a space, in order of appearance" },
    ),
  }),
  plain: "words",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  example: {
    body: { text: "The quick brown fox jumps over the lazy dog. It did not mind.", top: 3 },
  },
  async handler({ body: { text, locale, top } }) {
    const { analyze } = await import("../../text/analyze.ts");
    return analyze(text, { locale: parseLocale(locale), top });
  },
});
