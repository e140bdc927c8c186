import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

// Indexes below are within bounds by construction, and every byte passes here: `!` says so where a check
// would cost as much as the work.

/** A way to write bytes in digits of so many bits each, the most significant first: RFC 4648. */
export interface Digits {
  name: string;
  /** The digits in the order of their values: 2, 16, 32 or 64 of them. */
  letters: string;
  /** Further characters that mean a digit, as pairs: `i1` lets "i" be read as "1". */
  twins?: string;
  /** The same, but not for those who are strict. */
  looseTwins?: string;
  /** Whether "=" must, may or cannot fill the last group. */
  padding: "must" | "may" | "none";
  /** Characters between digits that mean nothing. Line breaks never do. */
  passed?: string;
}

/** Reads digits. Strictly, every character must count; else those that mean nothing are passed. */
export function decodeDigits(
  data: string,
  digits: Digits,
  { strict, from = 0 }: { strict: boolean; from?: number },
): Uint8Array<ArrayBuffer> {
  const { bits, values } = getDecodingTable(digits, strict);
  const bytes = new Uint8Array(Math.ceil(((data.length - from) * bits) / 8));
  let length = 0;
  let count = 0;
  let pads = 0;
  // Bits that make no whole byte yet, at the low end of `rest`.
  let held = 0;
  let rest = 0;
  let last = from;
  for (let at = from; at < data.length; at++) {
    const value = values[data.charCodeAt(at)] ?? NONE;
    if (value >= 0) {
      if (pads > 0) {
        if (strict) throw new Fault("Nothing may follow the padding", at);
        // What was written piece by piece has padding in its middle.
        count = pads = held = 0;
      }
      count++;
      last = at;
      rest = ((rest << bits) | value) & 0x3fff;
      held += bits;
      if (held >= 8) {
        held -= 8;
        bytes[length++] = rest >> held;
      }
    } else if (value === PAD) pads++;
    else if (value === NONE && strict)
      throw expectationFault(`a digit of ${digits.name}`, data, at);
  }
  const left = rest & ((1 << held) - 1);
  if (strict) checkEnd({ count, pads, held, left, last, end: data.length }, digits);
  return bytes.subarray(0, length);
}

/** Writes bytes in digits, the last group filled with "=" where it must be. */
export function encodeDigits(bytes: Uint8Array, { letters, padding }: Digits): string {
  const bits = Math.log2(letters.length);
  const codes = Buffer.from(letters, "latin1");
  const count = Math.ceil((bytes.length * 8) / bits);
  const group = digitsPerGroup(bits);
  const text = Buffer.alloc(padding === "must" ? Math.ceil(count / group) * group : count, "=");
  let held = 0;
  let rest = 0;
  let length = 0;
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0x3fff;
    for (held += 8; held >= bits; ) {
      held -= bits;
      text[length++] = codes[(rest >> held) & (letters.length - 1)]!;
    }
  }
  if (held > 0) text[length] = codes[(rest << (bits - held)) & (letters.length - 1)]!;
  return text.toString("latin1");
}

/** What is known after the last digit of a text. */
interface End {
  /** Digits since the last padding. */
  count: number;
  pads: number;
  /** How many bits made no whole byte, and their value. */
  held: number;
  left: number;
  /** Where the last digit stands, and where the text ends. */
  last: number;
  end: number;
}

function checkEnd({ count, pads, held, left, last, end }: End, { letters, padding }: Digits): void {
  const bits = Math.log2(letters.length);
  const group = digitsPerGroup(bits);
  const over = count % group;
  if (held >= bits)
    throw new Fault(
      `The last group has ${over} of ${group} digits, which make no whole bytes`,
      last,
    );
  if (left > 0) throw new Fault("The last digit has bits beyond the last byte", last);
  const missing = (group - over) % group;
  if (pads !== missing && !(padding === "may" && pads === 0) && padding !== "none")
    throw new Fault(`Expected ${missing} of "=" at the end, found ${pads}`, end - pads);
}

function digitsPerGroup(bits: number): number {
  return bits === 1 || bits === 4 ? 8 / bits : bits === 5 ? 8 : 4;
}

const NONE = -1;
const PAD = -2;
const PASSED = -3;

const tables = new WeakMap<Digits, Map<boolean, Int8Array>>();

/** What each ASCII character means in a way of writing, kept after its first use. */
function getDecodingTable(digits: Digits, strict: boolean): { bits: number; values: Int8Array } {
  const { letters, padding, passed = "", twins = "", looseTwins = "" } = digits;
  const bits = Math.log2(letters.length);
  const kept = tables.get(digits) ?? new Map<boolean, Int8Array>();
  tables.set(digits, kept);
  let values = kept.get(strict);
  if (values) return { bits, values };
  values = new Int8Array(128).fill(NONE);
  for (const char of `\r\n${passed}`) values[char.charCodeAt(0)] = PASSED;
  for (let value = 0; value < letters.length; value++) values[letters.charCodeAt(value)] = value;
  const also = strict ? twins : twins + looseTwins;
  for (let at = 0; at < also.length; at += 2)
    values[also.charCodeAt(at)] = letters.indexOf(also.charAt(at + 1));
  if (padding !== "none" || !strict) values[0x3d] = PAD;
  kept.set(strict, values);
  return { bits, values };
}

/**
 * Reads hexadecimal or binary digits however they are set: `0x48, 0x69`, `48:69`, `\x48\x69`. Each
 * group stands for whole bytes, and one that is short has lost zeros at its beginning.
 */
export function decodeLooseDigits(data: string, { letters }: Digits): Uint8Array<ArrayBuffer> {
  const bits = Math.log2(letters.length);
  const prefix = bits === 1 ? "b" : "x";
  const bytes = new Uint8Array(data.length);
  let length = 0;
  let start = -1;
  for (let at = 0; at <= data.length; at++) {
    const isDigit = at < data.length && letters.includes(data.charAt(at).toLowerCase());
    if (isDigit && start < 0) {
      const prefixed = data.charAt(at) === "0" && data.charAt(at + 1).toLowerCase() === prefix;
      if (prefixed) at++;
      else start = at;
    } else if (!isDigit && start >= 0) {
      length = readGroup(data.slice(start, at), { bits, bytes, length });
      start = -1;
    }
  }
  return bytes.subarray(0, length);
}

function readGroup(
  group: string,
  { bits, bytes, length }: { bits: number; bytes: Uint8Array; length: number },
): number {
  const perByte = 8 / bits;
  let written = length;
  for (let from = (group.length % perByte || perByte) - perByte; from < group.length; ) {
    const byte = group.slice(Math.max(from, 0), from + perByte);
    bytes[written++] = Number.parseInt(byte, 1 << bits);
    from += perByte;
  }
  return written;
}

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = upper.toLowerCase();
const decimal = "0123456789";
const letters64 = upper + lower + decimal;

/** RFC 4648, section 4. */
export const base64: Digits = {
  name: "base64",
  letters: `${letters64}+/`,
  padding: "must",
  looseTwins: "-+_/",
};

/** RFC 4648, section 5, whose padding may be left out. */
export const base64url: Digits = {
  name: "base64url",
  letters: `${letters64}-_`,
  padding: "may",
  looseTwins: "+-/_",
};

/** RFC 4648, section 6. */
export const base32: Digits = {
  name: "base32",
  letters: `${upper}234567`,
  padding: "must",
  looseTwins: lowerTwins(upper),
};

/** RFC 4648, section 7. */
export const base32hex: Digits = {
  name: "base32hex",
  letters: `${decimal}ABCDEFGHIJKLMNOPQRSTUV`,
  padding: "must",
  looseTwins: lowerTwins("ABCDEFGHIJKLMNOPQRSTUV"),
};

/** Douglas Crockford's, read as he asks: in either case, with I, L and O for 1 and 0, and hyphens. */
export const crockford: Digits = {
  name: "Crockford base32",
  letters: `${decimal}ABCDEFGHJKMNPQRSTVWXYZ`,
  padding: "none",
  passed: "-",
  twins: `${lowerTwins("ABCDEFGHJKMNPQRSTVWXYZ")}I1i1L1l1O0o0`,
};

/** RFC 4648, section 8, in lower case as most tools write it. */
export const hex: Digits = {
  name: "hexadecimal",
  letters: `${decimal}abcdef`,
  padding: "none",
  twins: "AaBbCcDdEeFf",
};

/** Eight bits a byte. */
export const binary: Digits = { name: "binary", letters: "01", padding: "none", passed: " " };

function lowerTwins(letters: string): string {
  return [...letters].map((letter) => letter.toLowerCase() + letter).join("");
}
