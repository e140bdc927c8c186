import type { Level, Match, Starts } from "./match.ts";
import { phraseRules } from "./phrase-rules.ts";
import { forms } from "./verb-forms.ts";

/** The mistakes that phrases show. */
export function* byPhrases(text: string, level: Level, starts: Starts): Generator<Match> {
  for (const { id, category, certainty, of, instead, message } of phraseRules) {
    if (category === "Style" && level !== "picky") continue;
    for (const match of text.matchAll(of)) {
      const shown = match[0].trimEnd();
      const start = match.index;
      const opens = starts.has(start);
      if (certainty === "start" && !opens && !opensClause(text, start)) continue;
      const replacements = instead.map((one) => cased(filled(one, match).trimEnd(), shown));
      yield {
        start,
        end: start + shown.length,
        text: shown,
        message: filled(message, match),
        category,
        rule: id,
        replacements: replacements.filter((one) => one !== shown),
        sure: certainty === "sure" || (certainty === "start" && opens),
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

/** Behind these a subject stands with its verb, and not as in "Does he have it?" or "those behind you was". */
function opensClause(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1).toLowerCase();
  return clauseOpeners.has(word) || word.endsWith(",") || word.endsWith(";");
}

const clauseOpeners = new Set(
  "because but although though while if when so think thinks thought know knows says said".split(
    " ",
  ),
);
