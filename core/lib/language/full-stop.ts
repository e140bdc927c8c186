import { openWords } from "../data-file.ts";

/** Abbreviations, and words that tell the end of a sentence from an abbreviation. */
const readLists = openWords(new URL("./full-stops.txt", import.meta.url), [
  "neverFinal",
  "maybeFinal",
  "calendar",
  "afterHour",
  "starters",
  "ordinalLanguages",
  "shortWords",
  "timeOpeners",
]);

interface Stop {
  /** Start of the sentence. */
  start: number;
  /** Index of the full stop. */
  index: number;
  /** The next word. */
  next: string;
  language: string;
}

const tokenMax = 24;

/** Whether a sentence may follow its predecessor's full stop without a space: "world.Today is". */
export function opensWithoutSpace(
  text: string,
  { start, index }: Pick<Stop, "start" | "index">,
): boolean {
  const [word = "", stop = ""] =
    /^(\p{Lu}\p{Ll}*)(\.? )/u.exec(text.slice(index + 1, index + 30))?.slice(1) ?? [];
  const isSentence = /^\p{Lu}?\p{Ll}{2,}$|^\d{1,3}$/u.test(readTokenBefore(text, { start, index }));
  if (!isSentence || stop === "") return false;
  const lower = word.toLowerCase();
  const { neverFinal, starters, timeOpeners } = readLists();
  return stop === " " ? starters.has(lower) || timeOpeners.has(word) : neverFinal.has(lower);
}
/** Whether a full stop ends its sentence, if the next word could open one. */
export function isFinalStop(text: string, { start, index, next, language }: Stop): boolean {
  const { afterHour, calendar, maybeFinal, neverFinal, starters } = readLists();
  const token = readTokenBefore(text, { start, index });
  const lower = token.toLowerCase();
  const following = bare(next);
  const opens = starters.has(following);
  if (neverFinal.has(lower) || token === "Maj" || isCaselessLetter(token)) return false;
  if (token === "EE" && following === "uu") return false;
  if (isDigits(token)) return isFinalNumber(text, { token, start, index, next, language });
  if (calendar.has(lower) && /^[A-Z]/.test(token)) return !isDigit(next[0]) && opens;
  if (lower === "a.m" || lower === "p.m")
    return (
      !afterHour.has(following) && !isDigit(next[0]) && !opensWithHour(text.slice(start, index))
    );
  if (lower === "no" || lower === "nos" || token === "p") return !isDigit(next[0]);
  // "Rm. 12": a short word without a vowel, before its number.
  if (isDigit(next[0]) && /^\p{Lu}?[bcdfghjklmnpqrstvwxz]{1,4}$/u.test(token)) return false;
  if (lower === "etc" || lower === "usw" || lower === "ecc") return true;
  if (maybeFinal.has(lower)) return opens;
  // "z. B.", "d. h.", "p. ej."
  if (token.length === 1 && following.length <= 2 && !opens) return false;
  // "J. Smith", "J. R. R. Tolkien", "U.S. Senate"; but "vitamin C. The".
  if (isInitial(token) || isDotted(token)) return opens && token !== "St";
  return !(token === "I" && followsName(text, { start, index }));
}

/** Whether the token before a full stop is a written-out word, not an abbreviation. */
export function isPlainWord(
  text: string,
  { start, index }: Pick<Stop, "start" | "index">,
): boolean {
  const token = readTokenBefore(text, { start, index });
  const lower = token.toLowerCase();
  const { calendar, maybeFinal, neverFinal, shortWords } = readLists();
  if ([neverFinal, maybeFinal, calendar].some((known) => known.has(lower))) return false;
  if (token.length < 3) return shortWords.has(lower);
  // "example.com", unlike "p.m.".
  if (token.includes(".")) return token.split(".").every((part) => part.length > 1);
  // Without a vowel it is an abbreviation: "tbsp.", "wght.".
  return /^\p{L}+$/u.test(token) && (/[aeiouy]/i.test(token) || /[^a-z]/i.test(token));
}

/** Whether a sentence only has a time so far: "At 5 a.m. Mr. Smith went". */
function opensWithHour(sentence: string): boolean {
  const [first = "", , ...rest] = sentence.trim().split(" ", 4);
  return rest.length <= 1 && /^(?:at|by|from|since|until|around|before|after)$/i.test(first);
}

/** Whether the letter is an initial, not the pronoun: "Albert I. Jones". */
function followsName(text: string, { start, index }: Pick<Stop, "start" | "index">): boolean {
  const before = text.slice(Math.max(start, index - tokenMax), index - 1).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1);
  return (
    word.length > 1 &&
    /^\p{Lu}\p{Ll}+$/u.test(word) &&
    !readLists().starters.has(word.toLowerCase())
  );
}

/**
 * Whether the stop after a number ends a sentence: "1. First" opens a list, "am 3. Oktober" is an ordinal, "in
 * 1999. They" is an end.
 */
function isFinalNumber(
  text: string,
  { token, start, index, next, language }: Stop & { token: string },
): boolean {
  const opensList = text.slice(start, index - token.length).trim() === "" && token.length <= 3;
  if (opensList) return false;
  const [base = language] = language.split("-", 1);
  if (!readLists().ordinalLanguages.has(base) || token.length > 2) return true;
  if (isDigit(next[0])) return false;
  const isCapital = /^\p{Lu}/u.test(next) && !capitalLanguages.has(base);
  return isCapital || readLists().starters.has(bare(next));
}

/** Languages whose ordinals come before capitalised words: "am 3. Oktober", "2. Dünya Savaşı". */
const capitalLanguages = new Set(["de", "lb", "tr"]);

/** Whether a token is a letter of a script without capitals, which abbreviates a title: "د. أحمد". */
function isCaselessLetter(token: string): boolean {
  return /^[\p{Script=Arabic}\p{Script=Hebrew}]$/u.test(token);
}

function readTokenBefore(text: string, { start, index }: { start: number; index: number }): string {
  let begin = index;
  while (begin > start && index - begin < tokenMax && isTokenCharacter(text.charAt(begin - 1)))
    begin--;
  return text.slice(begin, index);
}

function isTokenCharacter(char: string): boolean {
  return char === "." || char === "°" || /[\p{L}\p{N}\p{M}]/u.test(char);
}

function isInitial(token: string): boolean {
  return token.length === 1 && token !== token.toLowerCase() && token !== "I";
}

/** Whether a token has single letters with stops in between. */
function isDotted(token: string): boolean {
  const parts = token.split(".");
  return parts.length > 1 && parts.every((part) => part.length === 1 && !isDigit(part));
}

function bare(word: string): string {
  let end = word.length;
  while (end > 0 && !/[\p{L}\p{N}]/u.test(word.charAt(end - 1))) end--;
  return word.slice(0, end).toLowerCase();
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

function isDigits(token: string): boolean {
  return token !== "" && [...token].every(isDigit);
}
