import { Fault } from "../json/fault.ts";
import { encodeUtf8, hexPair } from "./bytes.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each byte would cost as much
// as the work itself.

/** Tables with 1 for each byte that a rule applies to. */
export interface PercentRule {
  /** Bytes that encoding leaves unescaped. */
  unescaped: Uint8Array;
  /** Bytes that decoding leaves escaped, because they are delimiters. */
  undecoded: Uint8Array;
}

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
const reserved = ";/?:@&=+$,#";

/** The rule for a URL component: JavaScript's `encodeURIComponent`. */
export const component: PercentRule = {
  unescaped: buildCharTable(unreserved),
  undecoded: buildCharTable(""),
};

/** The rule for a complete URL: JavaScript's `encodeURI`. */
export const whole: PercentRule = {
  unescaped: buildCharTable(unreserved + reserved),
  undecoded: buildCharTable(reserved),
};

/** Percent-encodes all bytes except the unescaped ones. */
export function percentEncode(bytes: Uint8Array, { unescaped }: PercentRule): string {
  const text = Buffer.alloc(bytes.length * 3);
  const digits = Buffer.from("0123456789ABCDEF");
  let length = 0;
  for (const byte of bytes) {
    if (unescaped[byte]) {
      text[length++] = byte;
      continue;
    }
    text[length++] = 0x25;
    text[length++] = digits[byte >> 4]!;
    text[length++] = digits[byte & 15]!;
  }
  return text.toString("latin1", 0, length);
}

/** Decodes percent-encoding. */
export function percentDecode(
  data: string,
  { strict, rule: { undecoded } }: { strict: boolean; rule: PercentRule },
): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(data);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const value = byte === 0x25 ? hexPair(bytes, at + 1) : -1;
    if (byte === 0x25 && value < 0 && strict) throw createEscapeError(data, at);
    const isDecoded = value >= 0 && !undecoded[value];
    bytes[length++] = isDecoded ? value : byte;
    if (isDecoded) at += 2;
  }
  return bytes.subarray(0, length);
}

function createEscapeError(data: string, byteAt: number): Fault {
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    encodeUtf8(data).subarray(0, byteAt),
  );
  return new Fault('Expected two hexadecimal digits after "%"', before.length);
}

function buildCharTable(chars: string): Uint8Array {
  const codes = new Uint8Array(256);
  for (const char of chars) codes[char.charCodeAt(0)] = 1;
  return codes;
}
