import { t } from "hub";
import dev from "../../plugin.ts";
import { parseLocale } from "../../text/locale.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;
const count = (description: string) => t.Integer({ minimum: 0, description });
const grade = (description: string) => t.Number({ description });

export default dev.route({
  summary: "Count and describe a text",
  description:
    "Words and sentences are parted by the rules of Unicode for the locale, so that Chinese, Japanese " +
    "and Thai are counted too. The text may also be the whole body, as `text/plain`, with the other " +
    "fields in the query. The readability formulas are made for English.",
  body: t.Object({
    text: t.String({ maxLength: textCharactersMax, description: "The text" }),
    locale: t.String({
      minLength: 2,
      maxLength: 35,
      default: "en",
      description: "Whose rules part words and sentences, as a BCP 47 language tag",
    }),
    top: t.Integer({
      minimum: 0,
      maximum: 100,
      default: 10,
      description: "How many of the most frequent words and characters are listed",
    }),
  }),
  raw: { "text/plain": "text" },
  response: t.Object({
    characters: count("UTF-16 code units, as most programming languages count"),
    graphemes: count("Characters as a reader sees them: a family emoji is one"),
    code_points: count("Unicode code points"),
    bytes: count("Bytes of UTF-8"),
    words: count("Words"),
    unique_words: count("Different words, ignoring case"),
    sentences: count("Sentences"),
    paragraphs: count("Blocks of lines parted by blank lines"),
    lines: count("Lines, ended by LF, CR LF or CR"),
    avg_word_length: t.Number({ description: "Code points of a word on average" }),
    reading_time_s: count("Seconds to read it, at 238 words a minute"),
    speaking_time_s: count("Seconds to speak it, at 183 words a minute"),
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
        description: "Years of school it takes; null where the text is not mostly in Latin letters",
      },
    ),
    top_words: t.Array(
      t.Object({
        word: t.String({ description: "In lower case" }),
        count: count("How often it occurs"),
      }),
      { description: "The most frequent words" },
    ),
    char_frequency: t.Array(
      t.Object({
        character: t.String({ description: "The code point as text" }),
        code_point: t.String({ description: "As `U+0061`" }),
        count: count("How often it occurs"),
        share: t.Number({ description: "Of all code points, from 0 to 1" }),
      }),
      { description: "The most frequent code points" },
    ),
    scripts: t.Array(
      t.Object({
        script: t.String({ description: "Its name in Unicode" }),
        characters: count("Code points of the script"),
        share: t.Number({ description: "Of the code points that belong to one script" }),
      }),
      {
        description:
          "The scripts, the largest first; one stray letter of another script may be a look-alike",
      },
    ),
    language: t.Object(
      {
        code: t.String({
          description: "BCP 47 language code, or `und` if it cannot be determined",
        }),
        confidence: t.Number({ description: "From 0 to 1" }),
        reliable: t.Boolean({ description: "Whether it may be taken for certain" }),
        alternatives: t.Array(
          t.Object({
            code: t.String({ description: "BCP 47 language code" }),
            confidence: t.Number({ description: "From 0 to 1" }),
          }),
          { description: "What else it may be" },
        ),
      },
      { description: "The likely language, as returned by `/api/ai/detect-language`" },
    ),
    entropy_bits: t.Number({ description: "Shannon entropy of one code point" }),
    invisible_characters: t.Array(
      t.Object({
        code_point: t.String({ description: "As `U+200B`" }),
        name: t.String({ description: "What it is" }),
        count: count("How often it occurs"),
        first_index: count("Where it first occurs, in UTF-16 code units"),
      }),
      { description: "Characters that cannot be seen or pass for a space, in order of appearance" },
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
