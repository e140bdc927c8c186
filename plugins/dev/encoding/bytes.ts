import { describeFound, Fault } from "../json/fault.ts";

/** The UTF-8 of a text. An encoder would put U+FFFD for half a pair: bytes of another text. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed())
    throw new Fault("Half of a surrogate pair is no character", loneSurrogate(text));
  return new TextEncoder().encode(text);
}

/** The text that bytes are the UTF-8 of, or null where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    // A byte order mark is part of the text: an answer without it would not encode back.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How many bytes at the beginning are UTF-8, the last character perhaps not yet whole. */
export function utf8Length(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return good;
}

/** Where the first half of a surrogate pair without its other half stands. */
export function loneSurrogate(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    else if (code >= 0xd800 && code <= 0xdfff) return at;
  }
  return -1;
}

/** The fault of a character where another was expected. */
export function expectationFault(expected: string, data: string, offset: number): Fault {
  return new Fault(`Expected ${expected}, ${describeFound(data, offset)}`, offset);
}

/** The byte that the two hexadecimal digits at a place stand for, or -1. */
export function hexPair(digits: Uint8Array, at: number): number {
  const high = hexDigit(digits[at] ?? 0);
  const low = hexDigit(digits[at + 1] ?? 0);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** The value of a hexadecimal digit by its character code, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
