import { fitToSchema, HubError, type Provider, t } from "hub";
import { askProvider } from "../language-model/ask-provider.ts";
import type { EngineDoors } from "../language-model/choose-engine.ts";
import { getBaseLanguage } from "../text/words.ts";
import { type checkGrammar, finishCheck, type GrammarInput } from "./check.ts";

type Checked = Awaited<ReturnType<typeof checkGrammar>>;

const Answer = t.Object({
  matches: t.Array(
    t.Object({
      message: t.String(),
      offset: t.Integer({ minimum: 0 }),
      length: t.Integer({ minimum: 1 }),
      replacements: t.Array(t.Object({ value: t.String() })),
      rule: t.Object({ id: t.String(), category: t.Object({ name: t.String() }) }),
    }),
  ),
});
const matchesMax = 2000;
const replacementsMax = 10;

/** Creates a provider for a server with the LanguageTool API: https://languagetool.org/http-api/ */
export function createLanguageToolProvider(doors: EngineDoors): Provider<GrammarInput, Checked> {
  const { net, env } = doors;
  return {
    id: "languagetool",
    kind: "network",
    cannot: () => (env.LANGUAGETOOL_URL ? undefined : "the operator has not set LANGUAGETOOL_URL"),
    async run(input, { timeoutMs }) {
      const { text, language, dialect, level } = input;
      const form = new URLSearchParams({
        text,
        language: getBaseLanguage(language) === "en" ? dialect : language,
        level,
        ...(input.ignore_rules.length > 0 && { disabledRules: input.ignore_rules.join(",") }),
      });
      const response = await askProvider(
        env.LANGUAGETOOL_URL,
        net,
        "https://api.languagetool.org/v2/check",
        {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: form.toString(),
          timeoutMs,
        },
      );
      const answer = fitToSchema(Answer, await response.json().catch(() => undefined));
      if (!answer || answer.matches.some(({ offset, length }) => offset + length > text.length))
        throw new HubError("upstream_failed", "The response of LanguageTool cannot be used");
      const matches = answer.matches
        .slice(0, matchesMax)
        .map(({ offset, length, message, replacements, rule }) => ({
          start: offset,
          end: offset + length,
          text: text.slice(offset, offset + length),
          message,
          category: rule.category.name,
          rule: rule.id,
          replacements: replacements.slice(0, replacementsMax).map(({ value }) => value),
          sure: true,
        }));
      return finishCheck(input, matches);
    },
  };
}
