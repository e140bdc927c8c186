/** A word, a number or a sign of a text. */
export interface Token {
  text: string;
  /** Its lower case, for comparison. */
  key: string;
  start: number;
  end: number;
  /** Whether white space stands before it. */
  isApart: boolean;
}

/**
 * A Hebrew preposition before a street, a number with letters and parts ("12a", "57/A", "90-926"), a word, a line break,
 * or one other character. Long because a tokenizer tries its alternatives at each position.
 */
const pattern =
  /[בלמה](?=רחוב|שדרות|דרך)|(?<number>\p{Nd}[\p{Nd}\p{L}]{0,9}(?:[/-][\p{Nd}\p{L}]{1,5}(?![\p{L}\p{Nd}])){0,3})|(?<word>[\p{L}\p{M}]+(?:['’׳״"-]?[\p{L}\p{M}\p{Nd}]+)*)|\n|\S/gu;

/** Splits a text into tokens. Line breaks are tokens, spaces aren't. */
export function splitTokens(text: string): Token[] {
  return Array.from(text.matchAll(pattern), ({ 0: shown, index }) => ({
    text: shown,
    key: shown.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + shown.length,
    isApart: index === 0 || /\s/.test(text.charAt(index - 1)),
  }));
}

/** Whether a token is a word with a capital, or in a script without case. */
export function isNameWord(token: Token | undefined): boolean {
  if (!token || !/^\p{L}/u.test(token.text)) return false;
  const letters = token.text.replace(/^\p{Ll}{1,5}['’]/u, "");
  return !/^\p{Ll}/u.test(letters) || !hasCase(token);
}

/** Whether a word is in a script that has capitals. */
export function hasCase(token: Token): boolean {
  // Unicode has capitals of Georgian letters, but texts do not use them.
  return /[\p{Lu}\p{Ll}]/u.test(token.text) && !/\p{Script=Georgian}/u.test(token.text);
}

/** Whether a token is a number of a house: up to five digits with letters or further parts. */
export function isHouseNumber(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    /^\p{Nd}{1,5}\p{L}{0,3}(?:[/-][\p{Nd}\p{L}]{1,5}){0,3}$/u.test(token.text)
  );
}

/** Returns the form of a text: 9 for each digit, A for each capital. */
export function describeForm(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, "9").replaceAll(/\p{Lu}/gu, "A");
}
