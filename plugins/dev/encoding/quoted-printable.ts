import { Fault } from "../json/fault.ts";
import { strange, utf8 } from "./bytes.ts";
import { isHexDigit } from "./escapes.ts";

const lineMax = 76;

/** Writes bytes for mail: RFC 2045, section 6.7. Line breaks stay those of the input. */
export function encodeQuotedPrintable(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const soft = source.includes("\n") && !source.includes("\r\n") ? "=\n" : "=\r\n";
  // Every byte as three signs, and a soft break after every 72 of them, is the longest it gets.
  const text = Buffer.alloc(bytes.length * 4 + 8);
  let length = 0;
  let column = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isBreak(bytes, at)) {
      text[length++] = byte;
      column = 0;
      continue;
    }
    const last = at + 1 === bytes.length || isBreak(bytes, at + 1);
    const sign = signOf(byte, last);
    // The last sign of a line may take the place of the "=" that would break it.
    if (column + sign.length > (last ? lineMax : lineMax - 1)) {
      length += text.write(soft, length, "latin1");
      column = 0;
    }
    length += text.write(sign, length, "latin1");
    column += sign.length;
  }
  return text.toString("latin1", 0, length);
}

/** Undoes `encodeQuotedPrintable`; the strict want upper case, and nothing beyond ASCII. */
export function decodeQuotedPrintable(
  data: string,
  { strict }: { strict: boolean },
): Uint8Array<ArrayBuffer> {
  const bytes = utf8(data);
  let length = 0;
  // What a line ends in blanks, mail servers have put there: `kept` is the length without.
  let kept = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isBlank(byte)) {
      bytes[length++] = byte;
      continue;
    }
    if (byte === 0x3d) {
      const soft = softBreakEnd(bytes, at + 1);
      const meant = soft < 0 ? signedValue(bytes, at + 1, strict) : -1;
      if (soft < 0 && meant < 0 && strict)
        throw new Fault('Expected two hexadecimal digits in upper case after "="', at);
      if (soft < 0) bytes[length++] = meant < 0 ? byte : meant;
      if (soft >= 0) at = soft;
      else if (meant >= 0) at += 2;
    } else {
      // All before it was ASCII, so bytes are characters here.
      if (strict && (byte < 0x20 || byte > 0x7e) && !isBreak(bytes, at))
        throw strange("a printable sign of ASCII", data, at);
      if (isBreak(bytes, at)) length = kept;
      bytes[length++] = byte;
    }
    kept = length;
  }
  return bytes.subarray(0, kept);
}

/** The index of the line feed of a soft line break, or -1. */
function softBreakEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  if (bytes[at] === 0x0d) at++;
  return bytes[at] === 0x0a ? at : -1;
}

function signedValue(bytes: Uint8Array, at: number, strict: boolean): number {
  const digits = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0);
  if (!isHexDigit(digits.charCodeAt(0)) || !isHexDigit(digits.charCodeAt(1))) return -1;
  return strict && digits !== digits.toUpperCase() ? -1 : Number.parseInt(digits, 16);
}

/** Whether a line break begins here, or its line feed stands here. */
function isBreak(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] === 0x0a);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

function signOf(byte: number, last: boolean): string {
  const plain = byte > 0x20 && byte < 0x7f && byte !== 0x3d;
  if (plain || (isBlank(byte) && !last)) return String.fromCharCode(byte);
  return signs[byte]!;
}

const signs = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);
