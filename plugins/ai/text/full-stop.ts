import {
  afterHour,
  calendar,
  maybeFinal,
  neverFinal,
  ordinalLanguages,
  starters,
} from "./abbreviations.ts";

interface Stop {
  /** Where the sentence began. */
  start: number;
  /** Where the full stop is. */
  index: number;
  /** The word behind it. */
  next: string;
  language: string;
}

const tokenMax = 24;

/** Whether a full stop with a word behind it that could open a sentence closes the one before it. */
export function isFinalStop(text: string, { start, index, next, language }: Stop): boolean {
  const token = tokenBefore(text, { start, index });
  const lower = token.toLowerCase();
  const following = bare(next);
  const opens = starters.has(following);
  if (neverFinal.has(lower)) return false;
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
  return !(token === "I" && isBehindName(text, { start, index }));
}

/** Whether the token before a full stop is a word that is written out, and so no abbreviation. */
export function isPlainWord(
  text: string,
  { start, index }: Pick<Stop, "start" | "index">,
): boolean {
  const token = tokenBefore(text, { start, index });
  const lower = token.toLowerCase();
  if ([neverFinal, maybeFinal, calendar].some((known) => known.has(lower))) return false;
  if (token.length < 3) return shortWords.has(lower);
  // "example.com", which is no "p.m.".
  if (token.includes(".")) return token.split(".").every((part) => part.length > 1);
  // Without a vowel it is short for something: "tbsp.", "wght.".
  return /^\p{L}+$/u.test(token) && (/[aeiouy]/i.test(token) || /[^a-z]/i.test(token));
}

const shortWords = new Set("it me us him go do up be he we ok so is my by".split(" "));

/** "At 5 a.m. Mr. Smith went": what the sentence is of is still to come. */
function opensWithHour(sentence: string): boolean {
  const [first = "", , ...rest] = sentence.trim().split(" ", 4);
  return rest.length <= 1 && /^(?:at|by|from|since|until|around|before|after)$/i.test(first);
}

/** "Albert I. Jones": an initial, and not the pronoun. */
function isBehindName(text: string, { start, index }: Pick<Stop, "start" | "index">): boolean {
  const before = text.slice(Math.max(start, index - tokenMax), index - 1).trimEnd();
  const word = before.slice(before.lastIndexOf(" ") + 1);
  return word.length > 1 && /^\p{Lu}\p{Ll}+$/u.test(word) && !starters.has(word.toLowerCase());
}

/** "1. First" opens a list; "am 3. Oktober" is an ordinal; "in 1999. They" is an end. */
function isFinalNumber(
  text: string,
  { token, start, index, next, language }: Stop & { token: string },
): boolean {
  const opensList = text.slice(start, index - token.length).trim() === "" && token.length <= 3;
  if (opensList) return false;
  if (!ordinalLanguages.has(language.split("-")[0]!) || token.length > 2) return true;
  return isDigit(next[0]) ? false : starters.has(bare(next));
}

function tokenBefore(text: string, { start, index }: { start: number; index: number }): string {
  let begin = index;
  while (begin > start && index - begin < tokenMax && isOfToken(text[begin - 1]!)) begin--;
  return text.slice(begin, index);
}

function isOfToken(char: string): boolean {
  return char === "." || char === "°" || /[\p{L}\p{N}\p{M}]/u.test(char);
}

function isInitial(token: string): boolean {
  return token.length === 1 && token !== token.toLowerCase() && token !== "I";
}

/** Single letters with stops between them. */
function isDotted(token: string): boolean {
  const parts = token.split(".");
  return parts.length > 1 && parts.every((part) => part.length === 1 && !isDigit(part));
}

function bare(word: string): string {
  let end = word.length;
  while (end > 0 && !/[\p{L}\p{N}]/u.test(word[end - 1]!)) end--;
  return word.slice(0, end).toLowerCase();
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

function isDigits(token: string): boolean {
  return token !== "" && [...token].every(isDigit);
}
