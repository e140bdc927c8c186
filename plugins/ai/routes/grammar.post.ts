import { oneOf, t } from "hub";
import { answer, answerFields, spanFields } from "../answer.ts";
import { grammarOptions } from "../grammar/options.ts";
import type { EngineDoors } from "../model/choose-engine.ts";
import ai from "../plugin.ts";
import { providers, textFields } from "../request.ts";

export default ai.route({
  summary: "Check the grammar and spelling of a text",
  description:
    "English by Harper's rules and dictionary, and by rules of our own for agreement and words that sound alike. What is sure is corrected; the rest is told in `matches` with `applied: false`. Unknown words with a capital, but for German nouns with one likely spelling, codes, addresses, file names, tags, quotations and passages of other languages are never changed, and neither is a spelling that another dialect has. The first check after a while takes some seconds, as the dictionary must be read. Other languages by a language model or a LanguageTool server, where the operator has set one up; then they check English too.",
  body: t.Object({
    ...textFields,
    provider: oneOf([...providers, "languagetool"], {
      default: "auto",
      description:
        "Whose work it may be: `embedded` keeps the text within this hub, the others are asked or it fails",
    }),
    ...grammarOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    matches: t.Array(
      t.Object({
        ...spanFields,
        text: t.String({ description: "What stands there" }),
        message: t.String({ description: "What is wrong with it" }),
        category: t.String({ description: "What kind of mistake it is" }),
        rule: t.String({ description: "The rule that found it" }),
        replacements: t.Array(t.String(), { description: "What may stand there, the best first" }),
        applied: t.Boolean({
          description: "Whether `corrected_text` has the first replacement: it has what is sure",
        }),
      }),
      { description: "The likely mistakes, in the order of the text" },
    ),
    corrected_text: t.String({
      description: "The text with the first replacement for each `applied`",
    }),
    score: t.Integer({
      minimum: 0,
      maximum: 100,
      description:
        "100 without mistakes, less the more there are in a hundred words; unknown names, codes and quotations are none",
    }),
    counts: t.Record(t.String(), t.Integer(), {
      description: "How many there are of each category",
    }),
  }),
  plain: "corrected_text",
  heavy: true,
  // Harper's dictionary takes seconds to set up in a new process, and more where all is busy.
  timeoutMs: 60_000,
  example: { body: { text: "She dont likes teh apple, but he go to school." } },
  async handler(doors) {
    const { checkGrammar, whyNotEnglish } = await import("../grammar/check.ts");
    const { checkByModel } = await import("../grammar/by-model.ts");
    const { askLanguageTool } = await import("../grammar/by-languagetool.ts");
    const embedded = { embedded: checkGrammar, cannot: whyNotEnglish };
    const servers = (given: EngineDoors) => [askLanguageTool(given)];
    return answer(doors.body, { doors, ...embedded, model: checkByModel, servers });
  },
});
