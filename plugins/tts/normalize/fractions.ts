import { addUnit } from "./amounts.ts";
import { type Cursor, isInWord, matchAt, type ReadingMatch, wordAfter } from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";
import type { Numeral, NumeralSpan } from "./numeral.ts";

const fractionSigns = /[¼½¾⅐-⅞]/y;

/** Splits a fraction character: `½` is 1 and 2. */
function splitFractionSign(sign: string): [number, number] {
  const [top, bottom] = sign.normalize("NFKC").split("⁄").map(Number);
  return [top ?? 0, bottom ?? 1];
}

export function readFractionSign({ text, at, speller }: Cursor): ReadingMatch | undefined {
  const [sign] = matchAt(fractionSigns, text, at) ?? [];
  if (sign === undefined) return undefined;
  const half = sign === "½" ? readHalf({ text, end: at + 1, speller }) : undefined;
  if (half) return half;
  const [top, bottom] = splitFractionSign(sign);
  const spoken = speller.choose("fraction", { top, bottom, mixed: "no" });
  return spoken === undefined ? undefined : { end: at + 1, spoken, kind: "fraction" };
}

/** Reads half of the thing that the next word names. */
function readHalf({
  text,
  end,
  speller,
}: {
  text: string;
  end: number;
  speller: Speller;
}): ReadingMatch | undefined {
  const noun = wordAfter(text, end);
  const spoken = /^\p{L}{2,}/u.test(noun) ? speller.choose("half", { after: noun }) : undefined;
  return spoken === undefined ? undefined : { end, spoken, kind: "fraction" };
}

export function readFraction(
  cursor: Cursor,
  { numeral, start }: NumeralSpan,
): ReadingMatch | undefined {
  const { text, speller } = cursor;
  if (numeral.fraction !== undefined || numeral.isGrouped) return undefined;
  const { language } = speller;
  const written = matchFraction(cursor, numeral);
  if (!written) return undefined;
  const { end, isMixed, top, bottom } = written;
  const isUnit = addUnit(cursor, { end, spoken: "" }, "1").end > end;
  if (
    (isInWord(text, end) && !isUnit) ||
    text[start - 1] === "/" ||
    bottom > Number(language.texts.settings["fraction max"] ?? 100) ||
    top === 0
  )
    return undefined;
  // "Fifty-fifty".
  if (!isMixed && top === bottom)
    return {
      end,
      spoken: speller.join(speller.cardinal(top), speller.cardinal(top)),
      kind: "fraction",
    };
  const isProper = top < bottom;
  if (!isProper && !isMixed && language.texts.settings["improper fractions"] !== "yes")
    return undefined;
  const half = !isMixed && bottom === 2 ? readHalf({ text, end, speller }) : undefined;
  if (half) return { ...addUnit(cursor, half, "1"), kind: "fraction" };
  const mixed = isMixed ? "yes" : "no";
  const spoken = speller.choose("fraction", { top, bottom, mixed });
  if (spoken === undefined) return undefined;
  const style = language.texts.settings["whole before fraction"] === "n" ? "n" : "c";
  const whole = isMixed ? speller.cardinal(numeral.whole, style) : undefined;
  const all = whole === undefined ? spoken : speller.join(whole, language.words.mixed, spoken);
  return {
    ...addUnit(cursor, { end, spoken: all }, `${isMixed ? numeral.whole : 0}.5`),
    kind: "fraction",
  };
}

const dotGrouped = /[/⁄](\d{1,3}(?:\.\d{3})+)(?![\d/.])/y;

/** Matches what makes a fraction of a number: `½` or ` 1/2` after an integer, or `/2` after its top. */
function matchFraction({ text, decimal }: Cursor, { end: at, whole }: Numeral) {
  const [signed, sign] = matchAt(/[ \u00a0]?([¼½¾⅐-⅞])/y, text, at) ?? [];
  if (signed !== undefined && sign !== undefined) {
    const [top, bottom] = splitFractionSign(sign);
    return { end: at + signed.length, isMixed: true, top, bottom };
  }
  const [mixed, top, under] = matchAt(/[ \u00a0](\d{1,2})[/⁄](\d{1,2})(?![\d/])/y, text, at) ?? [];
  if (mixed !== undefined)
    return { end: at + mixed.length, isMixed: true, top: Number(top), bottom: Number(under) };
  const grouped = decimal === "." ? /[/⁄](\d{1,3}(?:,\d{3})+)(?![\d/,])/y : dotGrouped;
  const [bar, bottom = ""] =
    matchAt(grouped, text, at) ??
    matchAt(/[/⁄](\d{1,9})(?:(?:th|rd|nd)s?|st)?(?![\d/])/iy, text, at) ??
    [];
  if (bar === undefined) return undefined;
  const value = Number(bottom.replaceAll(/[.,]/g, ""));
  return { end: at + bar.length, isMixed: false, top: Number(whole), bottom: value };
}
