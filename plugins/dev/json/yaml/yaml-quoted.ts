import { isHex } from "../characters.ts";
import type { YamlCursor } from "./yaml-cursor.ts";

/** Reads a scalar in single or double quotes, over as many lines as it has. */
export function readQuoted(cursor: YamlCursor): string {
  const start = cursor.at;
  const quote = cursor.code;
  cursor.at++;
  let text = "";
  for (;;) {
    if (cursor.isEnd) cursor.fail("The quotes are not closed", start);
    const { code } = cursor;
    if (code === quote) {
      cursor.at++;
      if (quote === 0x22 || cursor.code !== quote) return text;
      text += "'";
      cursor.at++;
    } else if (code === 0x0a || code === 0x20 || code === 0x09) text += folded(cursor);
    else if (code === 0x5c && quote === 0x22) text += escaped(cursor);
    else {
      cursor.checkCharacter();
      const from = cursor.at;
      cursor.at++;
      while (!cursor.isEnd && !STOPS.includes(cursor.text[cursor.at]!)) cursor.at++;
      text += cursor.text.slice(from, cursor.at);
    }
  }
}

const STOPS = "'\"\\ \t\n\r\0";

/** Blanks as they are; with an end of a line among them a space, or the empty lines. */
function folded(cursor: YamlCursor): string {
  const start = cursor.at;
  cursor.skipBlanks();
  if (cursor.code !== 0x0a) return cursor.text.slice(start, cursor.at);
  const lines = passLines(cursor);
  if (cursor.isMarker) cursor.fail("The quotes are not closed before the end of the document");
  return lines === 1 ? " " : "\n".repeat(lines - 1);
}

/** Passes ends of lines and the blanks around them; answers how many. */
export function passLines(cursor: YamlCursor): number {
  let lines = 0;
  while (cursor.code === 0x0a) {
    cursor.at++;
    lines++;
    if (cursor.isMarker) return lines;
    cursor.skipBlanks();
  }
  return lines;
}

function escaped(cursor: YamlCursor): string {
  const start = cursor.at++;
  const char = cursor.text[cursor.at++] ?? "end";
  if (char === "\n") {
    cursor.at--;
    return "\n".repeat(passLines(cursor) - 1);
  }
  const meant = ESCAPES.get(char);
  if (meant !== undefined) return meant;
  const length = LENGTHS.get(char) ?? cursor.fail("The escape is not one YAML knows", start);
  const digits = cursor.text.slice(cursor.at, cursor.at + length);
  if (digits.length < length || ![...digits].every((digit) => isHex(digit.charCodeAt(0))))
    cursor.fail(`The escape needs ${length} hexadecimal digits`, start);
  cursor.at += length;
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff) cursor.fail("The escape is no character of Unicode", start);
  // As in JSON two escapes of four digits may make up a surrogate pair.
  return length === 8 ? String.fromCodePoint(code) : String.fromCharCode(code);
}

const LENGTHS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

// YAML 1.2.2, section 5.7.
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["/", "/"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);
