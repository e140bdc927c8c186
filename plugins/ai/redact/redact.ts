import { findNames } from "../names/find-names.ts";
import { findDates } from "../recognize/dates.ts";
import type { TextEntity } from "../recognize/found.ts";
import { findEmails, findIps, findTags, findUrls } from "../recognize/internet.ts";
import { findCards, findIbans } from "../recognize/numbers.ts";
import { findPhones } from "../recognize/phones.ts";
import type { TextInput } from "../request.ts";
import { isInsideWord } from "../text/places.ts";
import { getBaseLanguage } from "../text/words.ts";
import { findAddresses } from "./addresses/find-addresses.ts";
import { decodeText } from "./decode.ts";
import { findFields } from "./fields.ts";
import {
  findBirthDates,
  findCoinAddresses,
  findMacs,
  findPassports,
  findSsns,
  findVatIds,
} from "./identifiers.ts";
import { findIdentityNumbers } from "./identity-numbers.ts";
import { findNameSlots } from "./name-slots.ts";
import { findNationalIds } from "./national-ids.ts";
import { isOtherThanPerson, trimPerson } from "./not-persons.ts";
import { createReplacer } from "./replace.ts";
import { type Kind, kinds, type RedactOptions, usualKinds } from "./request.ts";
import { findSecrets } from "./secrets.ts";

interface Input extends TextInput, RedactOptions {
  /** Whether the language was detected. */
  guessed?: boolean;
  /** The key for hashes. */
  salt: Uint8Array;
}

/** Redacts personal data in a text, and returns the findings. */
export function redact(input: Input) {
  const { text } = input;
  const found = findAll(input);
  const instead = createReplacer(input);
  let written = "";
  let from = 0;
  const findings = found.map((one) => {
    const shown = text.slice(one.start, one.end);
    const replacement = instead(one, shown);
    written += text.slice(from, one.start);
    from = one.end;
    if (replacement === "" && /\s$/u.test(written) && /\s/u.test(text[from] ?? " ")) from++;
    written += replacement;
    return {
      type: one.type as Kind | "custom",
      start: one.start,
      end: one.end,
      ...(input.include_original && { original: shown }),
      replacement,
      confidence: one.confidence,
    };
  });
  const counts: Record<string, number> = {};
  for (const { type } of findings) counts[type] = (counts[type] ?? 0) + 1;
  return { text: written + text.slice(from), findings, counts };
}

const roundsMax = 5;
/** Placeholder for labels while the rest is searched: not a letter, digit or space. */
const hidden = "\ufffc";
const label = new RegExp(
  String.raw`\[(?:${[...kinds, "custom"].join("|").toUpperCase()})\]|(?<![\p{L}\p{N}])(?:${kinds.join("|")}|custom)_[0-9a-f]{12}(?![\p{L}\p{N}])`,
  "gu",
);

/**
 * Finds everything of the wanted types above the minimum confidence. Searches the remaining text again until
 * nothing more is found, so that redacting a text twice changes nothing.
 */
function findAll(input: Input): TextEntity[] {
  const { text, confidence } = input;
  const wanted = new Set<string>([...(input.types ?? usualKinds), "custom"]);
  let found: TextEntity[] = [];
  for (let round = 0; round < roundsMax; round++) {
    const remainder = hideFound(text, found);
    const more = findEncoded({ ...input, text: remainder.text })
      .filter((one) => wanted.has(one.type) && one.confidence >= confidence)
      .flatMap((one) => cutLabels(one, remainder.text))
      .map((one) => ({
        ...one,
        start: remainder.toSourceIndex(one.start),
        end: remainder.toSourceIndex(one.end - 1) + 1,
      }));
    if (more.length === 0) break;
    found = mergeOverlaps([...found, ...more, ...findRepeated(text, more)]);
  }
  return found;
}

/**
 * Returns a text with hidden labels (its own and those of findings), and a function that maps positions to the
 * original.
 */
function hideFound(text: string, found: readonly TextEntity[]) {
  const pieces: { at: number; from: number }[] = [];
  let written = "";
  let from = 0;
  for (const { type, start, end } of found) {
    pieces.push({ at: written.length, from });
    written += text.slice(from, start) + hidden.repeat(type.length + 2);
    from = end;
  }
  pieces.push({ at: written.length, from });
  written += text.slice(from);
  return {
    text: written.replaceAll(label, ({ length }) => hidden.repeat(length)),
    toSourceIndex(index: number): number {
      let [low, high] = [0, pieces.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((pieces[middle]?.at ?? 0) <= index) low = middle + 1;
        else high = middle;
      }
      const piece = pieces[low - 1];
      return piece ? piece.from + index - piece.at : index;
    },
  };
}

/** Returns the parts of a finding that aren't covered by labels. */
function cutLabels(one: TextEntity, text: string): TextEntity[] {
  const shown = text.slice(one.start, one.end);
  if (!shown.includes(hidden)) return [one];
  const { normalized: _, ...rest } = one;
  return [...shown.matchAll(/[^\ufffc]{1,20000}/g)]
    .filter(([part]) => /[\p{L}\p{N}]/u.test(part))
    .map(({ 0: part, index }) => {
      const start = one.start + index;
      return { ...rest, start, end: start + part.length };
    });
}

/** Finds further occurrences of the same values without an introducing word. */
function* findRepeated(text: string, found: readonly TextEntity[]): Generator<TextEntity> {
  const seen = new Set<string>();
  for (const one of found) {
    const value = text.slice(one.start, one.end);
    if (seen.has(value) || !isTelling(one, value)) continue;
    seen.add(value);
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      if (!isInsideWord(text, at) && !isInsideWord(text, at + value.length))
        yield { ...one, start: at, end: at + value.length };
  }
}

/** Whether a value is unambiguous without context: "May" and "1234" may mean something else. */
function isTelling({ type }: TextEntity, value: string): boolean {
  if (type === "date" || type === "date_of_birth" || type === "custom") return false;
  if (type === "person") return /\p{L} \p{L}/u.test(value);
  return value.length >= (type === "secret" ? 8 : 6) && /[\d@]/.test(value);
}

/**
 * Merges overlapping findings into one span, with the type of the finding that covers it or else of the most
 * certain.
 */
function mergeOverlaps(all: readonly TextEntity[]): TextEntity[] {
  const sorted = all.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const groups: TextEntity[][] = [];
  let end = -1;
  for (const one of sorted) {
    if (one.start < end) groups.at(-1)?.push(one);
    else groups.push([one]);
    end = Math.max(end, one.end);
  }
  return groups.flatMap((group) => {
    const start = Math.min(...group.map((one) => one.start));
    const last = Math.max(...group.map((one) => one.end));
    const covers = (one: TextEntity) => Number(one.start === start && one.end === last);
    const [best] = group.toSorted(
      (a, b) =>
        covers(b) - covers(a) || b.confidence - a.confidence || b.end - b.start - (a.end - a.start),
    );
    if (!best) return [];
    return covers(best) ? [best] : [{ ...best, start, end: last, normalized: undefined }];
  });
}

/** Finds everything in a text, and in what its character references and escapes stand for. */
function findEncoded(input: Input): TextEntity[] {
  const decoded = decodeText(input.text);
  const found = findOnce(input);
  if (!decoded) return found;
  const more = findOnce({ ...input, text: decoded.text }).map((one) => ({
    ...one,
    ...decoded.toSource(one),
  }));
  return [...found, ...more];
}

function findOnce({ text, language, guessed = false, custom }: Input): TextEntity[] {
  const code = getBaseLanguage(language);
  const dates = [...findDates(text, { language: code, now: 0 })];
  const found: TextEntity[] = [
    ...findLiterals(text, custom),
    ...findEmails(text),
    ...findIbans(text),
    ...findCards(text),
    ...findIps(text),
    ...findMacs(text),
    ...findSsns(text),
    ...findNationalIds(text),
    ...findIdentityNumbers(text),
    ...findCoinAddresses(text),
    ...findPhones(text, code),
    ...findBirthDates(text, dates),
    ...findPassports(text),
    ...findVatIds(text),
    ...findSecrets(text),
    ...findAddresses(text),
    ...findFields(text),
    ...findUrls(text),
    ...findTags(text),
    ...findNames(text, language, { guessed }),
    ...dates,
  ];
  return [...found, ...findNameSlots(text, { language: code, found })]
    .map((one) => trimPerson(text, one))
    .filter((one) => !isOtherThanPerson(text, one));
}

/** Finds the caller's own words, in any case. */
function* findLiterals(text: string, custom: readonly string[]): Generator<TextEntity> {
  const lower = text.toLowerCase();
  // Lower case may change the length, which would shift positions.
  const where = lower.length === text.length ? lower : text;
  for (const word of custom) {
    const sought = where === text ? word : word.toLowerCase();
    for (
      let start = where.indexOf(sought);
      start >= 0;
      start = where.indexOf(sought, start + sought.length)
    )
      yield {
        type: "custom",
        start,
        end: start + sought.length,
        confidence: 1,
        normalized: sought,
      };
  }
}
