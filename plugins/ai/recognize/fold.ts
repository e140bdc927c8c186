/**
 * Folds a text so that numbers that look alike compare equal. Digits become ASCII, dashes and spaces plain, and
 * zero-width characters U+200B. The length stays the same.
 */
export function foldNumbers(text: string): string {
  return text.replaceAll(/[^\x21-\x7e\n]/gu, (char) => {
    if (char.length > 1) return char;
    if (/[\p{Zs}\t]/u.test(char)) return " ";
    if (/[\p{Pd}\u2212]/u.test(char)) return "-";
    if (/[\u00ad\u200b-\u200f\u2060\ufeff]/u.test(char)) return "\u200b";
    return /\p{Nd}/u.test(char) ? String(getDigitValue(char.charCodeAt(0))) : char;
  });
}

/** Returns the value of a Unicode digit. In a row of sixteen, digits start at 0, or at 6 in Indian scripts. */
function getDigitValue(code: number): number {
  const isIndian = (code >= 0x900 && code < 0xe00) || code >> 4 === 0x194;
  return (code & 15) - (isIndian ? 6 : 0);
}
