import { isEnglishWord } from "../names/english-words.ts";
import { findPlace } from "../names/gazetteer.ts";
import { isFirstName, isSurname, isWorldFirstName, isWorldSurname } from "../names/known-names.ts";
import { noName, organizationEnds } from "../names/name-words.ts";
import { either } from "../names/person-context.ts";
import type { TextEntity } from "../recognize/found.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readPersonContext } from "./person-context.ts";

const context = readPersonContext();
const ending = either(context["surname endings"]);
const before = "(?<![\\p{L}\\p{N}.&-])";
const western = new RegExp(
  `(?<![\\p{L}\\p{N}.&-])(?<first>\\p{Lu}\\p{L}{1,20}(?:-\\p{Lu}\\p{L}{1,20})?) (?:\\p{Lu}\\.? )?(?<last>(?:\\p{Lu}\\p{L}{2,20}-)?\\p{Lu}\\p{L}{1,20}${ending}(?:-\\p{Lu}\\p{L}{2,20})?)(?![\\p{L}\\p{N}])`,
  "gu",
);
const surnameEnd = new RegExp(`${ending}$`, "u");
/** A capitalized word, and a double surname. */
const capital = "\\p{Lu}[\\p{L}\\p{M}'’]{1,20}";
const double = (word: string) => `(?:\\p{Lu}\\p{Ll}{2,16}-)?${word}(?:-\\p{Lu}\\p{Ll}{2,16})?`;
const worldPair = createPair(
  capital,
  `${capital}(?:-\\p{Lu}\\p{L}{2,20})?`,
  "(?:(?:wa|bin|al|el|van|de) )?",
);
const reversed = new RegExp(
  `${before}(?<last>\\p{Lu}[\\p{L}'’-]{3,25}), (?<first>\\p{Lu}\\p{Ll}{2,20})(?=[\\s.,;)])`,
  "gu",
);
const hindi = new RegExp(
  `(?<=^|[\\s,:;।(])(?<first>[\\p{Script=Devanagari}\\p{M}]{2,14}\\.?(?: [\\p{Script=Devanagari}\\p{M}]{1,3}\\.| सिंह)?) (?<last>${either(context["hindi surnames"])})(?![\\p{L}\\p{M}])`,
  "gu",
);
const slavicCase = "(?:а|у|ым|ой|ою|ым)?";
const cyrillic = createPair(
  "\\p{Lu}\\p{Ll}{2,16}",
  double(`\\p{Lu}\\p{Ll}{1,18}${either(context["slavic surname endings"])}${slavicCase}`),
);
const greekEnding = either(context["greek surname endings"]);
const greek = createPair("\\p{Lu}\\p{Ll}{2,16}", double(`\\p{Lu}\\p{Ll}{1,18}${greekEnding}`));
const greekCapitals = createPair(
  "\\p{Script=Greek}{3,16}",
  `\\p{Script=Greek}{2,18}${greekEnding}`,
);

/** Returns a pattern for a first name and a surname. */
function createPair(first: string, last: string, particle = ""): RegExp {
  return new RegExp(
    `${before}(?<first>${first}) ${particle}(?<last>${last})(?![\\p{L}\\p{N}])`,
    "gu",
  );
}

/** Finds a capitalised word before a word with a surname's ending: "Donatella Pallavicini", "Светозар Невзоров". */
export function* findSurnames(text: string, language: string): Generator<TextEntity> {
  const stopwords = getStopwords(language);
  yield* findWorldNames(text, language);
  for (const pattern of [western, cyrillic, greek, greekCapitals])
    for (const { 0: name, index: start, groups } of text.matchAll(pattern)) {
      const { first = "", last = "" } = groups ?? {};
      // Nouns and adjectives of German have capitals and the same endings.
      if (pattern === western && language === "de" && !isSurname(last)) continue;
      if (
        stopwords.has(first.toLowerCase()) ||
        context["not first name"].has(first) ||
        noName.has(first)
      )
        continue;
      if (isEnglishWord(first.toLowerCase()) || isEnglishWord(last.toLowerCase())) continue;
      if (organizationEnds.has(last) || findPlace(last, language) || findPlace(name, language))
        continue;
      if (findPlace(first, language) || findPlace(first, "en")) continue;
      yield {
        type: "person",
        start,
        end: start + name.length,
        confidence: 0.64,
        normalized: name,
      };
    }
}

/** Whether a word has the ending of a surname. */
export function hasSurnameEnding(word: string): boolean {
  return word.length > 4 && surnameEnd.test(word);
}

/** Finds names of Africa and Asia, surnames before first names, and surnames in Devanagari. */
function* findWorldNames(text: string, language: string): Generator<TextEntity> {
  const stopwords = getStopwords(language);
  for (const { 0: name, index: start, groups } of text.matchAll(worldPair)) {
    const { first = "", last = "" } = groups ?? {};
    const [isFirst, isLast] = [isWorldFirstName(first), isWorldSurname(last)];
    if (!isFirst && !isLast && !isWorldSurname(first)) continue;
    const other = isLast || isWorldSurname(first) ? first : last;
    if (
      noName.has(first) ||
      stopwords.has(first.toLowerCase()) ||
      stopwords.has(last.toLowerCase())
    )
      continue;
    if (
      organizationEnds.has(last) ||
      context["not first name"].has(first) ||
      findPlace(other, "en")
    )
      continue;
    // "Great Wang", "Park Kim": words of English and a common short surname.
    if (!(isFirst && isLast) && isEnglishWord(other.toLowerCase())) continue;
    if (!isFirst && !isLast && last.length > 6) continue;
    yield { type: "person", start, end: start + name.length, confidence: 0.66, normalized: name };
  }
  for (const { 0: name, index: start, groups } of text.matchAll(reversed)) {
    const { first = "", last = "" } = groups ?? {};
    const isName = isFirstName(first, language) || isWorldFirstName(first);
    if (!isName || findPlace(last, language) || isEnglishWord(last.toLowerCase())) continue;
    if (!hasSurnameEnding(last) && !isSurname(last) && !isWorldSurname(last)) {
      if (last !== last.toUpperCase()) continue;
    }
    yield { type: "person", start, end: start + name.length, confidence: 0.64, normalized: name };
  }
  for (const { 0: name, index: start, groups } of text.matchAll(hindi)) {
    if (stopwords.has(groups?.first ?? "")) continue;
    yield { type: "person", start, end: start + name.length, confidence: 0.7, normalized: name };
  }
}
