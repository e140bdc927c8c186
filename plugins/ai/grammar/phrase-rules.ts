import { openTable } from "hub/data-file";
import { readWords } from "../text/word-lists.ts";
import type { Level, Match, Starts } from "./request.ts";
import { changeForm, expandLists } from "./word-forms.ts";

/** Where a rule is right: everywhere, at the start of a sentence, or only often. */
const certainties = ["sure", "start", "opening", "maybe"] as const;

const readRules = openTable(
  new URL("./phrases.tsv", import.meta.url),
  {
    rule: "text",
    category: "text",
    certainty: certainties,
    pattern: "text",
    replacements: "text",
    message: "text",
  },
  { unique: ["rule", "pattern"] },
);

let rules: readonly PhraseRule[] | undefined;

/** Returns the rules for mistakes that a dictionary can't detect. */
function loadRules(): readonly PhraseRule[] {
  rules ??= readRules().map(({ rule, category, certainty, pattern, replacements, message }) => ({
    id: rule,
    category,
    certainty,
    regex: new RegExp(
      String.raw`(?<![\p{L}\p{N}'’-])${expandLists(boundLookbehinds(pattern))}(?![\p{L}\p{N}(]|['’-]\p{L})`,
      "giu",
    ),
    templates: replacements.split(" / "),
    message,
  }));
  return rules;
}

/** Lets a lookbehind match whole words only: "cat" is not a word of "concat". */
function boundLookbehinds(pattern: string): string {
  return pattern.replaceAll("(?<=(?:", String.raw`(?<=(?<!\p{L}(?=\p{L}))(?:`);
}

/** Finds mistakes by phrase patterns. */
export function* checkPhrases(text: string, level: Level, starts: Starts): Generator<Match> {
  for (const { id, category, certainty, regex, templates, message } of loadRules()) {
    if (category === "Style" && level !== "picky") continue;
    for (const match of text.matchAll(regex)) {
      const shown = match[0].trimEnd();
      const start = match.index;
      const opens = starts.has(start);
      if (certainty === "opening" && !opens) continue;
      if (certainty === "start" && !opens && !opensClause(text, start)) continue;
      const filled = templates.map((one) => fillTemplate(one, match)).filter(isPresent);
      if (filled.length === 0) continue;
      const replacements = filled.map((one) => matchCase(one.trimEnd(), shown));
      yield {
        start,
        end: start + shown.length,
        text: shown,
        message: fillTemplate(message, match) ?? message,
        category,
        rule: id,
        replacements: replacements.filter((one) => one !== shown),
        sure: certainty === "sure" || (certainty !== "maybe" && opens),
      };
    }
  }
}

/** Finds spaces before commas: "apples , pears". */
export function* checkSpacing(text: string): Generator<Match> {
  const rule = { category: "Punctuation", sure: true };
  for (const { index } of text.matchAll(/(?<=\p{Ll}) ,(?= \p{Ll})/gu))
    yield {
      ...rule,
      start: index,
      end: index + 2,
      text: " ,",
      rule: "SPACE_BEFORE_COMMA",
      message: "No space precedes a comma",
      replacements: [","],
    };
}

/**
 * Fills in a template with the matched groups, in another form if it says so: `$base2`. Returns `undefined` if a
 * group isn't of the class that its form needs.
 */
function fillTemplate(
  template: string,
  groups: readonly (string | undefined)[],
): string | undefined {
  let fits = true;
  const filled = template.replaceAll(/\$([a-z]*)(\d)/g, (_, form: string, digit: string) => {
    const taken = groups[Number(digit)] ?? "";
    const word = form === "" ? taken : changeForm(form, taken);
    if (word === undefined) fits = false;
    return word ?? taken;
  });
  return fits ? filled : undefined;
}

function isPresent(value: string | undefined): value is string {
  return value !== undefined;
}

/** Capitalizes the replacement if the mistake is capitalized, except for "I". */
function matchCase(value: string, shown: string): string {
  const first = shown[0] ?? "";
  return first !== first.toLowerCase() && !/^I\b/.test(shown)
    ? value.slice(0, 1).toUpperCase() + value.slice(1)
    : value;
}

/**
 * Whether the previous word opens a clause with its own verb, unlike in "Does Ada have it?" or "those behind you
 * was".
 */
function opensClause(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1).toLowerCase();
  return clauseOpeners.has(word) || word.endsWith(",") || word.endsWith(";");
}

const clauseOpeners = new Set(
  readWords(
    "because but although though while if when so think thinks thought know knows says said",
  ),
);

/** A rule: the mistake, its pattern, and the replacements. */
interface PhraseRule {
  id: string;
  category: string;
  certainty: (typeof certainties)[number];
  regex: RegExp;
  /** Templates with `$1` for a matched group and `$base1` for another form of it. */
  templates: readonly string[];
  message: string;
}
