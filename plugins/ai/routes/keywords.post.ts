import { t } from "hub";
import { keywordOptions } from "../keywords/request.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { answer, answerFields, spanFields } from "../response.ts";

export default ai.route({
  summary: "Extract the key phrases of a text",
  keywords: "keyword extraction, key phrases, tags from text, topics",
  description:
    "Extracts key phrases by RAKE (Rose 2010), TextRank (Mihalcea 2004) or the statistics of YAKE (Campos 2020). Each phrase is given in its most common form. In English, all inflected forms of its words are counted together.",
  body: t.Object({
    ...textFields,
    ...keywordOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    keywords: t.Array(
      t.Object({
        phrase: t.String({ description: "The phrase" }),
        score: t.Number({ description: "Relevance of the phrase, relative to the first one" }),
        count: t.Integer({ description: "Number of occurrences" }),
        positions: t.Array(t.Object(spanFields), { description: "Positions of the phrase" }),
      }),
      { description: "The phrases, most relevant first" },
    ),
    hashtags: t.Array(t.String(), { description: "Hashtags for the first ten phrases" }),
  }),
  heavy: true,
  headers: ["x-degraded"],
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
