import type { TextEntity } from "../recognize/found.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage, isCapitalized } from "../text/words.ts";
import { isEnglishWord } from "./english-words.ts";
import { findPlace } from "./gazetteer.ts";
import { isFirstName, isSurname, isTitle, listEasternNames } from "./known-names.ts";
import { firstNames, noName, noOrganization, organizationEnds } from "./name-words.ts";
import { either, readContext } from "./person-context.ts";

interface Word {
  text: string;
  start: number;
  end: number;
  /** Text between the previous word and this one. */
  gap: string;
}

const wordPattern = /[\p{L}\p{M}](?:[\p{L}\p{M}'’-]{0,40}[\p{L}\p{M}])?/gu;
const particles = new Set(
  readWords(
    "de del della dello di da dal do dos das du des la le van von der den het 't t in ten ter zu zum zur vom bin ibn al el af av lo",
  ),
);
const capitalParticles = new Set(
  readWords("De Di Da La Le Lo El Van Von Del Della Du Des Dos Al Ben"),
);
const surnamesMax = 3;

/** Finds people whose first name is known, in any alphabetic script. */
export function* findKnownPersons(text: string, tag: string): Generator<TextEntity> {
  const language = getBaseLanguage(tag);
  yield* findCased(text, language);
  yield* findUncased(text);
  yield* findEastern(text);
}

function splitWords(text: string): Word[] {
  let last = 0;
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => {
    const gap = text.slice(last, index);
    last = index + word.length;
    return { text: word, start: index, end: last, gap };
  });
}

function* findCased(text: string, language: string): Generator<TextEntity> {
  const words = splitWords(text);
  for (let index = 0; index < words.length; index++) {
    const first = words[index];
    if (!first || !isCapitalized(first.text) || noName.has(first.text)) continue;
    const isKnown = isFirstName(first.text, language) && !isStopword(first.text, language);
    if (!isKnown || isOtherWord(first.text)) {
      const other = findReversed(words, index, language) ?? findBySurname(words, index, language);
      if (other) yield other;
      continue;
    }
    if (continuesName(words, index, language)) continue;
    const last = findNameEnd(words, index, language);
    if (last === index) continue;
    const surname = words[last]?.text ?? "";
    // At the start of a sentence, "Rada Ministrów" looks like a name, too.
    if (
      first.text.length < 5 &&
      opensSentence(words, index) &&
      !isSurname(surname) &&
      !firstNames.has(first.text)
    )
      continue;
    const confidence = isSurname(surname) ? 0.86 : 0.72;
    yield createPerson(words, index, last, confidence);
    index = last;
  }
}

/** Whether a name continues the words before it: "Fundación Rafael del Pino", but not "Ayer Rafael Pino". */
function continuesName(words: readonly Word[], index: number, language: string): boolean {
  const before = words[index - 1];
  if (!before || words[index]?.gap !== " " || !/^\p{Lu}/u.test(before.text)) return false;
  if (language === "de" || noName.has(before.text) || before.text.length < 3) return false;
  if (organizationEnds.has(before.text)) return true;
  // The first word of a sentence has a capital in any case.
  const isFirst = opensSentence(words, index - 1);
  return !isFirst && !(/^\p{Lu}\p{Ll}+$/u.test(before.text) && isTitle(before.text));
}

/** Whether only a space, or the full stop of an initial, is between a word and the one before. */
function isJoined(words: readonly Word[], at: number): boolean {
  const gap = words[at]?.gap ?? "";
  return /^(?: |\u00a0| ['’])$/.test(gap) || (gap === ". " && words[at - 1]?.text.length === 1);
}

/** Returns the index of a name's last word, or the first one's if no surname follows. */
function findNameEnd(words: readonly Word[], index: number, language: string): number {
  let last = index;
  let surnames = 0;
  for (let at = index + 1; at <= index + 7 && surnames < surnamesMax; at++) {
    const word = words[at];
    if (!word || !isJoined(words, at)) break;
    if (particles.has(word.text) || capitalParticles.has(word.text)) {
      if (!isParticle(words, at, language)) break;
      continue;
    }
    if (!isCapitalized(word.text) || noName.has(word.text) || isTitle(word.text)) break;
    if (readContext()["not surname"].has(word.text) || organizationEnds.has(word.text))
      return index;
    if (noOrganization.has(word.text)) break;
    const followsParticle = particles.has(words[at - 1]?.text ?? "");
    if (
      word.text.length > 1 &&
      !followsParticle &&
      isEnglishWord(word.text) &&
      !isSurname(word.text)
    )
      break;
    // An initial belongs to the name if a surname follows.
    if (word.text.length === 1) continue;
    // German nouns have capitals: only first names and doubtless surnames lengthen a name.
    const isGiven = isFirstName(word.text, language);
    if (language === "de" && surnames > 0 && !isSurname(word.text)) break;
    if (/^(?:e|y)$/.test(words[at - 1]?.text ?? "") && isGiven) break;
    last = at;
    if (!isGiven || isSurname(word.text)) surnames++;
  }
  return last;
}

/** Whether a small word goes on with a name, unlike in "Line der Panthers", "Jan in Delft" and "Juan de España". */
function isParticle(words: readonly Word[], at: number, language: string): boolean {
  const [before, word, next, further] = [words[at - 1], words[at], words[at + 1], words[at + 2]];
  if (!word || (next?.gap !== " " && next?.gap !== " '" && next?.gap !== " ’")) return false;
  if (word.text === "in") return /^['’]?t$/.test(next.text);
  if (language === "de" && /^(?:der|den|das)$/.test(word.text) && before?.text !== "von")
    return false;
  if (/^d[aoe]s?$/.test(word.text) && !/^(?:pt|es|it|fr|nl|en|gl|ca)$/.test(language)) return false;
  const surname = particles.has(next.text) ? further : next;
  return surname !== undefined && !findPlace(surname.text, language);
}

/** Whether a first name is more often another word: a place, or a word of brands and titles. */
function isOtherWord(word: string): boolean {
  return readContext()["not first name"].has(word) || findPlace(word, "en") !== undefined;
}

/** Finds a surname before a first name, with or without a comma: "Nowak, Anna", "SCHMIDT Heike". */
function findReversed(words: readonly Word[], index: number, language: string) {
  const [surname, given] = [words[index], words[index + 1]];
  if (!surname || !given || !/^,? $/.test(given.gap) || !isSurname(surname.text)) return undefined;
  if (!/^\p{Lu}/u.test(surname.text) || !/^\p{Lu}/u.test(given.text)) return undefined;
  if (!isFirstName(given.text, language) || findPlace(surname.text, language)) return undefined;
  if (given.gap === ", " && words[index + 2]?.gap === " ") return undefined;
  return createPerson(words, index, index + 1, 0.62);
}

/** Finds a surname after a capitalized word that may be a first name of another language. */
function findBySurname(words: readonly Word[], index: number, language: string) {
  if (language === "de") return undefined;
  const [given, next] = [words[index], words[index + 1]];
  if (!given || !next || !/^\p{Lu}\p{Ll}{2}/u.test(given.text) || isStopword(given.text, language))
    return undefined;
  if (readContext()["place heads"].has(given.text) || isOtherWord(given.text)) return undefined;
  if (
    organizationEnds.has(given.text) ||
    readContext()["not surname"].has(given.text) ||
    findPlace(given.text, language)
  )
    return undefined;
  const before = words[index - 1];
  if (
    before &&
    given.gap === " " &&
    /^\p{Lu}/u.test(before.text) &&
    !opensSentence(words, index - 1)
  )
    return undefined;
  const at = index + 1;
  const surname = words[at];
  if (surname?.gap !== " " || !/^\p{Lu}\p{Ll}/u.test(surname.text) || !isSurname(surname.text))
    return undefined;
  if (findPlace(surname.text, language) || isStopword(surname.text, language)) return undefined;
  const after = words[at + 1];
  const isGiven = isFirstName(surname.text, language) || isFirstName(given.text, language);
  // "Patienten Hassan Holm" has no name before "Hassan".
  if (isGiven && after?.gap === " " && /^\p{Lu}/u.test(after.text)) return undefined;
  return createPerson(words, index, at, 0.6);
}

/** Whether a word is the first of a sentence or a line. */
function opensSentence(words: readonly Word[], index: number): boolean {
  return index === 0 || /[.!?:\n"“(¿¡—]/.test(words[index]?.gap ?? "");
}

function isStopword(word: string, language: string): boolean {
  return getStopwords(language).has(word.toLowerCase());
}

function createPerson(
  words: readonly Word[],
  from: number,
  to: number,
  confidence: number,
): TextEntity {
  const some = words.slice(from, to + 1);
  return {
    type: "person",
    start: some[0]?.start ?? 0,
    end: (some.at(-1)?.end ?? 0) - (/['’]s$/.test(some.at(-1)?.text ?? "") ? 2 : 0),
    confidence,
    normalized: some
      .map(({ text }) => text)
      .join(" ")
      .replace(/['’]s$/, ""),
  };
}

/** Finds a first name and a surname in Arabic, Hebrew and Devanagari. */
function* findUncased(text: string): Generator<TextEntity> {
  if (!/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u.test(text)) return;
  const words = splitWords(text);
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word || !/^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u.test(word.text))
      continue;
    // Prepositions, articles and conjunctions are prefixes.
    const prefix = [0, 1].find((length) => isUncasedFirst(word.text.slice(length), length));
    // "باسم" is a name, and means "in the name of".
    const from = /^(?:باسم|من|على)$/.test(word.text) ? -1 : (prefix ?? -1);
    const isCompound = word.text === "عبد" && words[index + 1]?.gap === " ";
    if (from < 0 && !isCompound) continue;
    const last = findUncasedEnd(words, isCompound ? index + 1 : index);
    if (last === (isCompound ? index + 1 : index)) continue;
    const person = createPerson(words, index, last, 0.75);
    yield { ...person, start: word.start + Math.max(0, from) };
    index = last;
  }
}

function isUncasedFirst(word: string, prefix: number): boolean {
  if (word.length < 2 || (prefix > 0 && !/^[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word)))
    return false;
  return isFirstName(word, "und") && (prefix === 0 || word.length > 2);
}

function findUncasedEnd(words: readonly Word[], index: number): number {
  let last = index;
  for (let at = index + 1; at <= index + 3; at++) {
    const word = words[at];
    if (word?.gap !== " ") break;
    if (/^المحترمة?$/.test(word.text)) break;
    const isLink = /^(?:بن|ابن|بنت|ابو|أبو|آل|בן|בר|בת)$/.test(word.text);
    if (isLink && words[at + 1]?.gap === " ") {
      last = at + 1;
      at++;
      continue;
    }
    const isArabicName =
      /^ال\p{L}{3,}/u.test(word.text) && /(?:ي|ير|ار|ان|يد|ري|ني)$/u.test(word.text);
    if (!isSurname(word.text) && !isArabicName && !isFirstName(word.text, "und")) break;
    last = at;
  }
  return last;
}

const chineseLimits =
  "的和与與由给給是据據被让讓叫把向跟对對同为為请請及或在说說住将將于於你您先女老经經教、，。：；！？（）";

/** Finds a surname and a given name of the lists in Han, Kana and Hangul. */
function* findEastern(text: string): Generator<TextEntity> {
  if (!/[\p{Script=Han}\p{Script=Hangul}]/u.test(text)) return;
  const { pattern: patterns } = loadEastern();
  for (const pattern of patterns)
    for (const { 0: name, index: start } of text.matchAll(pattern))
      yield { type: "person", start, end: start + name.length, confidence: 0.7, normalized: name };
}

let easternPatterns: { pattern: readonly RegExp[] } | undefined;

function loadEastern() {
  if (easternPatterns) return easternPatterns;
  const [ja, ko, zh] = [listEasternNames("ja"), listEasternNames("ko"), listEasternNames("zh")];
  const given = new Set([...zh.first].join(""));
  const characters = new Set(
    [...given, ...readContext()["chinese given characters"]].filter((char) =>
      /\p{Script=Han}/u.test(char),
    ),
  );
  easternPatterns = {
    pattern: [
      new RegExp(
        `(?<![\\p{Script=Han}])(?:${either(ja.last)})[ 　]?(?:${either(ja.first)}|${either(readContext()["japanese given names"])})(?!\\p{Script=Han})`,
        "gu",
      ),
      new RegExp(
        `(?<![가-힣])(?:${either(ko.last)})(?:${either([...ko.first].filter((one) => /^.{2}(?<![이로])$/u.test(one)))})(?=[^가-힣]|$|(?:은|는|이|가|을|를|의|에게|께|와|과|도|님|씨|입니다|이고|이며|에서|드림)(?:[^가-힣]|$|께))`,
        "gu",
      ),
      new RegExp(
        `(?<=^|[^\\p{Script=Han}]|[${chineseLimits}])(?:${either([...zh.last, "欧阳", "上官", "司马", "诸葛", "歐陽", "司馬", "諸葛"])})[${[...characters].join("")}]{2}(?=$|[^\\p{Script=Han}]|[${chineseLimits}])`,
        "gu",
      ),
      new RegExp(
        `(?<=^|[\\n：:，。、（者告属家])(?:${either([...zh.last, "欧阳", "上官", "司马", "诸葛"])})[${[...characters].join("")}](?=$|[\\n：:，。、）于的说]|你好|您好)`,
        "gu",
      ),
    ],
  };
  return easternPatterns;
}
