import { asTable } from "hub";
import { type Cursor, matchAt, type ReadingMatch } from "./cursor.ts";

const emojiPattern = /\p{RGI_Emoji}/vy;

/** Reads an emoji by its name. */
export function readEmoji({ text, at, speller, emoji }: Cursor): ReadingMatch | undefined {
  if (!emoji) return undefined;
  const [sign] = matchAt(emojiPattern, text, at) ?? [];
  const name = sign === undefined ? undefined : emoji.get(sign.replaceAll("\ufe0f", ""));
  if (sign === undefined || name === undefined) return undefined;
  const end = at + sign.length;
  const [before = " ", after = " "] = [text[at - 1], text[end]];
  const lead = speller.space === "" || /[\s([]/.test(before) ? "" : " ";
  const trail = speller.space === "" || /[\s.,;:!?)\]]/.test(after) ? "" : " ";
  return { end, spoken: `${lead}${name}${trail}`, kind: "emoji" };
}

/** Reads a symbol between words or before a number. */
export function readSymbol({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const { words, nouns } = speller.language;
  const { space } = speller;
  const [before, char, next] = [text[at - 1] ?? "", text[at] ?? "", text[at + 1] ?? ""];
  const isSpaced = /\s/.test(before) && /\s/.test(next);
  const isBetweenDigits =
    /\d ?$/.test(text.slice(Math.max(0, at - 2), at)) && /^ ?\d/.test(text.slice(at + 1, at + 3));
  const isNumbered = /^[ \u00a0]?\d/.test(text.slice(at + 1, at + 3));
  const symbol = (spoken: string, end = at + 1): ReadingMatch => ({ end, spoken, kind: "symbol" });
  const spaced = asTable({ "&": words.and, "@": words.at, "%": words.percent })[char];
  if (spaced !== undefined && isSpaced) return symbol(spaced);
  if (char === "&" && /\p{L}/u.test(next)) return symbol(` ${words.and} `);
  const numbered = asTable({
    "#": words.number,
    "№": words.number,
    "§": words.section,
    "√": words.root,
  })[char];
  if (numbered !== undefined && isNumbered && (char === "§" || !/[\p{L}\d]/u.test(before)))
    return symbol(/\s/.test(next) ? numbered : numbered + (space || " "));
  if (char === "§" && next === "§") return symbol(words.section, at + 2);
  if (char === ":" && /\d/.test(before) && /\d/.test(next))
    return symbol(words.ratio === "" ? " " : `${space}${words.ratio ?? words.to}${space}`);
  const currency = asTable({ "€": "EUR", "£": "GBP", $: "USD" })[char];
  const isLone = /\s/.test(before) && !/^[\p{L}$]|^ ?\p{N}/u.test(text.slice(at + 1, at + 3));
  if (currency !== undefined && isLone) {
    const [major] = nouns.currencies[currency] ?? [];
    return major && symbol(speller.inflect("1000000", major[1]));
  }
  const isHex = /(?:^|\D)0$/.test(text.slice(Math.max(0, at - 2), at));
  if (/[xX]/.test(char) && isBetweenDigits && !isHex) return symbol(words.by ?? words.times);
  const operator = asTable({ "×": words.times, "+": words.plus, "=": words.equals })[char];
  const isBetweenLetters =
    /(?:^|[^\p{L}])\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) && /[\p{L}\d]/u.test(next);
  if (operator !== undefined && isSpaced) return symbol(operator);
  if (operator !== undefined && (isBetweenDigits || (char === "=" && isBetweenLetters)))
    return symbol(`${space}${operator}${space}`);
  if (char === "+" && /[\p{L}\p{M}\d+]/u.test(before) && !/[\p{L}\d=]/u.test(next))
    return symbol(`${space}${words.plus}`);
  if (/[-−]/.test(char) && isSpaced && isBetweenDigits && /=/.test(text.slice(at, at + 20)))
    return symbol(words.minus);
  // A date in an order that no calendar has, or a rate.
  if (char === "/" && /\d/.test(before) && /^[\d\s]?$/.test(next))
    return symbol(/\d/.test(next) ? ` ${words.slash} ` : ` ${words.slash}`);
  // "9시~오후 6시" is a range.
  const isRange = /[~〜～]/.test(char) && /[\p{sc=Hang}\p{sc=Han})]/u.test(before);
  return isRange && /[\p{L}\d]/u.test(next) ? symbol(words.to + space) : undefined;
}
