import { Fault } from "../json/fault.ts";
import { encodeUtf8, expectationFault, hexPair } from "./bytes.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each byte would cost as much
// as the work itself.

const lineMax = 76;

/** Encodes bytes as quoted-printable: RFC 2045, section 6.7. Line breaks are preserved. */
export function encodeQuotedPrintable(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const soft = source.includes("\n") && !source.includes("\r\n") ? "=\n" : "=\r\n";
  // Upper bound of the length: three characters per byte, and a three-character line break after at least 25 bytes.
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
    // The last character of a line may use the column of the "=".
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

/** Decodes quoted-printable. If strict, requires upper-case digits and ASCII. */
export function decodeQuotedPrintable(
  data: string,
  { strict }: { strict: boolean },
): Uint8Array<ArrayBuffer> {
  const bytes = encodeUtf8(data);
  let length = 0;
  // Mail servers append whitespace to lines. `kept` is the length without it.
  let trimmedLength = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x3d) {
      const soft = softBreakEnd(bytes, at + 1);
      const value = soft < 0 ? hexPair(bytes, at + 1) : -1;
      if (strict && soft < 0 && (value < 0 || !isUpper(bytes, at + 1)))
        throw new Fault('Expected two hexadecimal digits in upper case after "="', at);
      if (soft < 0) bytes[length++] = value < 0 ? byte : value;
      if (soft >= 0) at = soft;
      else if (value >= 0) at += 2;
    } else {
      const breaks = isBreak(bytes, at);
      // All preceding characters were ASCII, so byte and character offsets are equal.
      if (strict && !breaks && !isPlain(byte) && !isBlank(byte))
        throw expectationFault("a printable ASCII character", data, at);
      if (breaks) length = trimmedLength;
      bytes[length++] = byte;
      if (isBlank(byte)) continue;
    }
    trimmedLength = length;
  }
  return bytes.subarray(0, trimmedLength);
}

/** Returns the index of the line feed of a soft line break, or -1. */
function softBreakEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  if (bytes[at] === 0x0d) at++;
  return bytes[at] === 0x0a ? at : -1;
}

/** Returns whether a line break starts here, or its line feed is here. */
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
