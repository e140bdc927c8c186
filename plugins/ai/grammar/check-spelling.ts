import type { DatasetVersion } from "hub";
import type { ProtectedSpan } from "../text/protected-places.ts";
import { capitalNouns, finishCheck, type GrammarInput, indexSentences } from "./check.ts";
import { Hunspell } from "./hunspell.ts";
import type { Match } from "./request.ts";

/** Bounds of the work for one text: words whose neighbours are tried, and searches in the whole dictionary. */
const judgedMax = 200;
const searchedMax = 15;
/** Longest word whose neighbours are tried. */
const slipMax = 24;
const suggestionsMax = 5;
/** Dictionaries in memory. Each takes about 30 MB. */
const loadedMax = 4;
const loaded = new Map<string, Promise<Hunspell>>();

/** Checks the spelling of a text with a dictionary. */
export async function checkSpelling(
  input: GrammarInput,
  { name, version }: { name: string; version: DatasetVersion },
) {
  const { text } = input;
  const engine = await load(name, version);
  const starts = indexSentences(text);
  const words = [...text.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu)].map(
    ({ 0: shown, index }) => ({ shown, start: index, end: index + shown.length }),
  );
  const isUnknown = words.map(({ shown }) => !knows(engine, shown));
  const judge = createJudge(engine);
  const found: Match[] = [];
  for (const [index, word] of words.entries()) {
    if (!isUnknown[index]) continue;
    const isCapital = /^\p{Lu}/u.test(word.shown) && !starts.has(word.start);
    // A capitalized word is a name, except for nouns of languages that capitalize them.
    if (isCapital && !capitalNouns.has(name)) continue;
    const { replacements, isSure } = judge(word.shown);
    if (isCapital && replacements.length === 0) continue;
    found.push({
      start: word.start,
      end: word.end,
      text: word.shown,
      message: "The dictionary doesn't have this word",
      category: "Spelling",
      rule: "DICTIONARY",
      replacements,
      sure: isSure && !isUnknown[index - 1] && !isUnknown[index + 1],
    });
  }
  return finishCheck(input, found, findForeign(words, isUnknown, starts));
}

/**
 * Returns a function that finds the replacements of unknown words. A replacement is sure if a letter was wrongly doubled
 * or not doubled, or two were swapped, and no other word is one slip away.
 */
function createJudge(engine: Hunspell) {
  const judged = new Map<string, { replacements: string[]; isSure: boolean }>();
  let searches = 0;
  return (word: string) => {
    const known = judged.get(word);
    if (known) return known;
    const slips =
      word.length > slipMax || judged.size >= judgedMax
        ? []
        : engine.findSlips(word).toSorted((a, b) => Number(b.isLight) - Number(a.isLight));
    const close = slips.map(({ to }) => to);
    const isCapital = /^\p{Lu}/u.test(word);
    const isSearched = close.length === 0 && !isCapital && searches++ < searchedMax;
    const replacements = isSearched ? engine.suggest(word) : close.slice(0, suggestionsMax);
    const isSure = word.length > 4 && slips.length === 1 && slips[0]?.isLight === true;
    judged.set(word, { replacements, isSure });
    return { replacements, isSure };
  };
}

/** Whether a dictionary has a word, or all parts of a word with hyphens. */
function knows(engine: Hunspell, shown: string): boolean {
  const word = shown.replaceAll("’", "'");
  if (engine.knows(word)) return true;
  const parts = word.split("-");
  return parts.length > 1 && parts.every((part) => engine.knows(part));
}

/** Finds sentences that are probably in another language: at least 40 % of their words are unknown. */
function findForeign(
  words: readonly ProtectedSpan[],
  isUnknown: readonly boolean[],
  starts: ReadonlyMap<number, ProtectedSpan>,
): ProtectedSpan[] {
  let index = 0;
  return [...starts.values()].filter(({ start, end }) => {
    let [count, unknown] = [0, 0];
    for (; index < words.length && (words[index]?.start ?? 0) < end; index++) {
      if ((words[index]?.start ?? 0) < start) continue;
      count++;
      if (isUnknown[index]) unknown++;
    }
    return unknown >= 3 && unknown >= count * 0.4;
  });
}

/** Loads a dictionary, and disposes the one that was loaded first if there are too many. */
async function load(name: string, version: DatasetVersion): Promise<Hunspell> {
  const key = version.path(`${name}.dic`);
  const known = loaded.get(key);
  if (known) return known;
  const loading = Promise.all([version.bytes(`${name}.aff`), version.bytes(`${name}.dic`)]).then(
    ([aff, dic]) => Hunspell.load(aff, dic),
  );
  loaded.set(key, loading);
  for (const [other, engine] of [...loaded].slice(0, -loadedMax)) {
    loaded.delete(other);
    (await engine).dispose();
  }
  return loading;
}
