import nlp from "compromise/three";
import type { TextEntity } from "../recognize/found.ts";
import { splitChunks } from "../text/chunks.ts";
import { getBaseLanguage } from "../text/words.ts";
import { findEnglishOrganizations, findEnglishPersons } from "./english-names.ts";
import { findIntroducedPersons } from "./introduced-persons.ts";
import { findKnownPersons } from "./known-persons.ts";
import { findNamesByRule } from "./name-rules.ts";
import { noName } from "./name-words.ts";
import { findOrganizations } from "./organizations.ts";
import { hasOtherMeaning } from "./other-meanings.ts";
import { findScriptNames } from "./script-names.ts";

/** The tagger's chunk size in UTF-16 code units. It slows down with longer input and never looks beyond a sentence. */
const chunkMax = 1200;

const edges = /[\p{L}\p{N}]/u;

/** Finds people, organisations and places. Agreement between both methods raises the confidence. */
export function findNames(text: string, language: string): TextEntity[] {
  const ruleBased = [
    ...findNamesByRule(text, language),
    ...findScriptNames(text),
    ...findKnownPersons(text, language),
    ...findIntroducedPersons(text),
    ...findOrganizations(text, getBaseLanguage(language)),
  ];
  if (getBaseLanguage(language) !== "en") return ruleBased;
  ruleBased.push(...findEnglishPersons(text), ...findEnglishOrganizations(text));
  const seen = new Map(ruleBased.map((one) => [`${one.type} ${one.start}`, one]));
  const tagged = [...findEnglishNames(text)].map((one) => {
    const same = seen.get(`${one.type} ${one.start}`);
    if (!same || one.end > same.end) return one;
    // A single first name may be a part of a firm's name.
    const bonus = same.confidence < 0.6 ? 0 : 0.1;
    same.confidence = Math.min(0.97, Math.max(same.confidence, one.confidence) + bonus);
    return same;
  });
  return [...new Set([...ruleBased, ...tagged])].filter((one) => !hasOtherMeaning(text, one));
}

interface Phrase {
  text: string;
  offset: { start: number; length: number };
}

/** Finds people, organisations and places in an English text with compromise. */
function* findEnglishNames(text: string): Generator<TextEntity> {
  for (const { start, end } of splitChunks(text, chunkMax))
    yield* findNamesOfChunk(text.slice(start, end), start);
}

function* findNamesOfChunk(text: string, shift: number): Generator<TextEntity> {
  const doc = nlp(text);
  const kinds = [
    ["person", doc.people(), 0.78],
    ["location", doc.places(), 0.72],
    ["organization", doc.organizations(), 0.74],
  ] as const;
  for (const [type, view, confidence] of kinds)
    for (const phrase of view.json({ offset: true }) as Phrase[]) {
      const place = locatePhrase(text, phrase);
      if (place)
        yield { type, confidence, ...place, start: place.start + shift, end: place.end + shift };
    }
}

/** Returns the span of a phrase without surrounding characters: the tagger's offsets count some quotes twice. */
function locatePhrase(text: string, { text: shown, offset }: Phrase) {
  let [from, to] = [0, shown.length];
  while (from < to && !edges.test(shown.charAt(from))) from++;
  while (to > from && !edges.test(shown.charAt(to - 1))) to--;
  let name = shown.slice(from, to).replace(/['’]s$/, "");
  if (/ (?:Jr|Sr|St|Inc|Corp|Ltd|Co)$/.test(name) && shown[to] === ".") name += ".";
  if (!/\p{Lu}/u.test(name) || noName.has(name)) return undefined;
  const start = text.indexOf(name, Math.max(0, offset.start - 3));
  if (start < 0 || start > offset.start + offset.length) return undefined;
  return { start, end: start + name.length, normalized: name };
}
