import { Fault } from "../json/fault.ts";
import { strange } from "./bytes.ts";

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
  const { bits, values } = tableOf(digits, strict);
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
    else if (value === NONE && strict) throw strange(`a digit of ${digits.name}`, data, at);
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
function tableOf(digits: Digits, strict: boolean): { bits: number; values: Int8Array } {
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
