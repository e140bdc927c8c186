import { openTable } from "hub/data-file";
import { areCommonSynonyms } from "../text/common-synonyms.ts";
import { getStopwords } from "../text/stopwords.ts";
import { getBaseLanguage, isCapitalized } from "../text/words.ts";
import { getSynonyms, type KeyedWord, readLists, splitKeyed } from "./answer-words.ts";

/** The kinds of answers that questions ask for. */
export const answerKinds = [
  "person",
  "organization",
  "date",
  "time",
  "location",
  "number",
  "amount",
  "percent",
  "money",
  "duration",
  "frequency",
  "length",
  "weight",
  "temperature",
  "speed",
  "reason",
  "definition",
  "manner",
  "polar",
  "thing",
] as const;

/** The kind of answer that a question asks for. A polar question is answered by yes or no. */
export type AnswerKind = (typeof answerKinds)[number];

const readForms = openTable(
  new URL("./question-forms.tsv", import.meta.url),
  { language: ["en", "de", "es", "fr", "it", "pt"], kind: answerKinds, phrase: "text" },
  { unique: ["language", "phrase"] },
);

/** A keyword of a question. */
export interface Keyword {
  key: string;
  lower: string;
  /** Whether it is a name or a number, which no other word replaces. */
  isSpecific: boolean;
  /** Whether it only says what kind of answer is wanted, as "tall" in "How tall is the tower?". */
  isForm: boolean;
  /** Whether a word with a key says the same. */
  hasSynonym: (key: string) => boolean;
}

/** A question, and what an answer has to have in common with it. */
export interface Question {
  answerKind: AnswerKind;
  keywords: readonly Keyword[];
  /** The keys of its keywords. */
  keys: ReadonlySet<string>;
  /** Its words in lower case, which an answer doesn't repeat. */
  words: ReadonlySet<string>;
  /** Index of the keyword that is probably its verb. */
  verb: number;
  /** Whether its first keyword is the noun after the question word: "Which floor". */
  asksNoun: boolean;
}

/** Determines what a question asks for. */
export function readQuestion(text: string, language: string): Question {
  const code = getBaseLanguage(language);
  const words = splitKeyed(text, language);
  const lowers = words.map(({ lower }) => lower);
  const form = findForm(lowers, code);
  const { asking, light, telling, numerals } = readLists();
  const stopwords = getStopwords(language);
  const content = words.filter(
    ({ lower }) =>
      telling.has(lower) || numerals.has(lower) || (!stopwords.has(lower) && !asking.has(lower)),
  );
  const isFormal = (word: KeyedWord) => form.used.has(words.indexOf(word));
  const heavy = content.filter((word) => !light.has(word.lower) && !isFormal(word));
  // Without other words the last one counts: "How high is the deposit?".
  const chosen = heavy.length > 0 ? heavy : content.length > 0 ? content.slice(-1) : words;
  const formal = content.filter((word) => isFormal(word) && !chosen.includes(word));
  const keywords = [...chosen, ...formal].map((word) =>
    describeKeyword(word, { code, isFirst: word === words[0], isForm: formal.includes(word) }),
  );
  const different = keywords.filter(
    ({ key }, index) => keywords.findIndex((one) => one.key === key) === index,
  );
  return {
    answerKind: form.kind,
    keywords: different,
    keys: new Set(chosen.map(({ key }) => key)),
    words: new Set(lowers),
    verb: findVerb(form.kind, {
      code,
      lowers,
      keywords: different.filter(({ isForm }) => !isForm),
    }),
    asksNoun: asksNoun(lowers, different[0]?.lower ?? ""),
  };
}

/** Whether a noun follows the question word: "Which floor", but not "Was fanden" or "Qué encontraron". */
function asksNoun(lowers: readonly string[], first: string): boolean {
  const before = lowers[lowers.indexOf(first) - 1] ?? "";
  return (
    /^(?:what|which|welche[nmrs]?|qué|cuál)$/.test(before) &&
    !(before === "qué" && /(?:[aeo]n|ó|ba|ía)$/.test(first))
  );
}

/** Returns the index of the verb among the keywords: it comes first after "who", and last after an auxiliary. */
function findVerb(
  kind: AnswerKind,
  {
    code,
    lowers,
    keywords,
  }: { code: string; lowers: readonly string[]; keywords: readonly Keyword[] },
): number {
  const { polar, places, determiners } = readLists();
  const last = lowers[lowers.lastIndexOf(keywords.at(-1)?.lower ?? "") - 1] ?? "";
  const isNoun = places.has(last) || determiners.has(last);
  const hasAuxiliary = code !== "es" && lowers.slice(0, 5).some((lower) => polar.has(lower));
  const isLast = (hasAuxiliary && (kind !== "person" || code === "de")) || kind === "number";
  return isLast && !isNoun ? keywords.length - 1 : 0;
}

function describeKeyword(
  { key, lower, text }: KeyedWord,
  { code, isFirst, isForm }: { code: string; isFirst: boolean; isForm: boolean },
): Keyword {
  const synonyms = getSynonyms(key, code);
  return {
    key,
    lower,
    isForm,
    isSpecific: /^\p{N}/u.test(text) || (code !== "de" && !isFirst && isCapitalized(text)),
    hasSynonym: (other) =>
      synonyms?.has(other) === true || (code === "en" && areCommonSynonyms(key, other)),
  };
}

/** Finds the kind of answer that a question asks for, and the indexes of the words that say so. */
function findForm(
  lowers: readonly string[],
  code: string,
): { kind: AnswerKind; used: Set<number> } {
  const forms = readForms();
  for (const some of [forms.filter(({ language }) => language === code), forms])
    for (const { kind, phrase } of some) {
      const used = matchPhrase(lowers, phrase.split(" "));
      if (used) return { kind, used: new Set(used) };
    }
  if (isDefinition(lowers)) return { kind: "definition", used: new Set() };
  return { kind: isPolar(lowers) ? "polar" : "thing", used: new Set() };
}

function isPolar(lowers: readonly string[]): boolean {
  const { polar, asking } = readLists();
  return polar.has(lowers[0] ?? "") && !lowers.slice(0, 2).some((one) => asking.has(one));
}

const definitionMax = 5;

/** Whether a question has only a thing after "what is": "What is a quark?". */
function isDefinition(lowers: readonly string[]): boolean {
  const lists = readLists();
  const isOther = (one: string) => lists["no definition"].has(one) || one.endsWith("'s");
  const starts = lists["definition starts"].has(lowers.slice(0, 2).join(" "));
  const isShort = lowers.length <= definitionMax;
  return starts && isShort && !lowers.slice(2).some(isOther);
}

const gapMax = 12;

/** Returns the indexes of the words of a phrase in a text, or undefined without the phrase. */
function matchPhrase(lowers: readonly string[], parts: readonly string[]): number[] | undefined {
  return lowers
    .keys()
    .map((start) => matchFrom(lowers, parts, start))
    .find((found) => found);
}

function matchFrom(
  lowers: readonly string[],
  parts: readonly string[],
  start: number,
): number[] | undefined {
  const [part, ...rest] = parts;
  if (part === undefined) return [];
  if (part === "*") {
    const starts = Array.from({ length: gapMax }, (_, skipped) => start + skipped);
    return starts.map((one) => matchFrom(lowers, rest, one)).find((found) => found);
  }
  const lower = lowers[start] ?? "";
  const fits = part
    .split("|")
    .some((one) => (one.endsWith("*") ? lower.startsWith(one.slice(0, -1)) : lower === one));
  const others = lower !== "" && fits ? matchFrom(lowers, rest, start + 1) : undefined;
  return others && [start, ...others];
}
