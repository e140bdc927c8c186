import { t } from "hub";
import { answer, answerFields, spanFields } from "../answer.ts";
import ai from "../plugin.ts";
import { textFields } from "../request.ts";
import { rewriteOptions } from "../rewrite/options.ts";

const readability = (when: string) =>
  t.Object(
    {
      reading_ease: t.Number({ description: "Flesch: 0 is very hard, 100 very easy" }),
      grade: t.Number({ description: "Flesch–Kincaid: years of school it takes" }),
      words: t.Integer({ description: "How many words" }),
      sentences: t.Integer({ description: "How many sentences" }),
    },
    { description: when },
  );

export default ai.route({
  summary: "Rewrite a text, with every change told",
  description:
    "English by rules: `formal` writes contractions out and takes other words, `casual` the reverse; `concise` drops what says nothing; `simple` takes the words of plainlanguage.gov; `polite` asks instead of ordering; `active` turns passives round that name who did it; `fix` corrects the mistakes that are sure, and the grammar endpoint tells the others. Addresses, tags, quotations and code stay. `expand`, `creative` and other languages need a language model.",
  body: t.Object({
    ...textFields,
    ...rewriteOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    rewritten: t.String({ description: "The text rewritten" }),
    changes: t.Array(
      t.Object({
        ...spanFields,
        before: t.String({ description: "What stood there" }),
        after: t.String({ description: "What stands there now" }),
        rule: t.String({ description: "Why" }),
      }),
      { description: "The changes, by their places in the text as it was" },
    ),
    readability: t.Object(
      { before: readability("Of the text as it was"), after: readability("Of the text rewritten") },
      { description: "How hard it is to read" },
    ),
  }),
  plain: "rewritten",
  heavy: true,
  // Harper's dictionary takes seconds to set up in a new process, and more where all is busy.
  timeoutMs: 60_000,
  example: {
    body: { text: "In order to utilize the app, you don't have to register.", mode: "simple" },
  },
  async handler(doors) {
    const { whyNotByRules, rewrite } = await import("../rewrite/rewrite.ts");
    const { rewriteByModel } = await import("../rewrite/by-model.ts");
    const embedded = { embedded: rewrite, cannot: whyNotByRules };
    return answer(doors.body, { doors, ...embedded, model: rewriteByModel });
  },
});
