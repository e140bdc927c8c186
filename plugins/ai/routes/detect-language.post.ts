import { languageCodes, oneOf, t } from "hub";
import { detectOptions } from "../language/request.ts";
import ai from "../plugin.ts";
import { batchFields, ownProvider } from "../request.ts";
import { answerBatch, answerFields, spanFields } from "../response.ts";

const { text, texts } = batchFields;

const names = {
  code: t.String({
    description: "ISO 639-1, or 639-3 if there is none; `und` if it cannot be determined",
  }),
  iso639_3: t.String({ description: "ISO 639-3" }),
  name: t.String({ description: "English name" }),
  native_name: t.String({ description: "Name in the language itself" }),
  confidence: t.Number({ minimum: 0, maximum: 1, description: "Likelihood, from 0 to 1" }),
};

const resultFields = {
  language: t.Object(
    {
      ...names,
      script: t.String({
        description: "ISO 15924; `Zyyy` if there are no letters, `Zzzz` for a rare script",
      }),
      direction: oneOf(["ltr", "rtl"], { description: "Writing direction" }),
      reliable: t.Boolean({
        description:
          "Whether the result is certain: independent detectors agree, and no closely related language fits as well",
      }),
    },
    { description: "The most likely language" },
  ),
  alternatives: t.Array(t.Object(names), {
    description: "Other possible languages; if the language is `und`, the closest ones",
  }),
  segments: t.Optional(
    t.Array(
      t.Object({
        code: t.String({ description: "Language code as in `language`" }),
        ...spanFields,
        text: t.String({ description: "The text of the segment" }),
      }),
      { description: "Segments of one language each, in whole sentences" },
    ),
  ),
};

export default ai.route({
  summary: "Detect the language of a text",
  keywords: "language detection, what language, detect language",
  description: `Detects the language by script and letters if they are unambiguous, and otherwise with three independent detectors. They can identify ${Object.keys(languageCodes).length} languages, and recognize about 300 more without naming them: if one of those fits better, the result is \`und\`, or a related language with \`reliable: false\`. Closely related languages such as Indonesian and Malay, or Croatian, Bosnian and Serbian, are distinguished by words that only one of them has; without such words, all are listed in \`alternatives\`. Texts of more than 4,000 characters are sampled in four places. With \`texts\`, the other fields are those of the first text.`,
  body: t.Object({
    text,
    texts,
    provider: ownProvider,
    ...detectOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    ...resultFields,
    results: t.Optional(
      t.Array(t.Object(resultFields), { description: "With `texts`, the result for each text" }),
    ),
  }),
  heavy: true,
  cost: "body.texts",
  bodyBytesMax: 4_194_304,
  headers: ["x-degraded"],
  example: { body: { text: "Guten Morgen, wie geht es Ihnen?" } },
  async handler(doors) {
    const { detectLanguages } = await import("../language/detect.ts");
    return answerBatch({ ...doors.body, language: "und" }, { doors, embedded: detectLanguages });
  },
});
