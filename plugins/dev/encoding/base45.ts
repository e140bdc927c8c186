import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each byte would cost as much
// as the work itself.

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const values: ReadonlyMap<string, number> = new Map([...letters].map((char, at) => [char, at]));

/** Encodes each two bytes as three characters of the QR alphanumeric set: RFC 9285. */
export function encodeBase45(bytes: Uint8Array): string {
  const text = Buffer.alloc(Math.ceil(bytes.length * 1.5));
  let length = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    const two = at + 1 < bytes.length;
    let value = two ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!;
    for (let digit = two ? 3 : 2; digit > 0; digit--) {
      text[length++] = letters.charCodeAt(value % 45);
      value = Math.floor(value / 45);
    }
  }
  return text.toString("latin1");
}

/** Decodes base45. If not strict, lower case is accepted, too. */
export function decodeBase45(data: string, { strict }: { strict: boolean }): Uint8Array {
  const text = strict ? data : data.toUpperCase();
  const bytes = new Uint8Array(text.length);
  const group = { value: 0, digits: 0, start: 0, length: 0 };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const digit = values.get(char);
    if (digit !== undefined) {
      if (group.digits === 0) group.start = at;
      group.value += digit * 45 ** group.digits;
      if (++group.digits === 3) write(bytes, group);
    } else if (strict && char !== "\n" && char !== "\r")
      throw expectationFault("a character of base45", data, at);
  }
  if (group.digits === 2) write(bytes, group);
  else if (group.digits === 1 && strict)
    throw new Fault("The last group must have 2 or 3 characters: it has 1", group.start);
  return bytes.subarray(0, group.length);
}

function write(
  bytes: Uint8Array,
  group: { value: number; digits: number; start: number; length: number },
): void {
  const { value, digits, start } = group;
  if (value > (digits === 3 ? 0xffff : 0xff))
    throw new Fault("The group of characters is too large for its bytes", start);
  if (digits === 3) bytes[group.length++] = value >> 8;
  bytes[group.length++] = value & 0xff;
  group.value = 0;
  group.digits = 0;
}
