import { openWords } from "hub/data-file";
import { type Cursor, matchAt, type ReadingMatch, wordAfter, wordBefore } from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";

const { "sentence starts": sentenceStarts, "particles of names": particles } = openWords(
  new URL("./abbreviations.txt", import.meta.url),
  ["sentence starts", "particles of names"],
)();

/** Whether a word usually begins a sentence. */
export function isSentenceStart(word: string): boolean {
  return sentenceStarts.has(word);
}

/** Reads an abbreviation. The full stop that ends a sentence stays in the text. */
export function readAbbreviation({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (/[\p{L}\p{N}\p{M}.'’@/&-]/u.test(text[at - 1] ?? "")) return undefined;
  const { language } = speller;
  const { texts } = language;
  const street = readStreetEnding({ text, at, speller });
  if (street) return street;
  for (const written of listAbbreviations(language).get(text.charAt(at)) ?? []) {
    if (!text.startsWith(written, at) && !startsWithSpaced(text, at, written)) continue;
    const end = at + written.length;
    const isCut =
      /[\p{L}\p{N}.]$/u.test(written) &&
      (/^\p{L}/u.test(text.slice(end, end + 2)) ||
        (/^\d/.test(text.slice(end)) && !texts.labels[written]));
    if (isCut && !/[/№°º]$/.test(written)) continue;
    const word = chooseWord(written, { text, at, end, speller });
    if (word === undefined) continue;
    const isLast = isSentenceEnd(text, written, end);
    const gap = /^\d/.test(text.slice(end, end + 1)) ? " " : "";
    return { end: isLast ? end - 1 : end, spoken: word + gap, kind: "abbreviation" };
  }
  return undefined;
}

/** Reads a street whose last part is short, such as `Hauptstr.`. */
function readStreetEnding({
  text,
  at,
  speller,
}: Pick<Cursor, "text" | "at" | "speller">): ReadingMatch | undefined {
  const endings = Object.entries(speller.language.texts["street endings"]);
  const [street] =
    (endings.length > 0 &&
      matchAt(/\p{Lu}\p{L}{1,40}(?:-\p{Lu}\p{L}{1,40}){0,3}\.(?!\p{L})/uy, text, at)) ||
    [];
  const [short, long] = endings.find(([ending]) => street?.endsWith(ending)) ?? [];
  if (street === undefined || short === undefined || long === undefined) return undefined;
  const end = at + street.length;
  return {
    end: /^\s*$|^\s+\p{Lu}/u.test(text.slice(end, end + 4)) ? end - 1 : end,
    spoken: street.slice(0, -short.length) + long,
    kind: "abbreviation",
  };
}

/** Whether a text has an abbreviation whose spaces don't break. */
function startsWithSpaced(text: string, at: number, written: string): boolean {
  return (
    written.includes(" ") &&
    text.slice(at, at + written.length).replaceAll(/[\u00a0\u202f]/g, " ") === written
  );
}

const abbreviationLists = new WeakMap<
  Speller["language"],
  ReadonlyMap<string, readonly string[]>
>();

/** Returns the abbreviations of a language by their first letter, longest first. */
function listAbbreviations(language: Speller["language"]): ReadonlyMap<string, readonly string[]> {
  const known = abbreviationLists.get(language);
  if (known) return known;
  const { titles, streets, labels, abbreviations } = language.texts;
  const all = new Set(
    [titles, streets, labels, abbreviations].flatMap((table) => Object.keys(table)),
  );
  const sorted = [...all].sort((a, b) => b.length - a.length);
  const lists = Map.groupBy(sorted, (written) => written.charAt(0));
  abbreviationLists.set(language, lists);
  return lists;
}

function chooseWord(
  written: string,
  { text, at, end, speller }: { text: string; at: number; end: number; speller: Speller },
): string | undefined {
  const { texts } = speller.language;
  const rest = text.slice(end, end + 40);
  const after = wordAfter(text, end);
  const before = wordBefore(text, at);
  const label = texts.labels[written];
  if (label !== undefined && /^[ \u00a0]?(?:[#№]? ?\d|[IVX]{2,5}\b)/.test(rest))
    return declineLabel(texts.oblique[written], { before, speller }) ?? label;
  const street = texts.streets[written];
  const isAfterName = /^\p{Lu}\p{Ll}+\.?$/u.test(before) && !sentenceStarts.has(before);
  const isBeforeName = startsWithName(rest) && !sentenceStarts.has(after);
  const hasHouseNumber = /\d[\p{L}]? (?:\p{Lu}\p{Ll}{1,20} ){1,2}$/u.test(
    text.slice(Math.max(0, at - 50), at),
  );
  if (street !== undefined && isAfterName && (hasHouseNumber || !isBeforeName)) return street;
  const title = texts.titles[written];
  if (title !== undefined && isBeforeName)
    return (/^\p{Ll}{1,5}$/u.test(before) ? texts.oblique[written] : undefined) ?? title;
  const oblique = /^\p{Ll}{1,5}$/u.test(before) ? texts.oblique[written] : undefined;
  return oblique ?? texts.abbreviations[written];
}

/** Chooses the form of a label after a preposition: the locative, or the genitive after a bar. */
function declineLabel(
  forms: string | undefined,
  { before, speller }: { before: string; speller: Speller },
): string | undefined {
  const [locative, genitive] = forms?.split("|") ?? [];
  if (genitive !== undefined && speller.choose("genitive", { before, after: "" })) return genitive;
  return genitive !== undefined && /^(?:o|po|w)$/.test(before) ? locative : undefined;
}

/** Whether the abbreviation's full stop also ends the sentence. */
function isSentenceEnd(text: string, written: string, end: number): boolean {
  if (!written.endsWith(".")) return false;
  const rest = text.slice(end, end + 40);
  return (
    rest.trim() === "" ||
    (/^["”»)]?\s+\p{Lu}/u.test(rest) && sentenceStarts.has(wordAfter(text, end)))
  );
}

/** Whether a name follows, after up to three words such as `van der`. */
function startsWithName(rest: string): boolean {
  const words = rest.split(/[ \u00a0]/, 5).slice(1);
  const name = words.findIndex((word) => !particles.has(word));
  return /^[ \u00a0]/.test(rest) && name >= 0 && name < 4 && /^\p{Lu}/u.test(words[name] ?? "");
}
