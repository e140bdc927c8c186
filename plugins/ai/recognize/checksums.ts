/** Luhn's check of card numbers, ISO/IEC 7812-1. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const twice = digit * 2;
    sum += index % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

/** The check of ISO 13616: letters are numbers from 10, and the whole is 1 modulo 97. */
export function isIban(compact: string): boolean {
  let rest = 0;
  for (const char of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** Whether the issuer of a card number is known, by its first digits and its length. */
export function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (!isLuhn(digits) || /^(\d)\1*$/.test(digits)) return false;
  const four = Number(digits.slice(0, 4));
  if (digits[0] === "4") return length === 13 || length === 16 || length === 19;
  if ((four >= 5100 && four < 5600) || (four >= 2221 && four <= 2720)) return length === 16;
  if (/^3[47]/.test(digits)) return length === 15;
  if (/^3(?:0[0-5]|[68])/.test(digits)) return length === 14 || length === 16;
  return /^(?:6011|65|64[4-9]|62|35|50|5[6-9]|6[37])/.test(digits) && length >= 14 && length <= 19;
}

/** Numbers that the US Social Security Administration gives out: no area 000, 666 or 9xx. */
export function isSsn(area: string, group: string, serial: string): boolean {
  return !(
    area === "000" ||
    area === "666" ||
    area[0] === "9" ||
    group === "00" ||
    serial === "0000"
  );
}
