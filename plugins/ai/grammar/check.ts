import type { HubError } from "hub";
import { type Span, splitSentences } from "hub";
import ai from "../plugin.ts";
import type { TextInput } from "../request.ts";
import { findCode, findQuotations, type ProtectedSpan } from "../text/protected-places.ts";
import { getBaseLanguage } from "../text/words.ts";
import { findForeign, judgeMatch } from "./certainty.ts";
import { downloadableLanguages, findDictionary } from "./dictionaries.ts";
import { checkByHarper } from "./harper.ts";
import { checkPhrases, checkSpacing } from "./phrase-rules.ts";
import type { GrammarOptions, Level, Match, Starts } from "./request.ts";
import { findMisspellings } from "./spelling.ts";

/** A text to check, with the grammar options. */
export type GrammarInput = TextInput & GrammarOptions;

// Harper's categories for style. They are only reported at the `picky` level.
const styles = new Set([
  "Style",
  "Readability",
  "Enhancement",
  "Redundancy",
  "Regionalism",
  "Formatting",
  "WordChoice",
]);
// More often wrong than right. Our own rules cover the same mistakes.
const doubtful = new Set(["ThereToTheir"]);
const wordsPerCheck = 100;

/** Finds the likely mistakes of an English text, and corrects the certain ones. */
export async function checkGrammar(input: GrammarInput) {
  const { text, level } = input;
  const starts = indexSentences(text);
  const own = [
    ...checkPhrases(text, level, starts),
    ...checkSpacing(text),
    ...findMisspellings(text, starts),
  ];
  const theirs = (await checkByHarper(text, input)).filter((match) => isWanted(match, level));
  const judged = theirs.map((match) => judgeMatch(match, { text, starts }));
  return finishCheck(input, [...own, ...judged], findForeign(starts));
}

/** Returns the certain corrections of an English text. Those of style need the highest strength. */
export async function findCorrections({
  text,
  language,
  strength,
}: TextInput & { strength: number }) {
  const level = strength >= 3 ? ("picky" as const) : ("default" as const);
  const options = { level, dialect: "en-US" as const, ignore_rules: [], dictionary: [] };
  const { matches } = await checkGrammar({ text, language, ...options });
  return matches.flatMap(({ start, end, replacements: [after], rule, applied }) =>
    after === undefined || !applied ? [] : [{ start, end, after, rule }],
  );
}

/** Returns an error for texts that are neither in English nor in a language with a dictionary. */
export function explainUnsupportedLanguage(
  { language }: GrammarInput,
  dictionaries: Readonly<Record<string, unknown>>,
): HubError | undefined {
  const base = getBaseLanguage(language);
  if (base === "en" || findDictionary(language, dictionaries) !== undefined) return undefined;
  const command = downloadableLanguages.includes(base)
    ? `bun run data refresh ai/spelling --language ${base}`
    : `bun run data import ai/spelling FILE`;
  const remedy = base === "und" ? "" : `. The operator can add a dictionary with "${command}"`;
  return ai.error(
    "language_unsupported",
    `Cannot check a text in "${language}" without a language model, LanguageTool or a dictionary of its language${remedy}`,
    { at: "body.text" },
  );
}

/**
 * Returns the matches that aren't ignored, the text with certain corrections applied, and the counts.
 * Quotations, code, `foreign` spans and the spelling of capitalized words are never changed, by any engine.
 */
export function finishCheck(
  { text, language, ignore_rules, dictionary }: GrammarInput,
  found: readonly Match[],
  foreign: readonly ProtectedSpan[] = [],
) {
  const ignored = new Set(ignore_rules);
  const known = new Set(dictionary.map((word) => word.toLowerCase()));
  const code = [...findCode(text)];
  const protectedSpans = [...findQuotations(text), ...code, ...foreign];
  const starts = indexSentences(text);
  const matches = dropOverlapping(found)
    .filter(({ rule, text: shown }) => !ignored.has(rule) && !known.has(shown.toLowerCase()))
    .filter((match) => !(isSpelling(match) || isCasing(match)) || !isWithin(match, code))
    .filter(({ rule, start }) => rule !== "SentenceCapitalization" || starts.has(start))
    .map((match) => {
      const { sure, ...reported } = match;
      const isProtected =
        isWithin(match, protectedSpans) || respellsName(match, { starts, language });
      return {
        ...reported,
        applied: sure && !isProtected && reported.replacements.length > 0,
        isProtected,
      };
    });
  const counts: Record<string, number> = {};
  for (const { category } of matches) counts[category] = (counts[category] ?? 0) + 1;
  return {
    matches: matches.map(({ isProtected, ...match }) => match),
    corrected_text: applyMatches(text, matches),
    score: computeScore(text, matches.filter(({ isProtected }) => !isProtected).length),
    counts,
  };
}

/** Returns the sentences of a text by the position of their first word. */
export function indexSentences(text: string): Map<number, Span> {
  return new Map(
    splitSentences(text).map((span) => {
      const first = span.text.search(/[\p{L}\p{N}]/u);
      return [span.start + Math.max(0, first), span];
    }),
  );
}

function isWithin({ start, end }: Match, places: readonly ProtectedSpan[]): boolean {
  return places.some((place) => start < place.end && place.start < end);
}

function isCasing({ category, rule }: Match): boolean {
  return /capital|casing/i.test(`${category} ${rule}`);
}

function isSpelling({ category, rule }: Match): boolean {
  return /spell|typo|morfologik/i.test(`${category} ${rule}`);
}

/** Languages that capitalize every noun. */
export const capitalNouns = new Set(["de", "lb", "nds"]);

/** Whether a correction would change a capitalized word, which may be a name. */
function respellsName(
  match: Match,
  { starts, language }: { starts: Starts; language: string },
): boolean {
  const [first, ...others] = match.replacements;
  if (first === undefined || match.rule === "MISSPELLING") return false;
  const said = new Set(first.toLowerCase().match(/[\p{L}\p{M}'’]+/gu));
  for (const word of match.text.matchAll(/\p{Lu}[\p{L}\p{M}'’]*/gu)) {
    if (word[0] === "I" || said.has(word[0].toLowerCase())) continue;
    // "Fehlr" is a noun if only one noun is a likely correction.
    if (
      capitalNouns.has(getBaseLanguage(language)) &&
      others.length === 0 &&
      isOneSlip(match.text, first)
    )
      continue;
    const opens = starts.has(match.start + word.index);
    if (!opens || isSpelling(match)) return true;
  }
  return false;
}

/** Whether two words differ by one added, missing or different letter, or by two swapped ones. */
function isOneSlip(a: string, b: string): boolean {
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}

function isWanted({ rule, category, start, end, text: shown }: Match, level: Level): boolean {
  if (doubtful.has(rule) || end <= start || shown.trim() === "") return false;
  // "I." at the end of a sentence isn't an abbreviation.
  if (category === "Spelling" && /^[A-Za-z]\.$/.test(shown)) return false;
  return level === "picky" || !styles.has(category);
}

/** Resolves overlaps in favour of the certain match, then the earlier one in the list. Returns them in text order. */
function dropOverlapping(all: readonly Match[]): Match[] {
  const taken: Match[] = [];
  for (const match of [...all.filter(({ sure }) => sure), ...all.filter(({ sure }) => !sure)])
    if (!taken.some((other) => match.start < other.end && other.start < match.end))
      taken.push(match);
  return taken.toSorted((a, b) => a.start - b.start);
}

interface ReportedMatch extends Omit<Match, "sure"> {
  applied: boolean;
}

function applyMatches(text: string, matches: readonly ReportedMatch[]): string {
  let code = "";
  let from = 0;
  for (const { start, end, replacements, applied } of matches) {
    const [first] = replacements;
    if (first === undefined || !applied) continue;
    code += text.slice(from, start) + first;
    from = end;
  }
  return code + text.slice(from);
}

/** Returns a score from 0 to 100 by the number of mistakes per hundred words. Short texts have a minimum divisor. */
function computeScore(text: string, mistakes: number): number {
  const words = Math.max(1, text.split(/\s/u).filter(Boolean).length);
  const perHundred = (mistakes * wordsPerCheck) / Math.max(words, 10);
  return Math.round(100 * Math.exp(-perHundred / 25));
}
