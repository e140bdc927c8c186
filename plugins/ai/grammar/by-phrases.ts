import type { Level, Match } from "./match.ts";
import { phraseRules } from "./phrase-rules.ts";
import { forms } from "./verb-forms.ts";

/** The mistakes that phrases show. */
export function* byPhrases(text: string, level: Level): Generator<Match> {
  for (const { id, category, of, instead, message } of phraseRules) {
    if (category === "Style" && level !== "picky") continue;
    for (const match of text.matchAll(of)) {
      const shown = match[0].trimEnd();
      const start = match.index;
      const replacements = instead.map((one) => cased(filled(one, match).trimEnd(), shown));
      yield {
        start,
        end: start + shown.length,
        text: shown,
        message: filled(message, match),
        category,
        rule: id,
        replacements: replacements.filter((one) => one !== shown),
      };
    }
  }
}

/** A template with what the groups took, in other forms where it says so: `$base2`. */
function filled(template: string, groups: readonly (string | undefined)[]): string {
  return template.replaceAll(/\$([a-z]*)(\d)/g, (_, form: string, digit: string) => {
    const taken = groups[Number(digit)] ?? "";
    return form ? (forms[form]?.get(taken.toLowerCase()) ?? taken) : taken;
  });
}

/** With a capital where the mistake has one, but for "I". */
function cased(value: string, shown: string): string {
  const first = shown[0] ?? "";
  return first !== first.toLowerCase() && !/^I\b/.test(shown)
    ? value.slice(0, 1).toUpperCase() + value.slice(1)
    : value;
}
