/** The classes of characters that the notations of this folder know, by code unit or code point. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isHex(code: number): boolean {
  return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

export function isPlainBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** The line ends of ECMAScript. */
export function isBreak(code: number): boolean {
  return isPlainBreak(code) || code === 0x2028 || code === 0x2029;
}

/** Whether a code point may begin a name of ECMAScript. */
export function isNameStart(code: number | undefined): boolean {
  return (
    code !== undefined && isNamePart(code) && /[$_\p{ID_Start}]/u.test(String.fromCodePoint(code))
  );
}

/** Whether a code point may stand in a name of ECMAScript. */
export function isNamePart(code: number | undefined): boolean {
  if (code === undefined || code === 0x5c) return false;
  if (code < 0x80) return isHex(code) || /[$\w]/.test(String.fromCharCode(code));
  return /[\p{ID_Continue}\u200c\u200d]/u.test(String.fromCodePoint(code));
}

/** The blanks that JSON5 has over JSON: those of ECMAScript. */
export function isJson5Blank(code: number): boolean {
  if (code === 0x0b || code === 0x0c || code === 0xa0 || code === 0xfeff) return true;
  return code > 0x167f && String.fromCharCode(code).trim() === "";
}

/** A code unit as Unicode writes it: U+001F. */
export function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
