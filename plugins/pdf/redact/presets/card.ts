import { matches, type Span } from "./find.ts";

/** Finds numbers of payment cards: 13 to 19 digits, grouped or not, that fulfil Luhn's formula. */
export function findCards(text: string): Span[] {
  const found: Span[] = [];
  for (const run of matches(text, /(?<!\d)(?:\d[ -]?){12,40}\d/g)) found.push(...within(text, run));
  return found;
}

/** Two numbers may stand side by side, so that every stretch of whole groups is tried. */
function within(text: string, { start, end }: Span): Span[] {
  const run = text.slice(start, end);
  const starts = [0, ...[...run.matchAll(/[ -]/g)].map(({ index }) => index + 1)];
  const ends = [...[...run.matchAll(/[ -]/g)].map(({ index }) => index), run.length];
  const found: Span[] = [];
  let from = 0;
  for (const first of starts) {
    if (first < from) continue;
    const last = ends.toReversed().find((end) => end > first && isCard(run.slice(first, end)));
    if (last === undefined) continue;
    found.push({ start: start + first, end: start + last });
    from = last;
  }
  return found;
}

function isCard(text: string): boolean {
  const digits = text.replace(/[ -]/g, "");
  return digits.length >= 13 && digits.length <= 19 && /^[2-6]/.test(digits) && luhn(digits);
}

/** ISO/IEC 7812-1, annex B. */
function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
