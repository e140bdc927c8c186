import { Fault } from "../json/fault.ts";
import { encodeUtf8, expectationFault, hexPair } from "./bytes.ts";

// Indexes below are within bounds by construction, and every byte passes here: `!` says so where a check
// would cost as much as the work.

const lineMax = 76;

/** Writes bytes for mail: RFC 2045, section 6.7. Line breaks stay those of the input. */
export function encodeQuotedPrintable(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const soft = source.includes("\n") && !source.includes("\r\n") ? "=\n" : "=\r\n";
  // Three signs a byte, and a break of three after 25 bytes or more, is the longest it gets.
  const text = Buffer.alloc(bytes.length * 4 + 3);
  const digits = Buffer.from("0123456789ABCDEF");
  let length = 0;
  let column = 0;
  for (const [at, byte] of bytes.entries()) {
    if (isBreak(bytes, at)) {
      text[length++] = byte;
      column = 0;
      continue;
    }
    const last = at + 1 === bytes.length || isBreak(bytes, at + 1);
    const plain = isPlain(byte) || (isBlank(byte) && !last);
    const width = plain ? 1 : 3;
    // The last sign of a line may take the place of the "=" that would break it.
    if (column + width > (last ? lineMax : lineMax - 1)) {
      for (let sign = 0; sign < soft.length; sign++) text[length++] = soft.charCodeAt(sign);
      column = 0;
    }
    column += width;
    if (plain) text[length++] = byte;
    else {
      text[length++] = 0x3d;
      text[length++] = digits[byte >> 4]!;
      text[length++] = digits[byte & 15]!;
    }
  }
  return text.toString("latin1", 0, length);
}

/** Undoes `encodeQuotedPrintable`; the strict want upper case, and nothing beyond ASCII. */
export function decodeQuotedPrintable(
  data: string,
  { strict }: { strict: boolean },
): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(data);
  let length = 0;
  // What a line ends in blanks, mail servers have put there: `kept` is the length without.
  let kept = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x3d) {
      const soft = softBreakEnd(bytes, at + 1);
      const meant = soft < 0 ? hexPair(bytes, at + 1) : -1;
      if (strict && soft < 0 && (meant < 0 || !isUpper(bytes, at + 1)))
        throw new Fault('Expected two hexadecimal digits in upper case after "="', at);
      if (soft < 0) bytes[length++] = meant < 0 ? byte : meant;
      if (soft >= 0) at = soft;
      else if (meant >= 0) at += 2;
    } else {
      const breaks = isBreak(bytes, at);
      // All before it was ASCII, so bytes are characters here.
      if (strict && !breaks && !isPlain(byte) && !isBlank(byte))
        throw expectationFault("a printable sign of ASCII", data, at);
      if (breaks) length = kept;
      bytes[length++] = byte;
      if (isBlank(byte)) continue;
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

/** Whether a line break begins here, or its line feed stands here. */
function isBreak(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] === 0x0a);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

function isPlain(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && byte !== 0x3d;
}

function isUpper(bytes: Uint8Array, at: number): boolean {
  return bytes[at]! < 0x60 && bytes[at + 1]! < 0x60;
}
