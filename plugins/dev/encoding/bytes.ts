import { describeFound, Fault } from "../json/fault.ts";

/** Encodes a text as UTF-8. Throws on a lone surrogate, which TextEncoder would replace by U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  if (!text.isWellFormed())
    throw new Fault("The text contains a lone surrogate", loneSurrogate(text));
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8. Returns null if the bytes are invalid. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    // The byte order mark is preserved, so that the result encodes to the same bytes.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Creates a decoder that preserves the byte order mark. Throws if the name is no label of the Encoding Standard. */
export function createDecoder(charset: string, options: { fatal?: boolean } = {}): TextDecoder {
  return new TextDecoder(charset as Bun.Encoding, { ...options, ignoreBOM: true });
}

/** Returns the length of the longest valid prefix. Its last character may be incomplete. */
export function validLength(bytes: Uint8Array, charset = "utf-8"): number {
  let valid = 0;
  // Each pass decodes the valid prefix and then smaller steps, so that few passes read a large input.
  for (const step of [65_536, 256, 1]) {
    const decoder = createDecoder(charset, { fatal: true });
    decoder.decode(bytes.subarray(0, valid), { stream: true });
    try {
      for (; valid < bytes.length; valid = Math.min(valid + step, bytes.length))
        decoder.decode(bytes.subarray(valid, valid + step), { stream: true });
    } catch {
      continue;
    }
    return valid;
  }
  return valid;
}

/** Returns the index of the first lone surrogate, or -1. */
export function loneSurrogate(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    else if (code >= 0xd800 && code <= 0xdfff) return at;
  }
  return -1;
}

/** Creates a syntax error for an unexpected character. */
export function expectationFault(expected: string, data: string, offset: number): Fault {
  return new Fault(`Expected ${expected}, ${describeFound(data, offset)}`, offset);
}

/** Decodes two hexadecimal digits at a position. Returns -1 if they are invalid. */
export function hexPair(digits: Uint8Array, at: number): number {
  const high = hexDigit(digits[at] ?? 0);
  const low = hexDigit(digits[at + 1] ?? 0);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Returns the value of a hexadecimal digit, given as a character code, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
