import { t } from "hub";
import { answer, answerFields, spanFields } from "../answer.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { summaryOptions } from "../summarize/options.ts";

export default ai.route({
  summary: "Summarise a text in its own sentences",
  description:
    "By TextRank and LexRank together, with what stands first preferred and what was said already left out. Of `sentences`, `ratio` and `max_words`, all that are given hold. Any language, also those without spaces.",
  body: t.Object({
    ...textFields,
    ...summaryOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    summary: t.String({ description: "The summary, in the format asked for" }),
    sentences: t.Array(
      t.Object({
        text: t.String({ description: "The sentence" }),
        index: t.Integer({ description: "Which sentence of the text it is, from 0" }),
        ...spanFields,
        score: t.Number({ description: "How much of the text it says: the best has 1" }),
      }),
      { description: "The sentences that the summary is made of" },
    ),
    headline: t.String({ description: "The best sentence, cut to a headline" }),
    keywords: t.Array(t.String(), { description: "What the text is about" }),
    compression: t.Number({ description: "The summary's length as a share of the text's" }),
  }),
  plain: "summary",
  heavy: true,
  example: {
    body: {
      text: "The city council approved a new cycling plan on Monday. It will add 40 kilometres of protected lanes by 2028. Shop owners in the centre had opposed the plan, fearing fewer customers. The mayor said that cities with such lanes have seen sales rise. Work on the first lanes begins in May.",
      sentences: 2,
    },
  },
  async handler(doors) {
    const { summarize } = await import("../summarize/summarize.ts");
    const { summarizeByModel } = await import("../summarize/by-model.ts");
    return answer(doors.body, { doors, embedded: summarize, model: summarizeByModel });
  },
});
