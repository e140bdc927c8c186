import { languageCodes, oneOf, t } from "hub";
import { answerBatch, answerFields, spanFields } from "../answer.ts";
import { detectOptions } from "../language/options.ts";
import ai from "../plugin.ts";
import { batchFields, ownProvider } from "../request.ts";

const { text, texts } = batchFields;

const names = {
  code: t.String({
    description: "ISO 639-1, or 639-3 where there is none; `und` where it cannot be told",
  }),
  iso639_3: t.String({ description: "ISO 639-3" }),
  name: t.String({ description: "Its name in English" }),
  native_name: t.String({ description: "Its name in itself" }),
  confidence: t.Number({ minimum: 0, maximum: 1, description: "How likely it is, from 0 to 1" }),
};

const resultFields = {
  language: t.Object(
    {
      ...names,
      script: t.String({
        description:
          "ISO 15924; `Zyyy` where there are no letters, `Zzzz` where they are of a rare script",
      }),
      direction: oneOf(["ltr", "rtl"], { description: "Which way it is written" }),
      reliable: t.Boolean({
        description:
          "Whether it may be taken for certain: detectors of different make agree, and no close relative fits as well",
      }),
    },
    { description: "The likeliest language" },
  ),
  alternatives: t.Array(t.Object(names), {
    description: "What else it may be; where the language is `und`, its nearest relatives",
  }),
  segments: t.Optional(
    t.Array(
      t.Object({
        code: t.String({ description: "As in `language`" }),
        ...spanFields,
        text: t.String({ description: "The stretch" }),
      }),
      { description: "The stretches of one language each, by whole sentences" },
    ),
  ),
};

export default ai.route({
  summary: "Tell which language a text is in",
  description: `By the script and letters where they tell, else by three detectors of different make. They name ${Object.keys(languageCodes).length} languages and have seen three hundred more: where one of those fits better, the answer is \`und\`, or a relative's name with \`reliable: false\`. Languages as close as Indonesian and Malay, or Croatian, Bosnian and Serbian, are told by words that only one of them has; without any, they stand together in \`alternatives\`. A text of more than 4000 characters is read in four places. With \`texts\`, the fields beside \`results\` are those of the first.`,
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
      t.Array(t.Object(resultFields), { description: "With `texts`, the answer for each" }),
    ),
  }),
  heavy: true,
  bodyBytesMax: 4_194_304,
  example: { body: { text: "Guten Morgen, wie geht es Ihnen?" } },
  async handler(doors) {
    const { detectLanguages } = await import("../language/detect.ts");
    return answerBatch({ ...doors.body, language: "und" }, { doors, embedded: detectLanguages });
  },
});
