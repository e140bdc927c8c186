/** Character classes shared by the parsers in this folder. Arguments are code units or code points. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHex(code: number): boolean {
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

export function isPlainBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** Returns whether the code unit is a line terminator in ECMAScript. */
export function isBreak(code: number): boolean {
  return isPlainBreak(code) || code === 0x2028 || code === 0x2029;
}

/** Returns whether a code point may start an ECMAScript identifier. */
export function isNameStart(code: number | undefined): boolean {
  return (
    code !== undefined && isNamePart(code) && /[$_\p{ID_Start}]/u.test(String.fromCodePoint(code))
  );
}

/** Returns whether a code point may appear in an ECMAScript identifier. */
export function isNamePart(code: number | undefined): boolean {
  if (code === undefined || code === 0x5c) return false;
  if (code < 0x80) return isHex(code) || /[$\w]/.test(String.fromCharCode(code));
  return /[\p{ID_Continue}\u200c\u200d]/u.test(String.fromCodePoint(code));
}

/** Returns whether the code unit is whitespace that JSON5 allows in addition to JSON's: the ECMAScript set. */
export function isJson5Blank(code: number): boolean {
  if (code === 0x0b || code === 0x0c || code === 0xa0 || code === 0xfeff) return true;
  return code > 0x167f && String.fromCharCode(code).trim() === "";
}

/** Formats a code unit in Unicode notation: U+001F. */
export function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
