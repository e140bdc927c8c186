import type { HubError } from "hub";
import { base } from "../language/base.ts";
import ai from "../plugin.ts";
import { byPhrases } from "./by-phrases.ts";
import { byHarper } from "./harper.ts";
import type { Dialect, Level, Match } from "./match.ts";
import { bySubjects } from "./subject-rules.ts";

/** What is to be checked, and how strictly. */
export interface GrammarInput {
  text: string;
  language: string;
  dialect: Dialect;
  level: Level;
  ignore_rules: readonly string[];
  dictionary: readonly string[];
}

// What Harper says of style, which only the picky want to hear.
const styles = new Set([
  "Style",
  "Readability",
  "Enhancement",
  "Redundancy",
  "Regionalism",
  "Formatting",
  "WordChoice",
]);
// Wrong more often than right; our own rules look for the same.
const doubtful = new Set(["ThereToTheir"]);
const wordsPerCheck = 100;

/** The likely mistakes of an English text, and the text with the first suggestion for each. */
export async function checkGrammar(input: GrammarInput) {
  const { text, level } = input;
  const own = [...byPhrases(text, level), ...bySubjects(text)];
  const theirs = (await byHarper(text, input)).filter((match) => isWanted(match, level));
  return finished(input, [...own, ...theirs]);
}

/** The failure of a text that is not in English, which is all that is known here. */
export function notEnglish({ language }: GrammarInput): HubError | undefined {
  if (base(language) === "en") return undefined;
  return ai.error(
    "language_unsupported",
    `Grammar is checked of English, as this hub has neither a language model nor LanguageTool: the text is in "${language}"`,
    { at: "body.text" },
  );
}

/** Matches that nobody has ignored, the text without them, and how many there are. */
export function finished(
  { text, ignore_rules, dictionary }: GrammarInput,
  found: readonly Match[],
) {
  const ignored = new Set(ignore_rules);
  const known = new Set(dictionary.map((word) => word.toLowerCase()));
  const matches = apart(found).filter(
    ({ rule, text: shown }) => !ignored.has(rule) && !known.has(shown.toLowerCase()),
  );
  const counts: Record<string, number> = {};
  for (const { category } of matches) counts[category] = (counts[category] ?? 0) + 1;
  return {
    matches,
    corrected_text: corrected(text, matches),
    score: scoreOf(text, matches.length),
    counts,
  };
}

function isWanted({ rule, category, start, end, text: shown }: Match, level: Level): boolean {
  if (doubtful.has(rule) || end <= start || shown.trim() === "") return false;
  // "I." at the end of a sentence is no abbreviation.
  if (category === "Spelling" && /^[A-Za-z]\.$/.test(shown)) return false;
  return level === "picky" || !styles.has(category);
}

/** Of matches that overlap, the earlier given; in the order of the text. */
function apart(all: readonly Match[]): Match[] {
  const taken: Match[] = [];
  for (const match of all)
    if (!taken.some((other) => match.start < other.end && other.start < match.end))
      taken.push(match);
  return taken.toSorted((a, b) => a.start - b.start);
}

function corrected(text: string, matches: readonly Match[]): string {
  let written = "";
  let from = 0;
  for (const { start, end, replacements } of matches) {
    const [first] = replacements;
    if (first === undefined) continue;
    written += text.slice(from, start) + first;
    from = end;
  }
  return written + text.slice(from);
}

/** From 0 to 100: what share of stretches of words has no mistake, of short ones at least. */
function scoreOf(text: string, mistakes: number): number {
  const words = Math.max(1, text.split(/\s/u).filter(Boolean).length);
  const perHundred = (mistakes * wordsPerCheck) / Math.max(words, 10);
  return Math.round(100 * Math.exp(-perHundred / 25));
}
