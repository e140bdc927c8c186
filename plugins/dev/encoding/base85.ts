import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each byte would cost as much
// as the work itself.

/** An encoding of four bytes as five digits. */
export interface Base85 {
  letters: string;
  /** Shorthand character for four zero bytes. */
  zero?: string;
  /** Whether the last group may be shorter. */
  partial: boolean;
  /** Optional delimiters around the digits. */
  frame?: readonly [begin: string, end: string];
  ignored: string;
}

/** Adobe's base85, also known as Ascii85, as used in PostScript and PDF. */
export const ascii85: Base85 = {
  letters: String.fromCharCode(...Array.from({ length: 85 }, (_, digit) => digit + 33)),
  zero: "z",
  partial: true,
  frame: ["<~", "~>"],
  ignored: " \t\r\n\f\0",
};

/** ZeroMQ's base85, which needs no escaping in source code: ZeroMQ RFC 32. */
export const z85: Base85 = {
  letters: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#",
  partial: false,
  ignored: "\r\n",
};

/** Encodes bytes as base85. */
export function encodeBase85(bytes: Uint8Array, { letters, zero, partial }: Base85): string {
  if (!partial && bytes.length % 4 > 0)
    throw new Fault(
      `Z85 writes whole groups of 4 bytes: the input has ${bytes.length}`,
      bytes.length - (bytes.length % 4),
    );
  const codes = Buffer.from(letters);
  const text = Buffer.alloc(Math.ceil(bytes.length / 4) * 5);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const count = Math.min(4, bytes.length - at);
    let value = 0;
    for (let index = 0; index < 4; index++) value = value * 256 + (bytes[at + index] ?? 0);
    if (value === 0 && zero && count === 4) {
      text[length++] = zero.charCodeAt(0);
      continue;
    }
    for (let digit = 4; digit >= 0; digit--) {
      const rest = Math.floor(value / 85);
      text[length + digit] = codes[value - rest * 85]!;
      value = rest;
    }
    length += count + 1;
  }
  return text.toString("latin1", 0, length);
}

/** Decodes base85. */
export function decodeBase85(
  data: string,
  { strict, variant }: { strict: boolean; variant: Base85 },
): Uint8Array {
  const { letters, zero, partial, ignored } = variant;
  const [from, to] = findContent(data, variant);
  const after = to < data.length ? data.slice(to + 2).trimStart() : "";
  if (strict && after)
    throw expectationFault("the end of the data", data, data.length - after.length);
  const bytes = new Uint8Array((to - from) * 4);
  const values = new Int8Array(128).fill(-1);
  for (let digit = 0; digit < 85; digit++) values[letters.charCodeAt(digit)] = digit;
  const group: DigitGroup = { value: 0, digits: 0, start: 0, length: 0 };
  for (let at = from; at < to; at++) {
    const digit = values[data.charCodeAt(at)] ?? -1;
    if (digit >= 0) {
      if (group.digits === 0) group.start = at;
      group.value = group.value * 85 + digit;
      if (++group.digits === 5) write(bytes, group);
    } else if (data.charAt(at) === zero && group.digits === 0) group.length += 4;
    else if (strict && !ignored.includes(data.charAt(at)))
      throw expectationFault("a digit of base85", data, at);
  }
  return bytes.subarray(0, endLastGroup(bytes, group, { strict, partial }));
}

/** State of the current group of five digits; `length` counts the bytes written so far. */
interface DigitGroup {
  value: number;
  digits: number;
  start: number;
  length: number;
}

/** Writes the bytes of an incomplete last group. Returns the total number of bytes. */
function endLastGroup(
  bytes: Uint8Array,
  group: DigitGroup,
  { strict, partial }: { strict: boolean; partial: boolean },
): number {
  if (group.digits === 0) return group.length;
  if (group.digits === 1 || !partial) {
    if (strict)
      throw new Fault(
        `The last group must have ${partial ? "at least 2" : "5"} digits: it has ${group.digits}`,
        group.start,
      );
    if (group.digits === 1) return group.length;
  }
  const left = group.digits - 1;
  // Missing digits count as the highest digit.
  while (group.digits < 5) {
    group.value = group.value * 85 + 84;
    group.digits++;
  }
  write(bytes, group);
  return group.length - 4 + left;
}

function write(bytes: Uint8Array, group: DigitGroup): void {
  if (group.value > 0xffff_ffff)
    throw new Fault("The group of five digits is too large for four bytes", group.start);
  for (let shift = 24; shift >= 0; shift -= 8)
    bytes[group.length++] = (group.value >>> shift) & 0xff;
  group.value = 0;
  group.digits = 0;
}

/** Returns the range between the delimiters, or everything if there are none. */
function findContent(data: string, { frame }: Base85): [from: number, to: number] {
  if (!frame) return [0, data.length];
  const [begin, end] = frame;
  const first = data.length - data.trimStart().length;
  const from = data.startsWith(begin, first) ? first + begin.length : 0;
  const close = data.indexOf(end, from);
  return [from, close < 0 ? data.length : close];
}
