import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each byte would cost as much
// as the work itself.

/** An encoding with a fixed number of bits per digit, most significant first: RFC 4648. */
export interface Digits {
  name: string;
  /** The digits in order of value: 2, 16, 32 or 64 of them. */
  letters: string;
  /** Alternative characters for digits, as pairs: `i1` reads "i" as "1". */
  aliases?: string;
  /** Alternative characters accepted only if not strict. */
  looseAliases?: string;
  /** Whether "=" padding of the last group is required, optional or not allowed. */
  padding: "must" | "may" | "none";
  /** Characters that are ignored between digits, in addition to line breaks. */
  ignored?: string;
}

/** Decodes digits. Rejects invalid characters if strict, and skips them otherwise. */
export function decodeDigits(
  data: string,
  digits: Digits,
  { strict, from = 0 }: { strict: boolean; from?: number },
): Uint8Array<ArrayBuffer> {
  const decoder = new DigitDecoder(digits, strict);
  const bytes = decoder.write(data, from);
  decoder.end();
  return bytes;
}

/** Decodes digits that arrive in pieces. */
export class DigitDecoder {
  readonly #digits: Digits;
  readonly #strict: boolean;
  /** Number of characters before the current piece. */
  #before = 0;
  #count = 0;
  #pads = 0;
  #last = 0;
  /** The bits that don't fill a byte yet, in the low end. */
  #rest = 0;
  #bitCount = 0;

  constructor(digits: Digits, strict: boolean) {
    this.#digits = digits;
    this.#strict = strict;
  }

  /** Decodes a piece from a position on. */
  write(data: string, from = 0): Uint8Array<ArrayBuffer> {
    const { bits, values } = getDecodingTable(this.#digits, this.#strict);
    const bytes = new Uint8Array(Math.ceil(((data.length - from) * bits + 7) / 8));
    let length = 0;
    // Local variables: this loop runs for each character.
    let [count, pads, bitCount, rest] = [this.#count, this.#pads, this.#bitCount, this.#rest];
    let last = from;
    for (let at = from; at < data.length; at++) {
      const value = values[data.charCodeAt(at)] ?? NONE;
      if (value >= 0) {
        if (pads > 0) {
          if (this.#strict) this.#fail(new Fault("The padding must be at the end", at));
          // Concatenated encodings have padding in the middle.
          count = pads = bitCount = 0;
        }
        count++;
        last = at;
        rest = ((rest << bits) | value) & 0x3fff;
        bitCount += bits;
        if (bitCount >= 8) {
          bitCount -= 8;
          bytes[length++] = rest >> bitCount;
        }
      } else if (value === PAD) pads++;
      else if (value === NONE && this.#strict)
        this.#fail(expectationFault(`a digit of ${this.#digits.name}`, data, at));
    }
    if (count !== this.#count || this.#before === 0) this.#last = this.#before + last;
    this.#before += data.length;
    [this.#count, this.#pads, this.#bitCount, this.#rest] = [count, pads, bitCount, rest];
    return bytes.subarray(0, length);
  }

  /** Checks the last group. */
  end(): void {
    const remainder = this.#rest & ((1 << this.#bitCount) - 1);
    const end = this.#before;
    const [count, pads, bitCount, last] = [this.#count, this.#pads, this.#bitCount, this.#last];
    if (this.#strict) checkEnd({ count, pads, bitCount, remainder, last, end }, this.#digits);
  }

  #fail({ message, offset }: Fault): never {
    throw new Fault(message, this.#before + offset);
  }
}

/** Encodes bytes as digits, with padding if it is required. */
export function encodeDigits(bytes: Uint8Array, { letters, padding }: Digits): string {
  const bits = Math.log2(letters.length);
  const codes = Buffer.from(letters, "latin1");
  const count = Math.ceil((bytes.length * 8) / bits);
  const group = digitsPerGroup(bits);
  const text = Buffer.alloc(padding === "must" ? Math.ceil(count / group) * group : count, "=");
  let bitCount = 0;
  let rest = 0;
  let length = 0;
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0x3fff;
    for (bitCount += 8; bitCount >= bits; ) {
      bitCount -= bits;
      text[length++] = codes[(rest >> bitCount) & (letters.length - 1)]!;
    }
  }
  if (bitCount > 0) text[length] = codes[(rest << (bits - bitCount)) & (letters.length - 1)]!;
  return text.toString("latin1");
}

/** The state after the last digit. */
interface End {
  /** Number of digits since the last padding. */
  count: number;
  pads: number;
  /** Number of bits that don't fill a byte, and their value. */
  bitCount: number;
  remainder: number;
  /** Index of the last digit, and length of the text. */
  last: number;
  end: number;
}

function checkEnd(
  { count, pads, bitCount, remainder, last, end }: End,
  { letters, padding }: Digits,
): void {
  const bits = Math.log2(letters.length);
  const group = digitsPerGroup(bits);
  const over = count % group;
  if (bitCount >= bits)
    throw new Fault(
      `The last group has ${over} of ${group} digits: that is no whole number of bytes`,
      last,
    );
  if (remainder > 0) throw new Fault("The last digit has bits beyond the last byte", last);
  const missing = (group - over) % group;
  if (pads !== missing && !(padding === "may" && pads === 0) && padding !== "none")
    throw new Fault(`Expected ${missing} of "=" at the end, found ${pads}`, end - pads);
}

function digitsPerGroup(bits: number): number {
  return bits === 1 || bits === 4 ? 8 / bits : bits === 5 ? 8 : 4;
}

const NONE = -1;
const PAD = -2;
const IGNORED = -3;

const tables = new WeakMap<Digits, Map<boolean, Int8Array>>();

/** Returns the meaning of each ASCII character in an encoding. Tables are cached. */
function getDecodingTable(digits: Digits, strict: boolean): { bits: number; values: Int8Array } {
  const { letters, padding, ignored = "", aliases = "", looseAliases = "" } = digits;
  const bits = Math.log2(letters.length);
  const cached = tables.get(digits) ?? new Map<boolean, Int8Array>();
  tables.set(digits, cached);
  let values = cached.get(strict);
  if (values) return { bits, values };
  values = new Int8Array(128).fill(NONE);
  for (const char of `\r\n${ignored}`) values[char.charCodeAt(0)] = IGNORED;
  for (let value = 0; value < letters.length; value++) values[letters.charCodeAt(value)] = value;
  const allAliases = strict ? aliases : aliases + looseAliases;
  for (let at = 0; at < allAliases.length; at += 2)
    values[allAliases.charCodeAt(at)] = letters.indexOf(allAliases.charAt(at + 1));
  if (padding !== "none" || !strict) values[0x3d] = PAD;
  cached.set(strict, values);
  return { bits, values };
}

/**
 * Decodes hexadecimal or binary digits in any layout: `0x48, 0x69`, `48:69`, `\x48\x69`. Each group forms whole
 * bytes. A short group is padded with leading zeros.
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
  looseAliases: "-+_/",
};

/** RFC 4648, section 5. Padding is optional. */
export const base64url: Digits = {
  name: "base64url",
  letters: `${letters64}-_`,
  padding: "may",
  looseAliases: "+-/_",
};

/** RFC 4648, section 6. */
export const base32: Digits = {
  name: "base32",
  letters: `${upper}234567`,
  padding: "must",
  looseAliases: createLowerAliases(upper),
};

/** RFC 4648, section 7. */
export const base32hex: Digits = {
  name: "base32hex",
  letters: `${decimal}ABCDEFGHIJKLMNOPQRSTUV`,
  padding: "must",
  looseAliases: createLowerAliases("ABCDEFGHIJKLMNOPQRSTUV"),
};

/** Douglas Crockford's base32. As specified, case and hyphens are ignored, and I, L and O are read as 1, 1 and 0. */
export const crockford: Digits = {
  name: "Crockford base32",
  letters: `${decimal}ABCDEFGHJKMNPQRSTVWXYZ`,
  padding: "none",
  ignored: "-",
  aliases: `${createLowerAliases("ABCDEFGHJKMNPQRSTVWXYZ")}I1i1L1l1O0o0`,
};

/** RFC 4648, section 8, in lower case like most tools. */
export const hex: Digits = {
  name: "hexadecimal",
  letters: `${decimal}abcdef`,
  padding: "none",
  aliases: "AaBbCcDdEeFf",
};

/** Eight digits per byte. */
export const binary: Digits = { name: "binary", letters: "01", padding: "none", ignored: " " };

function createLowerAliases(letters: string): string {
  return [...letters].map((letter) => letter.toLowerCase() + letter).join("");
}
