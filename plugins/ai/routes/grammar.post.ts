import { oneOf, t } from "hub";
import { grammarOptions } from "../grammar/request.ts";
import type { EngineDoors } from "../language-model/choose-engine.ts";
import ai from "../plugin.ts";
import { providers, textFields } from "../request.ts";
import { answer, answerFields, spanFields } from "../response.ts";
import { getBaseLanguage } from "../text/words.ts";

export default ai.route({
  summary: "Check the grammar and spelling of a text",
  keywords: "spell check, grammar checker, proofread, spelling",
  description:
    "Returns the likely mistakes, and the text with the corrections that are beyond doubt. English is checked with Harper's rules and dictionary and with additional rules for agreement and words that sound alike. Other mistakes are listed in `matches` with `applied: false`. Codes, addresses, file names, tags, quotations, passages in other languages, spellings of other dialects and unknown capitalized words (except German nouns with one likely spelling) are never changed. The first check after a pause takes a few seconds while the dictionary is loaded. In other languages, the spelling is checked if the operator has added a Hunspell dictionary: `bun run data refresh ai/spelling --language de`, or another of cs, da, de, el, es, fr, hu, it, nb, nl, pl, pt, ro, ru, sv, tr and uk. A language model or a LanguageTool server also checks their grammar, and then checks English too.",
  body: t.Object({
    ...textFields,
    provider: oneOf([...providers, "languagetool"], {
      default: "auto",
      description:
        "The engine to use: `auto` chooses one, and `embedded` keeps the text on the hub's server. A request that names an unavailable engine fails",
    }),
    ...grammarOptions.properties,
  }),
  response: t.Object({
    ...answerFields,
    matches: t.Array(
      t.Object({
        ...spanFields,
        text: t.String({ description: "The flagged words" }),
        message: t.String({ description: "The problem" }),
        category: t.String({ description: "Category of the mistake" }),
        rule: t.String({ description: "The rule that found the mistake" }),
        replacements: t.Array(t.String(), { description: "Suggested replacements, best first" }),
        applied: t.Boolean({
          description:
            "Whether the first replacement is in `corrected_text`, which contains only corrections that are beyond doubt",
        }),
      }),
      { description: "The likely mistakes, in the order of the text" },
    ),
    corrected_text: t.String({
      description: "The text with the first replacement of each match that is `applied`",
    }),
    score: t.Integer({
      minimum: 0,
      maximum: 100,
      description:
        "Score from 0 to 100: 100 without mistakes, lower the more mistakes there are per hundred words; unknown names, codes and quotations do not count",
    }),
    counts: t.Record(t.String(), t.Integer(), {
      description: "Number of matches in each category",
    }),
  }),
  plain: "corrected_text",
  heavy: true,
  ownProcess: true,
  // Harper's dictionary takes seconds to load in a new process, and longer under load.
  timeoutMs: 60_000,
  headers: ["x-degraded"],
  example: { body: { text: "She dont likes teh apple, but he go to school." } },
  async handler(doors) {
    const { checkGrammar, explainUnsupportedLanguage } = await import("../grammar/check.ts");
    const { checkByModel } = await import("../grammar/by-model.ts");
    const { createLanguageToolProvider } = await import("../grammar/by-languagetool.ts");
    const { findDictionary } = await import("../grammar/dictionaries.ts");
    const version = await doors.data.get("spelling");
    const servers = (given: EngineDoors) => [createLanguageToolProvider(given)];
    return answer(doors.body, {
      doors,
      async embedded(input) {
        const name = findDictionary(input.language, version.paths);
        if (getBaseLanguage(input.language) === "en" || name === undefined)
          return checkGrammar(input);
        const { checkSpelling } = await import("../grammar/check-spelling.ts");
        return checkSpelling(input, { name, version });
      },
      cannot: (input) => explainUnsupportedLanguage(input, version.paths),
      model: checkByModel,
      servers,
    });
  },
});
