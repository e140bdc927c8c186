import { findLoneUnit } from "./amounts.ts";
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
  const { words } = speller.language;
  const { space } = speller;
  const char = text[at] ?? "";
  const next = text[at + 1] ?? "";
  const isSpaced = /\s/.test(text[at - 1] ?? "") && /\s/.test(next);
  const isBetweenDigits =
    /\d ?$/.test(text.slice(Math.max(0, at - 2), at)) && /^ ?\d/.test(text.slice(at + 1, at + 3));
  const isNumbered = /^[ \u00a0]?\d/.test(text.slice(at + 1, at + 3));
  const gap = isNumbered && next !== " " && next !== "\u00a0" ? " " : "";
  const symbol = (spoken: string, pad = ""): ReadingMatch => ({
    end: at + 1,
    spoken: spoken + pad,
    kind: "symbol",
  });
  if (char === "&")
    return isSpaced
      ? symbol(words.and)
      : /\p{L}/u.test(next)
        ? symbol(` ${words.and} `)
        : undefined;
  if ((char === "#" || char === "№") && isNumbered && !/[\p{L}\d]/u.test(text[at - 1] ?? ""))
    return symbol(words.number, gap);
  if (char === "§" && next === "§") return { end: at + 2, spoken: words.section, kind: "symbol" };
  if (char === ":" && /\d/.test(text[at - 1] ?? "") && /\d/.test(next))
    return symbol(words.ratio === "" ? " " : `${space}${words.ratio ?? words.to}${space}`);
  if (
    /[€$£]/.test(char) &&
    /\s/.test(text[at - 1] ?? "") &&
    !/^[\p{L}$]|^ ?\p{N}/u.test(text.slice(at + 1, at + 3))
  ) {
    const code = char === "€" ? "EUR" : char === "£" ? "GBP" : "USD";
    const [major] = speller.language.nouns.currencies[code] ?? [];
    return major && symbol(speller.inflect("1000000", major[1]));
  }
  if (char === "§" && isNumbered) return symbol(words.section, gap);
  if (char === "×" && (isSpaced || isBetweenDigits))
    return symbol(isSpaced ? words.times : `${space}${words.times}${space}`);
  const isHex = /(?:^|\D)0$/.test(text.slice(Math.max(0, at - 2), at));
  if (/[xX]/.test(char) && isBetweenDigits && !isHex) return symbol(words.by ?? words.times);
  if (char === "+" && (isSpaced || isBetweenDigits))
    return symbol(isSpaced ? words.plus : `${space}${words.plus}${space}`);
  if (char === "+" && /[\p{L}\p{M}\d+]/u.test(text[at - 1] ?? "") && !/[\p{L}\d=]/u.test(next))
    return symbol(`${space}${words.plus}`);
  const isBetweenLetters =
    /(?:^|[^\p{L}])\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) && /[\p{L}\d]/u.test(next);
  if (char === "=" && (isSpaced || isBetweenDigits || isBetweenLetters))
    return symbol(isSpaced ? words.equals : `${space}${words.equals}${space}`);
  if (/[-−]/.test(char) && isSpaced && isBetweenDigits && /=/.test(text.slice(at, at + 20)))
    return symbol(words.minus);
  // A date in an order that no calendar has, or a rate.
  if (char === "/" && /\d/.test(text[at - 1] ?? "") && /^[\d\s]?$/.test(next))
    return symbol(/\d/.test(next) ? ` ${words.slash} ` : ` ${words.slash}`);
  const unit = /[\p{L}µ]/u.test(char) ? findLoneUnit({ text, at, speller }) : undefined;
  if (unit) return { ...unit, kind: "unit" };
  if (char === "√" && words.root !== undefined && /[\d.]/.test(next))
    return symbol(words.root + space);
  // "9시~오후 6시" is a range.
  const isRange = /[~〜～]/.test(char) && /[\p{sc=Hang}\p{sc=Han})]/u.test(text[at - 1] ?? "");
  if (isRange && /[\p{L}\d]/u.test(next)) return symbol(words.to + space);
  if (char === "@" && isSpaced) return symbol(words.at);
  if (char === "%" && isSpaced) return symbol(words.percent);
  return undefined;
}
