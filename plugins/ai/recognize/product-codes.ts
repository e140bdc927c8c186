import { findMatches, type TextEntity } from "./found.ts";

/** Finds product and order codes of capitals and digits, such as `AB-1234-X`, and ISBNs. */
export function* findProductCodes(text: string): Generator<TextEntity> {
  yield* findMatches(text, /\bISBN(?:-1[03])?:? ?([\d-]{9,16}[\dX])\b/g, ([, number = ""]) => {
    const normalized = number.replaceAll("-", "");
    return isIsbn(normalized) ? { type: "product_code", confidence: 0.98, normalized } : undefined;
  });
  for (const { 0: parts, index: start } of text.matchAll(codeParts)) {
    let code = parts;
    while (code !== "" && continuation.test(text.slice(start + code.length)))
      code = code.slice(0, Math.max(0, code.lastIndexOf("-"), code.lastIndexOf("/")));
    if (isProductCode(code))
      yield {
        type: "product_code",
        confidence: 0.7,
        normalized: code,
        start,
        end: start + code.length,
      };
  }
}

const codeParts = /(?<![\p{L}\p{N}.@/#$€-])[A-Z0-9]{1,12}(?:[-/][A-Z0-9]{1,12}){0,4}/gu;
/** The text behind a part that can't end a code: the rest of its word, or a sign and a letter. */
const continuation = /^(?:[\p{L}\p{N}@]|[-/.]\p{L})/u;

function isProductCode(code: string): boolean {
  const letters = code.match(/[A-Z]/g)?.length ?? 0;
  const digits = code.match(/\d/g)?.length ?? 0;
  return (
    code.length >= 5 &&
    letters >= 2 &&
    digits >= 2 &&
    !/^\d+(?:ST|ND|RD|TH|GB|MB|TB|KG|KM|MM)$|^Q[1-4][-/]?\d|^(?:COVID|UTC|GMT)/.test(code)
  );
}

/** Checks the check digit of an ISBN-10 or ISBN-13. */
function isIsbn(code: string): boolean {
  const digits = [...code].map((char) => (char === "X" ? 10 : Number(char)));
  const sum = (weight: (index: number) => number) =>
    digits.reduce((total, digit, index) => total + digit * weight(index), 0);
  if (code.length === 10) return sum((index) => 10 - index) % 11 === 0;
  return code.length === 13 && sum((index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0;
}
