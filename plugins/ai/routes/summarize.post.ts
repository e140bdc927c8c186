import { t } from "hub";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { answer, answerFields, spanFields } from "../response.ts";
import { summaryOptions } from "../summarize/request.ts";

export default ai.route({
  summary: "Summarize a text by extracting sentences",
  keywords: "summary, tldr, summarizer, shorten text",
  description:
    "Shortens a long text to its most central sentences, for previews and digests. Combines TextRank and LexRank, prefers sentences near the beginning and leaves out repetitions. `sentences`, `ratio` and `max_words` can be combined; all limits apply. Works in any language, including those written without spaces.",
  body: t.Object({
    ...textFields,
    ...summaryOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    summary: t.String({ description: "The summary, in the requested format" }),
    sentences: t.Array(
      t.Object({
        text: t.String({ description: "The sentence" }),
        index: t.Integer({ description: "Index of the sentence in the text, from 0" }),
        ...spanFields,
        score: t.Number({
          description: "Centrality of the sentence; the best sentence of the text scores 1",
        }),
      }),
      { description: "The sentences of the summary" },
    ),
    headline: t.String({ description: "The best sentence, shortened to a headline" }),
    keywords: t.Array(t.String(), { description: "Key phrases of the text" }),
    compression: t.Number({ description: "Length of the summary relative to the text" }),
  }),
  plain: "summary",
  heavy: true,
  headers: ["x-degraded"],
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
