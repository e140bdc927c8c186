import { t } from "hub";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { answer, answerFields, spanFields } from "../response.ts";
import { rewriteOptions } from "../rewrite/request.ts";

const readability = (description: string) =>
  t.Object(
    {
      reading_ease: t.Number({ description: "Flesch reading ease: 0 is very hard, 100 very easy" }),
      grade: t.Number({ description: "Flesch–Kincaid grade: years of schooling needed" }),
      words: t.Integer({ description: "Number of words" }),
      sentences: t.Integer({ description: "Number of sentences" }),
    },
    { description },
  );

export default ai.route({
  summary: "Rewrite a text and list every change",
  keywords: "paraphrase, simplify text, rephrase, tone of voice",
  description:
    "Makes English texts simpler, shorter, more formal or more polite, by rules. `formal` expands contractions and replaces informal words, `casual` does the reverse (both are `degraded`: a language model also changes whole sentences), `concise` removes filler, `simple` uses the plain words of plainlanguage.gov, `polite` turns orders into requests, `active` rewrites passive sentences that name an agent, and `fix` corrects mistakes that are beyond doubt; the grammar endpoint reports the others. Addresses, tags, quotations and code are not changed. `expand`, `creative` and other languages need a language model.",
  body: t.Object({
    ...textFields,
    ...rewriteOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    rewritten: t.String({ description: "The rewritten text" }),
    changes: t.Array(
      t.Object({
        ...spanFields,
        before: t.String({ description: "The original words" }),
        after: t.String({ description: "The new words" }),
        rule: t.String({ description: "The rule that made the change" }),
      }),
      { description: "The changes, with their positions in the original text" },
    ),
    readability: t.Object(
      {
        before: readability("Readability of the original text"),
        after: readability("Readability of the rewritten text"),
      },
      { description: "Readability" },
    ),
  }),
  plain: "rewritten",
  heavy: true,
  ownProcess: true,
  // Harper's dictionary takes seconds to load in a new process, and longer under load.
  timeoutMs: 60_000,
  headers: ["x-degraded"],
  example: {
    body: { text: "In order to utilize the app, you don't have to register.", mode: "simple" },
  },
  async handler(doors) {
    const { explainUnsupportedRewrite, rewrite } = await import("../rewrite/rewrite.ts");
    const { rewriteByModel } = await import("../rewrite/by-model.ts");
    return answer(doors.body, {
      doors,
      async embedded(input) {
        if (input.mode !== "fix") return rewrite(input);
        const { findCorrections } = await import("../grammar/check.ts");
        return rewrite(input, await findCorrections(input));
      },
      cannot: explainUnsupportedRewrite,
      model: rewriteByModel,
    });
  },
});
