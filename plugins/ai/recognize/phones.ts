import type { Found } from "./found.ts";

// ITU-T E.164: the first digits of country codes, all of them.
const countryCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42[013]|50\d|59\d|67\d|68\d|69\d|80\d|85\d|87\d|88\d|96\d|97\d|99\d)/;
const digitsMin = 7;
const digitsMax = 15;
const before =
  /(?:phone|tel|telefon|mobile|mobil|cell|call|fax|whatsapp|sms|handy|téléphone|teléfono|móvil|nummer|number)\W{0,12}$/i;

/** Telephone numbers: international, American, and others where a word says so. */
export function* phones(text: string, language: string): Generator<Found> {
  let index = 0;
  while (index < text.length) {
    if (!opens(text, index)) {
      index++;
      continue;
    }
    const end = endOf(text, index);
    const found = read(text, index, { end, language });
    if (found) yield found;
    index = Math.max(end, index + 1);
  }
}

/** A digit, plus or bracket that nothing of a number or a word stands before. */
function opens(text: string, index: number): boolean {
  const char = text[index]!;
  if (!(isDigit(char) || ((char === "+" || char === "(") && isNear(text, index)))) return false;
  return index === 0 || !/[\p{L}\p{N}_+@#/.,:€$£%-]/u.test(text[index - 1]!);
}

function isNear(text: string, index: number): boolean {
  return isDigit(text[index + 1] ?? "") || text[index + 1] === "(" || text[index + 1] === "+";
}

/** The index after the last digit of a run in which no two separators but brackets and spaces meet. */
function endOf(text: string, start: number): number {
  let end = start;
  for (let index = start; index < text.length && index - start < 32; index++) {
    const char = text[index]!;
    if (isDigit(char)) end = index + 1;
    else if (!" ().-/\u00a0+".includes(char)) break;
    else if (char === "+" && index > start + 1) break;
    else if (char === "." && text[index + 1] === " ") break;
    else if (index - end > 2 && end > start) break;
  }
  return end;
}

function read(
  text: string,
  start: number,
  { end, language }: { end: number; language: string },
): Found | undefined {
  const shown = text.slice(start, end);
  const digits = shown.replaceAll(/[^\d]/g, "");
  if (digits.length < digitsMin || digits.length > digitsMax) return undefined;
  if (
    /[\p{L}%€$£]/u.test(text[end] ?? "") ||
    /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/.test(shown)
  )
    return undefined;
  const isSaid = before.test(text.slice(Math.max(0, start - 30), start));
  const found = { type: "phone", start, end };
  if (
    shown.startsWith("+") ||
    shown.startsWith("(+") ||
    (shown.startsWith("00") && digits.length > 10)
  ) {
    const number = digits
      .replace(/^00/, "")
      .replace(/^(\d\d)0(?=\d{8,}$)/, shown.includes("(0)") ? "$1" : "$10");
    if (!countryCode.test(number)) return undefined;
    return { ...found, confidence: 0.95, normalized: `+${number}` };
  }
  if (/^(?:1[ .-]?)?\(?[2-9]\d\d\)?[ .-]?[2-9]\d\d[ .-]?\d{4}$/.test(shown)) {
    const confidence = isSaid || /[().-]/.test(shown) ? 0.9 : 0.4;
    return { ...found, confidence, normalized: `+1${digits.slice(-10)}` };
  }
  const isGrouped = /[ ()/-]/.test(shown) && shown.startsWith("0");
  if (isSaid) return { ...found, confidence: 0.85, normalized: national(digits, language) };
  return isGrouped && digits.length >= 9
    ? { ...found, confidence: 0.7, normalized: national(digits, language) }
    : undefined;
}

const prefixes: Readonly<Record<string, string>> = {
  de: "49",
  fr: "33",
  it: "39",
  nl: "31",
  es: "34",
  pl: "48",
  sv: "46",
};

/** With the country of the language, where the number has its leading zero. */
function national(digits: string, language: string): string {
  const prefix = prefixes[language.slice(0, 2)];
  return prefix && digits.startsWith("0") ? `+${prefix}${digits.slice(1)}` : digits;
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9" && char.length === 1;
}
