import { Fault } from "../json/fault.ts";
import { utf8 } from "./bytes.ts";
import { isHexDigit } from "./escapes.ts";

const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
const reserved = ";/?:@&=+$,#";

/** What a part of an address keeps: as JavaScript's `encodeURIComponent`. */
export const component: ReadonlySet<number> = codesOf(unreserved);

/** What a whole address keeps, because it has a meaning there: as JavaScript's `encodeURI`. */
export const whole: ReadonlySet<number> = codesOf(unreserved + reserved);

const reservedCodes = codesOf(reserved);

/** Writes bytes as `%` and two digits each, but for those that are kept. */
export function percentEncode(bytes: Uint8Array, kept: ReadonlySet<number>): string {
  const text = Buffer.alloc(bytes.length * 3);
  const digits = Buffer.from("0123456789ABCDEF");
  let length = 0;
  for (const byte of bytes) {
    if (kept.has(byte)) {
      text[length++] = byte;
      continue;
    }
    text[length++] = 0x25;
    text[length++] = digits[byte >> 4]!;
    text[length++] = digits[byte & 15]!;
  }
  return text.toString("latin1", 0, length);
}

/** Undoes `percentEncode`. In a whole address, what would gain a meaning stays as it is. */
export function percentDecode(
  data: string,
  { strict, kept }: { strict: boolean; kept: ReadonlySet<number> },
): Uint8Array<ArrayBuffer> {
  const bytes = utf8(data);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const high = bytes[at + 1] ?? 0;
    const low = bytes[at + 2] ?? 0;
    let byte = bytes[at]!;
    if (byte === 0x25 && isHexDigit(high) && isHexDigit(low)) {
      const meant = Number.parseInt(String.fromCharCode(high, low), 16);
      if (kept !== whole || !reservedCodes.has(meant)) {
        byte = meant;
        at += 2;
      }
    } else if (byte === 0x25 && strict)
      throw new Fault(
        'Expected two hexadecimal digits after "%"',
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, at)).length,
      );
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

function codesOf(chars: string): ReadonlySet<number> {
  return new Set(Buffer.from(chars));
}
