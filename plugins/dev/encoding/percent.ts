import { Fault } from "../json/fault.ts";
import { encodeUtf8, hexPair } from "./bytes.ts";

// Indexes below are within bounds by construction, and every byte passes here: `!` says so where a check
// would cost as much as the work.

/** What percent-encoding does to each byte: 1 where it applies. */
export interface PercentRule {
  /** Stays as it is when written. */
  kept: Uint8Array;
  /** Stays percent-encoded when read, since it would gain a meaning. */
  frozen: Uint8Array;
}

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
const reserved = ";/?:@&=+$,#";

/** The rule for a part of an address: JavaScript's `encodeURIComponent`. */
export const component: PercentRule = {
  kept: buildCharTable(unreserved),
  frozen: buildCharTable(""),
};

/** The rule for a whole address: JavaScript's `encodeURI`. */
export const whole: PercentRule = {
  kept: buildCharTable(unreserved + reserved),
  frozen: buildCharTable(reserved),
};

/** Writes bytes as `%` and two digits each, but for those that are kept. */
export function percentEncode(bytes: Uint8Array, { kept }: PercentRule): string {
  const text = Buffer.alloc(bytes.length * 3);
  const digits = Buffer.from("0123456789ABCDEF");
  let length = 0;
  for (const byte of bytes) {
    if (kept[byte]) {
      text[length++] = byte;
      continue;
    }
    text[length++] = 0x25;
    text[length++] = digits[byte >> 4]!;
    text[length++] = digits[byte & 15]!;
  }
  return text.toString("latin1", 0, length);
}

/** Undoes `percentEncode`. */
export function percentDecode(
  data: string,
  { strict, rule: { frozen } }: { strict: boolean; rule: PercentRule },
): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(data);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const meant = byte === 0x25 ? hexPair(bytes, at + 1) : -1;
    if (byte === 0x25 && meant < 0 && strict) throw escapeFault(data, at);
    const undone = meant >= 0 && !frozen[meant];
    bytes[length++] = undone ? meant : byte;
    if (undone) at += 2;
  }
  return bytes.subarray(0, length);
}

function escapeFault(data: string, byteAt: number): Fault {
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
