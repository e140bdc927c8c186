/** Luhn check of card numbers, ISO/IEC 7812-1. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const twice = digit * 2;
    sum += index % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

/** ISO 13616 check: letters are numbers from 10, and the whole number modulo 97 is 1. */
export function isIban(compact: string): boolean {
  let rest = 0;
  for (const char of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

// Leading digits of the issuers (ISO/IEC 7812, as published by the schemes), with the lengths of their numbers.
const issuers: readonly [firstDigits: RegExp, lengths: readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|09|[689])/, [14, 16, 19]],
  [/^35/, [16, 17, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:606282|637|9792)/, [16]],
  [/^8[12]/, [16, 19]],
  [/^(?:6011|64[4-9]|65|62)/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[37])/, [14, 15, 16, 17, 18, 19]],
];

/** Whether a card number has a valid check digit and an issuer known by its leading digits and length. */
export function isCardNumber(digits: string): boolean {
  if (!isLuhn(digits) || /^(\d)\1*$/.test(digits)) return false;
  return issuers.some(([first, lengths]) => first.test(digits) && lengths.includes(digits.length));
}

/** Whether the US Social Security Administration issues such a number: no area 000, 666 or 9xx. */
export function isSsn(area: string, group: string, serial: string): boolean {
  return !(
    area === "000" ||
    area === "666" ||
    area[0] === "9" ||
    group === "00" ||
    serial === "0000"
  );
}
