import { matches, type Span } from "./find.ts";

const international = /(?<![\d+])(?:\+|00)[1-9](?:[ ./-]{0,2}[()]?\d){6,14}(?!\d)/g;
const american =
  /(?<![\d.-])(?:1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?![\d-])/g;
/** A leading zero, as most countries dial within, and a second group or nine digits and more. */
const national = /(?<![\d.,/+-])\(?0\d{1,5}\)?(?:[ ./-]{1,3}\d{2,8}){1,5}(?![\d])/g;
const plain = /(?<![\d.,/+-])0[1-9]\d{7,10}(?![\d.,])/g;

/** Finds telephone numbers: international ones, those of North America, and those with a leading zero. */
export function findPhones(text: string): Span[] {
  return [
    ...matches(text, international),
    ...matches(text, american),
    ...matches(
      text,
      national,
      (match) => digits(match) >= 7 && digits(match) <= 13 && !isDate(match),
    ),
    ...matches(text, plain),
  ];
}

function digits(text: string): number {
  return text.replace(/\D/g, "").length;
}

function isDate(text: string): boolean {
  return /^\d{1,2}([./-])\d{1,2}\1\d{2,4}$/.test(text);
}
