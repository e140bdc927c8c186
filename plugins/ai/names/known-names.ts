import { faker as ar } from "@faker-js/faker/locale/ar";
import { faker as cs } from "@faker-js/faker/locale/cs_CZ";
import { faker as da } from "@faker-js/faker/locale/da";
import { faker as de } from "@faker-js/faker/locale/de";
import { faker as el } from "@faker-js/faker/locale/el";
import { faker as en } from "@faker-js/faker/locale/en";
import { faker as india } from "@faker-js/faker/locale/en_IN";
import { faker as es } from "@faker-js/faker/locale/es";
import { faker as mexico } from "@faker-js/faker/locale/es_MX";
import { faker as fi } from "@faker-js/faker/locale/fi";
import { faker as fr } from "@faker-js/faker/locale/fr";
import { faker as belgium } from "@faker-js/faker/locale/fr_BE";
import { faker as he } from "@faker-js/faker/locale/he";
import { faker as hr } from "@faker-js/faker/locale/hr";
import { faker as hu } from "@faker-js/faker/locale/hu";
import { faker as it } from "@faker-js/faker/locale/it";
import { faker as ja } from "@faker-js/faker/locale/ja";
import { faker as ko } from "@faker-js/faker/locale/ko";
import { faker as nb } from "@faker-js/faker/locale/nb_NO";
import { faker as nl } from "@faker-js/faker/locale/nl";
import { faker as pl } from "@faker-js/faker/locale/pl";
import { faker as brazil } from "@faker-js/faker/locale/pt_BR";
import { faker as pt } from "@faker-js/faker/locale/pt_PT";
import { faker as ro } from "@faker-js/faker/locale/ro";
import { faker as ru } from "@faker-js/faker/locale/ru";
import { faker as sv } from "@faker-js/faker/locale/sv";
import { faker as tr } from "@faker-js/faker/locale/tr";
import { faker as uk } from "@faker-js/faker/locale/uk";
import { faker as zh } from "@faker-js/faker/locale/zh_CN";
import { openWords } from "hub/data-file";
import { readWords } from "../text/word-lists.ts";
import { firstNames as commonNames } from "./name-words.ts";

/** Names that are common in their country and missing in the lists of the package. */
const readOthers = openWords(new URL("./known-names.txt", import.meta.url), [
  "first names",
  "surnames",
  "world first names",
  "world surnames",
  "case endings",
  "titles",
]);

const locales = [
  ...[ar, cs, da, de, el, en, india, es, mexico, fi, fr, belgium, he, hr, hu, it],
  ...[nb, nl, pl, brazil, pt, ro, ru, sv, tr, uk],
];

/** Returns the names of a locale's list, which may be divided by gender. */
function listNames(names: object | null | undefined): string[] {
  return Object.values(names ?? {})
    .flat()
    .filter((name): name is string => typeof name === "string");
}

type Lists = { first: Set<string>; last: Set<string> };
let western: Lists | undefined;
let eastern: Record<"zh" | "ja" | "ko", Lists> | undefined;

function collect(some: readonly (typeof en)[]): Lists {
  const person = some.map(({ rawDefinitions }) => rawDefinitions.person);
  return {
    first: new Set(person.flatMap((one) => listNames(one?.first_name))),
    last: new Set(person.flatMap((one) => listNames(one?.last_name))),
  };
}

/** Loads the names of alphabetic scripts, in their form for comparison. */
function loadWestern(): Lists {
  if (western) return western;
  const { first, last } = collect(locales);
  const fold = (names: Iterable<string>) =>
    new Set([...names].filter((name) => name.length > 1 && !name.includes(" ")).map(foldName));
  western = {
    first: fold([...first, ...commonNames, ...readOthers()["first names"]]),
    last: fold([...last, ...readOthers().surnames]),
  };
  return western;
}

/** Returns the form of a name for comparison: in lower case, with one form of each Arabic letter. */
function foldName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll(/[\u064b-\u065f’']/g, "");
}

const inflected = new Set(readWords("pl cs sk hr sr sl bs ru uk be bg mk fi et lv lt hu"));

/** Removes the longest case ending of Slavic languages and Finnish. */
function removeCaseEnding(name: string): string {
  const endings = readOthers()["case endings"];
  for (let length = 3; length > 0; length--)
    if (endings.has(name.slice(-length))) return name.slice(0, -length);
  return name;
}

/** Whether a word is a title before a name. */
export function isTitle(word: string): boolean {
  return readOthers().titles.has(word.toLowerCase());
}

/** Whether a word is a first name, in a case of its language's declension or with a Turkish suffix. */
export function isFirstName(word: string, language: string): boolean {
  const { first } = loadWestern();
  const name = foldName(word.replace(/['’]\p{Ll}{1,6}$/u, ""));
  if (first.has(name) || (name.includes("-") && name.split("-").every((part) => first.has(part))))
    return true;
  const stem = inflected.has(language) && name.length > 4 ? removeCaseEnding(name) : name;
  if (stem.length < 3 || stem === name) return false;
  // "Pawłem" is Paweł: the last vowel is mute before an ending.
  const full = `${stem.slice(0, -1)}e${stem.slice(-1)}`;
  return (
    first.has(full) || ["", "a", "а", "о", "я", "й", "ь", "к"].some((end) => first.has(stem + end))
  );
}

/** Whether a word is a surname. */
export function isSurname(word: string): boolean {
  return loadWestern().last.has(foldName(word.replace(/['’]s$/, "")));
}

/** Returns the names of a language in Han, Kana or Hangul. */
export function listEasternNames(language: "zh" | "ja" | "ko"): Lists {
  eastern ??= { zh: collect([zh]), ja: collect([ja]), ko: collect([ko]) };
  return eastern[language];
}

/** Whether a word is a first name of Africa or Asia that the package lacks. */
export function isWorldFirstName(word: string): boolean {
  return readOthers()["world first names"].has(word);
}

/** Whether a word is a surname of Africa or Asia that is no word of a European language. */
export function isWorldSurname(word: string): boolean {
  return readOthers()["world surnames"].has(word);
}
