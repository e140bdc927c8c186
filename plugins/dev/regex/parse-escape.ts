import { asTable } from "hub";
import type { Cursor } from "./pattern-cursor.ts";
import type {
  Assertion,
  Backreference,
  Character,
  Property,
  Shorthand,
  ShorthandSet,
} from "./tree.ts";

type ClassEscape = Character | ShorthandSet | Property;

/** Parses an escape outside a class. */
export function parseEscape(cursor: Cursor): ClassEscape | Assertion | Backreference {
  const start = cursor.at;
  const sign = cursor.source[start + 1] ?? "";
  if (sign === "b" || sign === "B") {
    cursor.at += 2;
    return { type: "assertion", sign, start, end: cursor.at };
  }
  if (sign === "k" && (cursor.unicode || cursor.named)) return parseNamedReference(cursor);
  if (sign >= "1" && sign <= "9") {
    cursor.at++;
    const digits = cursor.eatWhile(/[0-9]/);
    if (cursor.unicode || Number(digits) <= cursor.groups) {
      if (Number(digits) > cursor.groups) cursor.fail(`There is no group ${digits}`, start);
      return { type: "backreference", group: Number(digits), start, end: cursor.at };
    }
    cursor.at = start;
  }
  return parseClassEscape(cursor, false);
}

/** Parses an escape that is allowed in a class. */
export function parseClassEscape(cursor: Cursor, inClass = true): ClassEscape {
  const start = cursor.at;
  cursor.at++;
  const sign = cursor.next;
  if (sign === "") cursor.fail("The pattern ends with a backslash", start);
  if ("dDsSwW".includes(sign)) {
    cursor.at++;
    return { type: "set", letter: sign as Shorthand, start, end: cursor.at };
  }
  if (cursor.unicode && (sign === "p" || sign === "P")) return parseProperty(cursor, start);
  const codePoint = parseCharacterEscape(cursor, { start, inClass });
  return { type: "character", codePoint, start, end: cursor.at };
}

interface EscapeContext {
  start: number;
  inClass: boolean;
}

/** Parses the rest of an escape for a single character. */
function parseCharacterEscape(cursor: Cursor, { start, inClass }: EscapeContext): number {
  const sign = cursor.next;
  if (inClass && sign === "b") return consumeEscape(cursor, 0x08);
  const control = CONTROLS[sign];
  if (control !== undefined) return consumeEscape(cursor, control);
  if (sign === "c") {
    const letter = cursor.source[cursor.at + 1] ?? "";
    const allowed = inClass && !cursor.unicode ? /[a-z0-9_]/i : /[a-z]/i;
    if (allowed.test(letter)) {
      cursor.at += 2;
      return letter.charCodeAt(0) % 32;
    }
    if (cursor.unicode) cursor.fail("After \\c there must be a letter", start);
    // The backslash is literal, and `c` is the next character.
    return 0x5c;
  }
  if (sign === "x") return parseHexadecimal(cursor, { start, digits: 2 });
  if (sign === "u") return parseUnicodeEscape(cursor, start);
  if (sign >= "0" && sign <= "9") return parseOctal(cursor, start);
  if (
    cursor.unicode
      ? !ESCAPABLE.includes(sign) && !escapableInClass(cursor, inClass)
      : sign === "k" && cursor.named
  )
    cursor.fail(`\\${String.fromCodePoint(cursor.eatCharacter())} is not an escape`, start);
  return cursor.eatCharacter();
}

function consumeEscape(cursor: Cursor, codePoint: number): number {
  cursor.at++;
  return codePoint;
}

const CONTROLS: Readonly<Record<string, number>> = asTable({
  t: 0x09,
  n: 0x0a,
  v: 0x0b,
  f: 0x0c,
  r: 0x0d,
});
const ESCAPABLE = "^$\\.*+?()[]{}|/";

function escapableInClass(cursor: Cursor, inClass: boolean): boolean {
  return inClass && (cursor.next === "-" || (cursor.sets && "&!#%,:;<=>@`~".includes(cursor.next)));
}

function parseHexadecimal(
  cursor: Cursor,
  { start, digits }: { start: number; digits: number },
): number {
  const sign = cursor.eatCharacter();
  const before = cursor.at;
  const hexDigits = cursor.eatWhile(/[0-9a-f]/i, digits);
  if (hexDigits.length === digits) return Number.parseInt(hexDigits, 16);
  if (cursor.unicode)
    cursor.fail(
      `After \\${String.fromCharCode(sign)} there must be ${digits} hexadecimal digits`,
      start,
    );
  cursor.at = before;
  return sign;
}

function parseUnicodeEscape(cursor: Cursor, start: number): number {
  if (cursor.unicode && cursor.source[cursor.at + 1] === "{") {
    cursor.at += 2;
    const codePoint = Number.parseInt(cursor.eatWhile(/[0-9a-f]/i) || "x", 16);
    if (!(codePoint <= 0x10ffff) || !cursor.eat("}"))
      cursor.fail("Between \\u{ and } there must be a hexadecimal number up to 10FFFF", start);
    return codePoint;
  }
  const high = parseHexadecimal(cursor, { start, digits: 4 });
  const after = cursor.at;
  // With the flag u, two escapes of a surrogate pair form one character.
  if (cursor.unicode && high >= 0xd800 && high <= 0xdbff && cursor.eat("\\u")) {
    const low = Number.parseInt(cursor.eatWhile(/[0-9a-f]/i, 4), 16);
    if (cursor.at === after + 6 && low >= 0xdc00 && low <= 0xdfff)
      return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
    cursor.at = after;
  }
  return high;
}

/** Parses `\0` and, without the flag u, legacy octal escapes up to `\377`. `\8` and `\9` are digits. */
function parseOctal(cursor: Cursor, start: number): number {
  if (cursor.unicode) {
    const isNul = cursor.next === "0" && !/[0-9]/.test(cursor.source[cursor.at + 1] ?? "");
    if (!isNul)
      cursor.fail("There is no such group, and octal escapes are not allowed with u or v", start);
    return consumeEscape(cursor, 0);
  }
  if (cursor.next >= "8") return cursor.eatCharacter();
  const digits = cursor.eatWhile(/[0-7]/, cursor.next <= "3" ? 3 : 2);
  return Number.parseInt(digits, 8);
}

function parseNamedReference(cursor: Cursor): Backreference {
  const start = cursor.at;
  const close = cursor.source.indexOf(">", start);
  if (cursor.source[start + 2] !== "<" || close === -1)
    cursor.fail("After \\k there must be the name of a group as <name>", start);
  cursor.at = close + 1;
  const group = readGroupName(cursor.source.slice(start + 3, close));
  return { type: "backreference", group, start, end: cursor.at };
}

/** Decodes the escapes in a group name. */
export function readGroupName(name: string): string {
  return name.replace(/\\u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi, (whole, long, short) => {
    const codePoint = Number.parseInt(long ?? short, 16);
    return codePoint > 0x10ffff ? whole : String.fromCodePoint(codePoint);
  });
}

function parseProperty(cursor: Cursor, start: number): Property {
  const negated = cursor.next === "P";
  cursor.at++;
  const name = cursor.eat("{") ? cursor.eatWhile(/[a-z0-9_=]/i) : "";
  if (name === "" || !cursor.eat("}"))
    cursor.fail("After \\p there must be a Unicode property as {Name} or {Name=Value}", start);
  if (!isProperty(name, { sets: cursor.sets, negated }))
    cursor.fail(`There is no Unicode property ${JSON.stringify(name)}`, start);
  return { type: "property", name, negated, start, end: cursor.at };
}

/** Returns whether a Unicode property exists, by compiling an expression with it. Compiling doesn't run it. */
export function isProperty(
  name: string,
  { sets, negated }: { sets: boolean; negated: boolean },
): boolean {
  try {
    return new RegExp(`\\${negated ? "P" : "p"}{${name}}`, sets ? "v" : "u") instanceof RegExp;
  } catch {
    return false;
  }
}
