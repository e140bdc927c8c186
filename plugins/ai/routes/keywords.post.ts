import { t } from "hub";
import { answer, answerFields, spanFields } from "../answer.ts";
import { keywordOptions } from "../keywords/options.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";

export default ai.route({
  summary: "Find what a text is about",
  description:
    "Key phrases by RAKE (Rose 2010), TextRank (Mihalcea 2004) or the statistics of YAKE (Campos 2020). A phrase is given in its commonest form, and counts all forms of its words in English.",
  body: t.Object({
    ...textFields,
    ...keywordOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    keywords: t.Array(
      t.Object({
        phrase: t.String({ description: "The phrase" }),
        score: t.Number({ description: "How telling it is: the first has 1" }),
        count: t.Integer({ description: "How often it is there" }),
        positions: t.Array(t.Object(spanFields), { description: "Where" }),
      }),
      { description: "The phrases, the most telling first" },
    ),
    hashtags: t.Array(t.String(), { description: "Hashtags of the first ten" }),
  }),
  heavy: true,
  example: {
    body: {
      text: "The central bank raised interest rates again. Higher interest rates slow inflation, the bank said, and inflation is still above its target.",
      top: 3,
    },
  },
  async handler(doors) {
    const { findKeywords } = await import("../keywords/keywords.ts");
    const { keywordsByModel } = await import("../keywords/by-model.ts");
    return answer(doors.body, { doors, embedded: findKeywords, model: keywordsByModel });
  },
});
