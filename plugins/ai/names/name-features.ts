import { openTexts } from "hub/data-file";
import { getLexiconKind, isEnglishWord } from "./english-words.ts";
import { findPlace } from "./gazetteer.ts";
import { isFirstName, isSurname } from "./known-names.ts";
import { listThings } from "./known-things.ts";
import {
  deeds,
  honorifics,
  noOrganization,
  organizationEnds,
  organizationHeads,
  roles,
} from "./name-words.ts";

/** A word or a sign of a text, and what the lists say of it. */
export interface NameToken {
  text: string;
  start: number;
  end: number;
  lower: string;
  /** The word's letters by kind, without repetitions: "Xx", "X", "d.d". */
  shape: string;
  /** A letter for each list that has the word. */
  lists: string;
  /** The places and organizations of the lexicon that the word is a part of. */
  phrase: string;
  isCapital: boolean;
  opensSentence: boolean;
}

/**
 * A line end, an initial, a word, a possessive ending, or a sign. One expression is long, but the engine scans a text
 * once: each word is visited for every model.
 */
const tokenPattern =
  /\n|(?<![\p{L}\p{N}/])\p{Lu}\.(?=[\p{Lu} ])|[\p{L}\p{M}\p{N}]+(?:[-'’&.](?!s(?!\p{L}))[\p{L}\p{M}\p{N}]+)*|['’]s(?!\p{L})|[^\s]/gu;
const phraseWordsMax = 4;

/** Splits a text into words, signs and line ends. */
export function splitNameTokens(text: string): NameToken[] {
  const tokens: NameToken[] = [];
  let opensSentence = true;
  for (const { 0: word, index: start } of text.matchAll(tokenPattern)) {
    const isWord = /[\p{L}\p{N}]/u.test(word) && !/^['’]s$/.test(word);
    tokens.push({
      text: word,
      start,
      end: start + word.length,
      lower: word === "\n" ? "¶" : word.toLowerCase(),
      shape: word === "\n" ? "¶" : getShape(word),
      lists: isWord ? getLists(word) : "",
      phrase: "",
      isCapital: /^\p{Lu}/u.test(word),
      opensSentence: opensSentence && isWord,
    });
    if (isWord) opensSentence = false;
    else if (/^[.!?:\n"“•*>-]$/.test(word)) opensSentence = true;
  }
  markPhrases(tokens);
  return tokens;
}

function getShape(word: string): string {
  return word
    .slice(0, 20)
    .replaceAll(/\p{Lu}+/gu, (some) => (some.length > 1 ? "XX" : "X"))
    .replaceAll(/[\p{Ll}\p{Lo}\p{M}]+/gu, "x")
    .replaceAll(/\p{N}+/gu, "d");
}

const { kinds: kindLetters } = openTexts(new URL("./kind-letters.txt", import.meta.url), [
  "kinds",
])();

/** Returns the letters of the lists that have a word or phrase in lower case. */
function getPhraseLetters(phrase: string): string {
  const { organizations, others, places } = listThings();
  return [
    organizations.has(phrase) && "k",
    others.has(phrase) && "x",
    places.has(phrase) && "q",
    kindLetters[getLexiconKind(phrase) ?? ""],
  ]
    .filter(Boolean)
    .join("");
}

const contraction = /['’](?:t|s|d|m|re|ve|ll)$/;

/** The lists of recent words: texts repeat words, and are searched more than once. */
const recentLists = new Map<string, string>();
const recentMax = 5000;

function getLists(word: string): string {
  const known = recentLists.get(word);
  if (known !== undefined) return known;
  if (recentLists.size >= recentMax) recentLists.clear();
  const lists = findLists(word);
  recentLists.set(word, lists);
  return lists;
}

function findLists(word: string): string {
  const plain = /^\p{Lu}{3,}$/u.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word;
  const lower = word.toLowerCase();
  const bare = plain.replace(/\.$/, "");
  return [
    isFirstName(plain, "en") && "F",
    isSurname(plain) && "L",
    findPlace(plain, "en") && "P",
    (isEnglishWord(lower) || contraction.test(lower)) && "W",
    organizationEnds.has(bare) && "E",
    organizationHeads.has(bare) && "H",
    honorifics.has(bare) && "T",
    roles.has(lower) && "R",
    deeds.has(lower) && "D",
    noOrganization.has(word) && "N",
    getPhraseLetters(lower),
  ]
    .filter(Boolean)
    .join("");
}

/** Marks the words of places and organizations of several words: "new york" and "red cross". */
function markPhrases(tokens: NameToken[]): void {
  for (let from = 0; from < tokens.length; from++) {
    let phrase = tokens[from]?.lower ?? "";
    let [best, letter] = [0, ""];
    for (let to = from + 1; to < Math.min(tokens.length, from + phraseWordsMax); to++) {
      const token = tokens[to];
      const isJoined = token?.start === tokens[to - 1]?.end || token?.text === "'s";
      phrase += `${isJoined ? "" : " "}${token?.lower.replace("’", "'")}`;
      const letters = getPhraseLetters(phrase);
      if (letters) [best, letter] = [to, letters];
    }
    for (let at = from; at <= best; at++) {
      const token = tokens[at];
      if (token) token.phrase = (at === from ? "b" : "i") + letter;
    }
    if (best > from) from = best;
  }
}

const edge: NameToken = {
  text: "",
  start: 0,
  end: 0,
  lower: "",
  shape: "",
  lists: "",
  phrase: "",
  isCapital: false,
  opensSentence: false,
};

/** Returns the features of each token: its form and lists, those of its neighbours, and of the run of capitals around it. */
export function listFeatures(tokens: readonly NameToken[]): string[][] {
  const lowerWords = new Set(tokens.filter((one) => !one.isCapital).map((one) => one.lower));
  const hasLower = tokens.some((one) => one.shape === "x" && one.text.length > 2);
  const features: string[][] = [];
  const at = (index: number) => tokens[index] ?? edge;
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    if (isRunStart(at(from))) while (isRunPart(tokens, to + 1)) to++;
    const run = to > from || at(from).isCapital ? describeRun(tokens, from, to) : [];
    for (let index = from; index <= to; index++)
      features.push([
        ...describeToken(at, index),
        ...run,
        ...(run.length > 0
          ? [
              `place ${index - from} ${to - index}`,
              `${at(index).lists} ${to - index} ${index - from}`,
            ]
          : []),
        ...(at(index).isCapital && lowerWords.has(at(index).lower) ? ["alsoLower"] : []),
        ...(hasLower ? [] : ["shouts"]),
      ]);
    from = to + 1;
  }
  return features;
}

function isRunStart(token: NameToken): boolean {
  return token.isCapital;
}

function isRunPart(tokens: readonly NameToken[], index: number): boolean {
  const token = tokens[index];
  const before = tokens[index - 1];
  return token?.isCapital === true && before !== undefined && token.start - before.end <= 1;
}

/** Describes the capitalized words around a token: their number, the first and the last, and their neighbours. */
function describeRun(tokens: readonly NameToken[], from: number, to: number): string[] {
  const [first, last] = [tokens[from] ?? edge, tokens[to] ?? edge];
  const [before, after] = [tokens[from - 1] ?? edge, tokens[to + 1] ?? edge];
  const length = Math.min(4, to - from + 1);
  const opens = first.opensSentence ? "^" : "";
  return [
    `run ${length}${opens}`,
    `runFirst ${first.lower}`,
    `runLast ${last.lower}`,
    `runLists ${length}${opens} ${first.lists} ${last.lists}`,
    `runBefore ${before.lower}`,
    `runAfter ${after.lower}`,
    `runAround ${length} ${before.lists || before.lower} ${after.lists || after.lower}`,
    `runBefore ${before.lower} ${length} ${first.lists}`,
    `runAfter ${after.lower} ${length} ${last.lists}`,
    `runPhrase ${length} ${first.phrase} ${last.phrase}`,
    `runEnd ${last.lists} ${last.lower.slice(-3)}`,
  ];
}

function describeToken(at: (index: number) => NameToken, index: number): string[] {
  const token = at(index);
  const [before, after] = [at(index - 1), at(index + 1)];
  const { lower, shape, lists } = token;
  const opens = token.opensSentence ? "^" : "";
  const features = [
    `w ${lower}`,
    `shape ${shape}${opens}`,
    `lists ${lists}`,
    `form ${shape} ${lists}${opens}`,
    `w-1 ${before.lower}`,
    `w+1 ${after.lower}`,
    `w-2 ${at(index - 2).lower}`,
    `w+2 ${at(index + 2).lower}`,
    `lists-1 ${before.lists} ${shape}`,
    `lists+1 ${after.lists} ${shape}`,
    `lists-1 ${before.lists} ${lists}`,
    `lists+1 ${lists} ${after.lists}`,
    `shapes ${before.shape} ${shape} ${after.shape}`,
    `w-1 ${before.lower} ${shape} ${lists}`,
    `w+1 ${after.lower} ${shape} ${lists}`,
    `w-1+1 ${before.lower} ${after.lower}`,
  ];
  for (const letter of lists) features.push(`list ${letter}`);
  if (token.phrase)
    features.push(
      `phrase ${token.phrase}`,
      `phrase ${token.phrase} ${after.phrase}`,
      `phrase ${token.phrase} ${before.lower}`,
    );
  if (token.isCapital || lists === "")
    features.push(
      `end ${lower.slice(-2)}`,
      `end ${lower.slice(-3)}`,
      `end ${lower.slice(-4)}`,
      `start ${lower.slice(0, 3)}`,
      `long ${Math.min(9, lower.length)} ${lists}`,
    );
  return features;
}
