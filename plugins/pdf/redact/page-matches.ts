import type { Character } from "../text/characters.ts";
import type { Pattern } from "./patterns.ts";
import { searchable } from "./searchable.ts";
import { wordsInPlace } from "./words-in-place.ts";

/** A found stretch of a page. */
export interface Match {
  /** The name of the pattern. */
  term: string;
  /** The characters of the page that it is made of. */
  characters: Character[];
  text: string;
}

/** How narrow a gap is, in ems, that is none between words. */
const gapMax = 0.28;
/** How wide one may be between letters of which each stands by itself: of a word that is spaced out. */
const spacedMax = 1;

/** What the patterns find among the characters of a page, however they are broken or spaced. */
export function matchesOn(characters: readonly Character[], patterns: readonly Pattern[]): Match[] {
  const found = new Map<string, Match>();
  for (const kept of readingsOf(characters))
    for (const form of new Set(patterns.map((pattern) => pattern.form)))
      for (const keepsHyphens of kept.some(({ isLineHyphen }) => isLineHyphen)
        ? [false, true]
        : [true]) {
        const { text, from } = searchable(kept, { form, keepsHyphens });
        for (const { name, find } of patterns.filter((pattern) => pattern.form === form))
          for (const { start, end } of find(text)) {
            const letters = kept.slice(from[start]!, from[end - 1]! + 1);
            const key = `${name} ${letters[0]!.index} ${letters.at(-1)!.index}`;
            found.set(key, { term: name, characters: letters, text: text.slice(start, end) });
          }
      }
  for (const match of wordsInPlace(characters, patterns)) {
    const places = match.characters.map(({ index }) => index);
    const key = `${match.term} ${Math.min(...places)} ${Math.max(...places)}`;
    if (!found.has(key)) found.set(key, match);
  }
  return [...found.values()];
}

/** As it stands, and without the spaces that are but gaps between the letters of spaced words. */
function readingsOf(characters: readonly Character[]): Character[][] {
  const tight = characters.filter((character, index) => !isGap(characters, { character, index }));
  return tight.length === characters.length ? [[...characters]] : [[...characters], tight];
}

function isGap(
  characters: readonly Character[],
  { character, index }: { character: Character; index: number },
): boolean {
  const [before, after] = [characters[index - 1], characters[index + 1]];
  if (!character.isGenerated || character.text !== " " || !before || !after) return false;
  const gap = (after.left - before.right) / (before.size || 1);
  const isAlone = [index - 2, index + 2].some((at) => (characters[at]?.text ?? " ").trim() === "");
  return gap > -0.5 && gap < (isAlone ? spacedMax : gapMax);
}
