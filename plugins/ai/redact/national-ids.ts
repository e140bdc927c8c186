import { isLuhn } from "../recognize/checksums.ts";
import { foldNumbers } from "../recognize/fold.ts";
import type { TextEntity } from "../recognize/found.ts";
import { isPartOfWord } from "../text/words.ts";

interface Form {
  pattern: RegExp;
  /** Whether the check digits are valid. The argument has only letters and digits. */
  isRight?: (compact: string) => boolean;
  /** A required preceding word, for formats that are too common on their own. */
  word?: RegExp;
  confidence?: number;
}

const behindWords = (words: string) =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})[^\\d\\n]{0,24}$`, "iu");

// Sources are the authorities' own descriptions: HMRC NIM39110, NHS Data Dictionary, INSEE, Spain's Ministerio del
// Interior, Agenzia delle Entrate, Skatteverket, Receita Federal, PESEL, BSN, BZSt, ZAS.
const forms: readonly Form[] = [
  // National Insurance, United Kingdom: no check digit, and some prefixes are never assigned.
  {
    pattern: /[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]/g,
    isRight: (number) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(number),
  },
  {
    pattern: /[a-z]{2} ?\d\d ?\d\d ?\d\d ?[a-d]/gi,
    word: behindWords("nino|ni|national insurance"),
  },
  { pattern: /\d{3}([ -])\d{3}\1\d{4}/g, isRight: isNhs, confidence: 0.6 },
  {
    pattern: /\d{3}[ -]?\d{3}[ -]?\d{4}/g,
    isRight: isNhs,
    word: behindWords("nhs|patient|chi|h&c"),
  },
  // France: sex, year, month, department, town, order and a key of two digits.
  {
    pattern: /[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3} ?\d\d/g,
    isRight: isNir,
  },
  { pattern: /(?:\d{8}|[XYZ]-?\d{7})-?[A-Z]/g, isRight: isDni },
  { pattern: /[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]/gi, isRight: isCodiceFiscale },
  { pattern: /(?:19|20)?\d{6}[-+]\d{4}/g, isRight: (number) => isLuhn(number.slice(-10)) },
  { pattern: /\d{3}\.\d{3}\.\d{3}-\d\d/g, isRight: isCpf },
  { pattern: /\d{11}/g, isRight: isCpf, word: behindWords("cpf") },
  { pattern: /756\.?\d{4}\.?\d{4}\.?\d\d/g, isRight: isEan13 },
  { pattern: /\d{11}/g, isRight: isPesel, word: behindWords("pesel") },
  { pattern: /\d{9}/g, isRight: isBsn, word: behindWords("bsn|burgerservicenummer|sofinummer") },
  {
    pattern: /\d{2} ?\d{3} ?\d{3} ?\d{3}/g,
    isRight: isSteuerId,
    word: behindWords(
      "steuer-?id|idnr|(?:steuer)?identifikationsnummer|tin|steuer-identifikationsnummer",
    ),
  },
  { pattern: /\d{4} ?\d{4} ?\d{4}/g, isRight: isVerhoeff, word: behindWords("aadhaar|aadhar|uid") },
];

/** Finds national identification numbers by their format and check digits. */
export function* findNationalIds(original: string): Generator<TextEntity> {
  const text = foldNumbers(original);
  for (const { pattern, isRight, word, confidence = 0.9 } of forms)
    for (const match of text.matchAll(pattern)) {
      const [value] = match;
      const [start, end] = [match.index, match.index + value.length];
      if (isPartOfWord(text, start - 1) || isPartOfWord(text, end)) continue;
      if (
        /\d[.,-]$/.test(text.slice(Math.max(0, start - 2), start)) ||
        /^[.,-]\d/.test(text.slice(end, end + 2))
      )
        continue;
      const normalized = value.replaceAll(/[^A-Za-z\d]/g, "").toUpperCase();
      if (isRight && !isRight(normalized)) continue;
      if (word && !word.test(text.slice(Math.max(0, start - 48), start))) continue;
      yield { type: "national_id", start, end, confidence, normalized };
    }
}

function sumWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Checks an NHS number's last digit: eleven minus the weighted sum of the others modulo eleven. */
function isNhs(digits: string): boolean {
  const check = 11 - (sumWeighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check % 11 === Number(digits[9]) && !/^(\d)\1*$/.test(digits);
}

function isNir(compact: string): boolean {
  const number = compact.slice(0, 13).replace("2A", "19").replace("2B", "18");
  return /^\d{13}$/.test(number) && 97 - Number(BigInt(number) % 97n) === Number(compact.slice(13));
}

function isDni(compact: string): boolean {
  const number = Number(
    compact.slice(0, 8).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter))),
  );
  return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] === compact[8];
}

const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function isCodiceFiscale(compact: string): boolean {
  let sum = 0;
  for (const [index, char] of [...compact.slice(0, 15)].entries()) {
    const value = /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 65;
    sum += index % 2 === 0 ? (oddValues[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === compact[15];
}

function isCpf(digits: string): boolean {
  const check = (count: number) => {
    const weights = Array.from({ length: count }, (_, index) => count + 1 - index);
    return ((sumWeighted(digits, weights) * 10) % 11) % 10;
  };
  return (
    check(9) === Number(digits[9]) && check(10) === Number(digits[10]) && !/^(\d)\1*$/.test(digits)
  );
}

function isEan13(digits: string): boolean {
  return sumWeighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

function isPesel(digits: string): boolean {
  return sumWeighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

function isBsn(digits: string): boolean {
  return sumWeighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** ISO/IEC 7064, MOD 11,10. */
function isSteuerId(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[10]);
}

const turns = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff check over the dihedral group of ten: the product including the last digit must be zero. */
function isVerhoeff(digits: string): boolean {
  let product = 0;
  for (const [index, char] of [...digits].toReversed().entries()) {
    let digit = Number(char);
    for (let turn = 0; turn < index % 8; turn++) digit = turns[digit] ?? 0;
    const isTurned = product >= 5;
    const rest = isTurned ? (product - 5 - (digit % 5) + 5) % 5 : (product + (digit % 5)) % 5;
    product = rest + (isTurned !== digit >= 5 ? 5 : 0);
  }
  return product === 0;
}
