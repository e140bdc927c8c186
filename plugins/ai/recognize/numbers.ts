import { getIbanLength } from "hub/bank";
import { spacedLetter } from "../text/words.ts";
import { isCardNumber, isIban, isLuhn } from "./checksums.ts";
import { foldNumbers } from "./fold.ts";
import type { TextEntity } from "./found.ts";
import { buildEndPattern } from "./introductions.ts";

/** Finds IBANs with a valid length and valid check digits, with or without separators. */
export function* findIbans(text: string): Generator<TextEntity> {
  const plain = foldNumbers(text);
  for (const { index: start } of plain.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g)) {
    const length = getIbanLength(plain.slice(start, start + 2).toUpperCase());
    if (length === undefined) continue;
    const compact = (digits: string) => digits.toUpperCase();
    const whole = readGroups(plain, start, { count: length, of: /[A-Za-z0-9]/ }).find(
      ({ digits }) => digits.length === length && isIban(compact(digits)),
    );
    if (whole)
      yield {
        type: "iban",
        start,
        end: whole.end,
        confidence: 0.99,
        normalized: compact(whole.digits),
      };
  }
}

// Sixteen digits are tried first: the digits that follow are often the card's security code.
const lengths = [16, 15, 14, 19, 18, 17, 13, 12];
const cardWord = buildEndPattern("card", "card without spaces", [24, 12]);
/** Words that leave no doubt that a card's number follows. */
const sureCardWord = buildEndPattern("certain card", "certain card without spaces", [24, 12]);

/**
 * Finds card numbers with a known issuer, a valid length and a valid check digit, with or without separators.
 * After a word for a card, a valid check digit is enough.
 */
export function* findCards(text: string): Generator<TextEntity> {
  const plain = foldNumbers(text);
  let from = 0;
  for (const { index: start } of plain.matchAll(/(?<!\d|\d[.,+-])\d/g)) {
    if (start < from || isInCode(plain, start)) continue;
    const isIntroduced = cardWord.test(plain.slice(Math.max(0, start - 40), start));
    const all = readGroups(plain, start, { count: 19, of: /\d/ }).filter(({ end }) =>
      /^(?![A-Za-z]|[.,]\d)/.test(plain.slice(end, end + 2)),
    );
    const found = lengths
      .values()
      .flatMap((length) => all.filter(({ digits }) => digits.length === length))
      .find(({ digits, isGrouped }) => {
        if (isIntroduced) return isLuhn(digits) && !/^(\d)\1*$/.test(digits);
        // Thirteen digits in a row are more often a product code than an old card number.
        return isCardNumber(digits) && (digits.length > 13 || isGrouped);
      });
    // A mistyped number after its name is still meant to be private.
    const possible =
      found ??
      (sureCardWord.test(plain.slice(Math.max(0, start - 48), start))
        ? findPossible(all)
        : undefined);
    if (!possible) continue;
    from = possible.end;
    const { digits: normalized, end } = possible;
    yield { type: "credit_card", start, end, confidence: found ? 0.97 : 0.6, normalized };
  }
}

/** Returns a number of a card's length, whose check digit may be wrong. */
function findPossible(all: readonly CharacterGroup[]): CharacterGroup | undefined {
  return all.find(
    ({ digits }) => /^(?:\d{15,16}|\d{19})$/.test(digits) && !/^(\d)\1*$/.test(digits),
  );
}

const inCode = new RegExp(String.raw`${spacedLetter}|[\d_]`, "u");

/** Whether the digits continue a run of letters and digits, as in a hash. "Visa4111…" continues a word. */
function isInCode(text: string, start: number): boolean {
  let from = start;
  while (from > 0 && start - from < 24 && inCode.test(text.charAt(from - 1))) from--;
  return /[\d_]/.test(text.slice(from, start)) || start - from >= 24;
}

interface CharacterGroup {
  digits: string;
  end: number;
  isGrouped: boolean;
}

/**
 * Reads groups of characters of one kind from `start` and yields the end of each group. Groups may be separated by
 * a full stop or slash, or by a few spaces, dashes and line breaks.
 */
function readGroups(
  text: string,
  start: number,
  { count, of }: { count: number; of: RegExp },
): CharacterGroup[] {
  const consumed: CharacterGroup[] = [];
  let [digits, index, isGrouped] = ["", start, false];
  while (digits.length < count) {
    while (digits.length < count && index < text.length && of.test(text.charAt(index)))
      digits += text[index++];
    const isOver = index >= text.length || !/[A-Za-z0-9]/.test(text.charAt(index));
    if (isOver) consumed.push({ digits, end: index, isGrouped });
    const sign = /^(?:[./]|[ \n\u200b-]{1,3})/.exec(text.slice(index, index + 3))?.[0] ?? "";
    if (!isOver || sign === "" || !of.test(text[index + sign.length] ?? "")) break;
    if (sign !== "\u200b") isGrouped = true;
    index += sign.length;
  }
  return consumed;
}
