import { Fault } from "../json/fault.ts";

const rowBytes = 16;

/** Writes bytes as `hexdump -C` does: offset, hexadecimal digits and ASCII characters, without folded rows. */
export function encodeHexdump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += rowBytes) {
    const row = bytes.subarray(at, at + rowBytes);
    const pairs = Array.from(row, (byte) => byte.toString(16).padStart(2, "0"));
    const [left, right] = [pairs.slice(0, 8).join(" "), pairs.slice(8).join(" ")];
    const text = String.fromCharCode(
      ...row.map((byte) => (byte < 0x20 || byte > 0x7e ? 0x2e : byte)),
    );
    lines.push(`${writeOffset(at)}  ${`${left}  ${right}`.padEnd(48)}  |${text}|`);
  }
  if (bytes.length > 0) lines.push(writeOffset(bytes.length));
  return lines.join("\n");
}

function writeOffset(offset: number): string {
  return offset.toString(16).padStart(8, "0");
}

/** Reads the dumps of `hexdump -C`, `xxd` and similar programs: an offset, digits, and a column of characters. */
export function decodeHexdump(data: string): Uint8Array {
  const digits: string[] = [];
  let at = 0;
  let folded = false;
  for (const line of data.split("\n")) {
    const found = /^\s*(?:0x)?([\da-f]{1,16})h?(?::?\s+|:|$)/i.exec(line);
    if (line.trim() === "*") folded = true;
    else if (found) {
      const offset = Number.parseInt(found[1] ?? "", 16);
      const count = digits.length;
      const last = digits.slice(-rowBytes);
      if (folded && last.length === rowBytes && offset - count < 262_144)
        while (digits.length < offset) digits.push(...last);
      folded = false;
      digits.push(...readRow(line.slice(found[0].length), at + found[0].length));
    } else if (line.trim() !== "") throw new Fault("Expected an offset in hexadecimal digits", at);
    at += line.length + 1;
  }
  return Uint8Array.fromHex(digits.join(""));
}

/** Reads the pairs of digits of a row, up to the column of characters. */
function readRow(row: string, at: number): string[] {
  // Two blanks precede the characters, and separate the halves of a row, too.
  const [first = ""] = row.trimEnd().split(/ {2,}(?=\|)|\t|\|/, 1);
  const pairs: string[] = [];
  let blanks = 0;
  for (const word of first.split(" ")) {
    if (word === "") blanks++;
    else if (!/^(?:[\da-f]{2})+$/i.test(word) || pairs.length >= rowBytes) break;
    else if (blanks > 1 && pairs.length > 0 && pairs.length !== rowBytes / 2) break;
    else {
      for (let index = 0; index < word.length && pairs.length < rowBytes; index += 2)
        pairs.push(word.slice(index, index + 2));
      blanks = 0;
    }
  }
  if (pairs.length === 0 && first.trim() !== "")
    throw new Fault("Expected pairs of hexadecimal digits", at);
  return pairs;
}
