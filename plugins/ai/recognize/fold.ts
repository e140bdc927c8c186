/**
 * A text of the same length in which all decimal digits are those of ASCII, all dashes and spaces are the
 * plain ones, and all characters without width are U+200B: numbers that look alike are written alike.
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

/** In Unicode's rows of sixteen, the ten digits begin at 0, but at 6 in the scripts of India. */
function getDigitValue(code: number): number {
  const isIndian = (code >= 0x900 && code < 0xe00) || code >> 4 === 0x194;
  return (code & 15) - (isIndian ? 6 : 0);
}
