import { Fault } from "../json/fault.ts";
import { strange } from "./bytes.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** Writes two bytes in three characters of what QR codes hold most densely: RFC 9285. */
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

/** Undoes `encodeBase45`. */
export function decodeBase45(data: string, { strict }: { strict: boolean }): Uint8Array {
  const bytes = new Uint8Array(data.length);
  let length = 0;
  let group: number[] = [];
  let start = 0;
  function close(): void {
    const [a = 0, b = 0, c = 0] = group;
    const value = a + b * 45 + c * 2025;
    if (value > (group.length === 3 ? 0xffff : 0xff))
      throw new Fault("The group of characters is too large for its bytes", start);
    if (group.length === 3) bytes[length++] = value >> 8;
    bytes[length++] = value & 0xff;
    group = [];
  }
  for (let at = 0; at < data.length; at++) {
    const char = strict ? data.charAt(at) : data.charAt(at).toUpperCase();
    const digit = char.length === 1 ? letters.indexOf(char) : -1;
    if (digit >= 0) {
      if (group.length === 0) start = at;
      if (group.push(digit) === 3) close();
    } else if (strict && char !== "\n" && char !== "\r")
      throw strange("a character of base45", data, at);
  }
  if (group.length === 2) close();
  else if (group.length === 1 && strict)
    throw new Fault("The last group must have 2 or 3 characters: it has 1", start);
  return bytes.subarray(0, length);
}
