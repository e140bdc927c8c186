import type { Digits } from "./digits.ts";

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
