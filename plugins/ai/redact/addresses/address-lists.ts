import { openWords } from "hub/data-file";
import { PhraseList } from "./phrase-list.ts";

const names = [
  "streets before their name",
  "districts before their name",
  "streets after a number and their name",
  "streets after their name",
  "endings of streets",
  "endings before a number and a town",
  "first words of streets",
  "small words in names",
  "labels of house numbers",
  "flats before their number",
  "flats after their number",
  "flats without a number",
  "numbered roads",
  "post boxes",
  "post boxes before a town",
  "countries and regions",
  "towns before their name",
  "words before an address",
  "never a name",
] as const;

/** The name of a list of words of addresses. */
export type ListName = (typeof names)[number];

/** Reads the words of addresses, by the part of an address that they show. */
const readAddressWords = openWords(new URL("./address-words.txt", import.meta.url), names);

/** Reads the forms of postcodes: sure ones, usual ones before a town, and those that other numbers have, too. */
export const readPostcodeForms = openWords(new URL("./postcodes.txt", import.meta.url), [
  "sure",
  "usual",
  "weak",
]);

let lists: Record<ListName, PhraseList> | undefined;

/** Returns a list of words as phrases of tokens. */
export function getPhrases(name: ListName): PhraseList {
  lists ??= Object.fromEntries(
    names.map((one) => [one, new PhraseList(readAddressWords()[one])]),
  ) as Record<ListName, PhraseList>;
  return lists[name];
}

/** Returns whether a word ends with one of a list, and isn't such an ending itself. */
export function hasEnding(name: ListName, word: string): boolean {
  const endings = readAddressWords()[name];
  for (let at = 1; at < word.length; at++) if (endings.has(word.slice(at))) return true;
  return false;
}
