import { openTexts } from "../data-file.ts";

/** A language and its confidence, from 0 to 1. The confidences for a text add up to at most 1. */
export interface Guess {
  code: string;
  confidence: number;
}

const readSiblings = openTexts(new URL("./siblings.txt", import.meta.url), [
  "malay",
  "serbo-croatian",
]);

interface Family {
  languages: readonly string[];
  /** The languages of each word. Keys with a trailing `*` are prefixes. */
  owners: ReadonlyMap<string, readonly string[]>;
}

let families: readonly Family[] | undefined;

function findFamily(code: string): Family | undefined {
  families ??= Object.values(readSiblings()).map(createFamily);
  return families.find(({ languages }) => languages.includes(code));
}

/** Returns whether two languages are equal or siblings. */
export function isSibling(one: string, other: string): boolean {
  return one === other || (findFamily(one)?.languages.includes(other) ?? false);
}

/** Returns whether a language has siblings that it is easily confused with. */
export function hasSiblings(code: string): boolean {
  return findFamily(code) !== undefined;
}

/** Moves the most likely sibling to the front. `isTold` is set if words specific to it were found. */
export function settleSiblings(
  guesses: Guess[],
  { text, allowed }: { text: string; allowed: ReadonlySet<string> },
): { guesses: Guess[]; isTold: boolean } {
  const [first] = guesses;
  const family = first && findFamily(first.code);
  if (!first || !family || !/\p{Script=Latin}/u.test(text)) return { guesses, isTold: true };
  const points = countWords(text, family);
  const getPoints = (code: string) => points.get(code) ?? 0;
  const getShare = (code: string) => guesses.find((one) => one.code === code)?.confidence ?? 0;
  const ranked = family.languages
    .filter((code) => allowed.has(code))
    .toSorted((a, b) => getPoints(b) - getPoints(a) || getShare(b) - getShare(a));
  const total = ranked.reduce((sum, code) => sum + getShare(code), 0);
  // Each word that is specific to one language reduces the likelihood of the others to a third.
  const [most = 0, second] = ranked.map(getPoints);
  const weights = ranked.map((code) => ({ code, weight: (1 / 3) ** (most - getPoints(code)) }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const own = weights.map(({ code, weight }) => ({ code, confidence: (total * weight) / all }));
  const others = guesses.filter(({ code }) => !ranked.includes(code));
  return {
    guesses: [...own, ...others].toSorted((a, b) => b.confidence - a.confidence),
    isTold: second === undefined || most > second,
  };
}

function countWords(text: string, { owners }: Family): Map<string, number> {
  const points = new Map<string, number>();
  let before = "";
  for (const [word] of text.matchAll(/\p{L}{2,30}/gu)) {
    const beginnings = Array.from({ length: word.length }, (_, at) => `${word.slice(0, at + 1)}*`);
    const keys = [`${before}_${word}`, word, ...beginnings];
    before = word;
    const owner = keys.map((key) => owners.get(key)).find((found) => found !== undefined);
    for (const language of owner ?? []) points.set(language, (points.get(language) ?? 0) + 1);
  }
  return points;
}

function createFamily(lists: Readonly<Record<string, string>>): Family {
  const owners = new Map<string, readonly string[]>();
  for (const [codes, list] of Object.entries(lists))
    for (const word of list.split(" ")) owners.set(word, codes.split(" "));
  return {
    languages: [...new Set(Object.keys(lists).flatMap((codes) => codes.split(" ")))],
    owners,
  };
}
