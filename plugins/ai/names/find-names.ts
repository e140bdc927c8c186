import type { TextEntity } from "../recognize/found.ts";
import { getStopwords } from "../text/stopwords.ts";
import { getBaseLanguage, splitWords } from "../text/words.ts";
import { findPlace } from "./gazetteer.ts";
import { findIntroducedPersons } from "./introduced-persons.ts";
import { findKnownPersons } from "./known-persons.ts";
import { findNamesByRule } from "./name-rules.ts";
import { findTaggedNames } from "./name-tagger.ts";
import { honorifics } from "./name-words.ts";
import { findOrganizations } from "./organizations.ts";
import { findScriptNames } from "./script-names.ts";

/** Finds people, organisations and places: in English texts by learned weights, in others by lists and rules. */
export function findNames(text: string, language: string, { guessed = false } = {}): TextEntity[] {
  const code = getBaseLanguage(language);
  if (code === "en") return [...findEnglishNames(text), ...findScriptNames(text)];
  return [
    ...(guessed && mayBeEnglish(text, code) ? findEnglishNames(text) : []),
    ...findNamesByRule(text, language),
    ...findScriptNames(text),
    ...findKnownPersons(text, language),
    ...findIntroducedPersons(text),
    ...findOrganizations(text, code),
  ];
}

function findEnglishNames(text: string): TextEntity[] {
  return findTaggedNames(text)
    .filter((one) => one.type !== "person" || !isCode(text, one))
    .map((one) => completeName(text, one));
}

/** Whether a finding of a person has a digit, or is a single word before a number: "VIN 1HG…", "Bisoprolol 2.5 mg". */
function isCode(text: string, { start, end }: TextEntity): boolean {
  const shown = text.slice(start, end);
  const after = text.slice(end, end + 12);
  if (/^\p{Lu}{2,5}$/u.test(shown) && /^:? ?[\ufffc\d]/.test(after)) return true;
  return /\p{N}/u.test(shown) || (!/\s/u.test(shown) && /^ [A-Z-]{0,8}\d/.test(after));
}

/** A language that was detected in fewer words is doubtful. */
const sureWordsMin = 20;

/** Whether a short text has words that are frequent in English and not in the detected language. */
function mayBeEnglish(text: string, code: string): boolean {
  const words = splitWords(text.slice(0, 1000)).map(({ lower }) => lower);
  const [english, other] = [getStopwords("en"), getStopwords(code)];
  return words.length < sureWordsMin && words.some((word) => english.has(word) && !other.has(word));
}

/** Adds a title before a person, and the code of a country. */
function completeName(text: string, name: TextEntity): TextEntity {
  const shown = text.slice(name.start, name.end);
  if (name.type === "location") return { ...name, ...findPlaceCode(shown) };
  if (name.type !== "person") return name;
  const [, before = ""] =
    /(?:^|[^\p{L}])(\p{Lu}\p{Ll}{1,8}\.?) $/u.exec(
      text.slice(Math.max(0, name.start - 12), name.start),
    ) ?? [];
  return honorifics.has(before.replace(".", ""))
    ? { ...name, start: name.start - before.length - 1, normalized: `${before} ${shown}` }
    : name;
}

function findPlaceCode(name: string) {
  const place = findPlace(name, "en");
  return place && { normalized: place.normalized };
}
