import { t } from "hub";
import { keywordOptions } from "../keywords/request.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { answer, answerFields, sentenceModel, spanFields } from "../response.ts";

export default ai.route({
  summary: "Extract the key phrases of a text",
  keywords: "keyword extraction, key phrases, tags from text, topics",
  description:
    "Extracts key phrases by RAKE (Rose 2010), TextRank (Mihalcea 2004) or the statistics of YAKE (Campos 2020). Each phrase is given in its most common form. In English, all inflected forms of its words are counted together. If the operator has added the model of sentences (`bun run data refresh ai --model all-minilm-l6-v2`), phrases that are near to the beginning of an English text rank higher.",
  body: t.Object({
    ...textFields,
    ...keywordOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    sentence_model: t.Optional(sentenceModel),
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
    const { findKeywords, listComparedTexts } = await import("../keywords/keywords.ts");
    const { findLikeness } = await import("../text/sentence-vectors.ts");
    const { keywordsByModel } = await import("../keywords/by-model.ts");
    return answer(doors.body, {
      doors,
      async embedded(input) {
        const likeness = await findLikeness(() => listComparedTexts(input), input.language, doors);
        const found = findKeywords(input, likeness?.scores);
        return { ...found, sentence_model: likeness?.model ?? null };
      },
      model: keywordsByModel,
    });
  },
});
