import { openTexts } from "hub/data-file";

const { homophones, "missing syllables": missing } = openTexts(
  new URL("./mandarin.txt", import.meta.url),
  ["homophones", "missing syllables"],
)();

const word = new RegExp(Object.keys(homophones).join("|"), "g");

/** Replaces words that eSpeak NG's Mandarin misreads by homophones. Positions don't change. */
export function respellMandarin(text: string): string {
  return text.replaceAll(word, (written) => homophones[written] ?? written);
}

/** The course of each tone, from 1 (low) to 5 (high). */
const contours = ["", "55", "35", "214", "51"];

/** The phonemes of characters whose syllable eSpeak NG lacks, in its notation: its Mandarin has all sounds of `-iong`. */
export const missingSyllables: ReadonlyMap<string, string> = new Map(
  Object.entries(missing).flatMap(([syllable, characters]) =>
    Array.from(characters, (character): [string, string] => [
      character,
      `${syllable.slice(0, -1)}j'ong${contours[Number(syllable.at(-1))]}`,
    ]),
  ),
);
