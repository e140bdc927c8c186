import { listStandardNames } from "./names.ts";
import type { FontProgram } from "./program.ts";

// The Compact Font Format is described in Adobe technical note 5176, its charstrings in 5177.
// Positions are checked by `subarray` and `?? 0`: a broken font gives wrong widths, and no error.

/** A font in the Compact Font Format, with the parts that a subset is made of. */
export interface CffFont extends FontProgram {
  charStrings: readonly Uint8Array[];
  globals: readonly Uint8Array[];
  /** The private dictionaries: one, or one for each font of a CID-keyed font. */
  privates: readonly Private[];
  isCid: boolean;
  /** Returns the width in a glyph's charstring, relative to the nominal one. */
  getExtraWidth(glyph: number): number | undefined;
}

/** Reads a font in the Compact Font Format. Returns undefined if it is broken. */
export function readCff(bytes: Uint8Array): CffFont | undefined {
  try {
    return readFont(bytes);
  } catch {
    return undefined;
  }
}

type Operands = ReadonlyMap<number, readonly number[]>;

const operators = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  matrix: 0x0c07,
  ros: 0x0c1e,
  fontDicts: 0x0c24,
  fontSelect: 0x0c25,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
} as const;

function readFont(bytes: Uint8Array): CffFont | undefined {
  if (bytes[0] !== 1) return undefined;
  const names = readIndex(bytes, bytes[2] ?? 0);
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const globals = readIndex(bytes, strings.end);
  const top = readDict(tops.items[0] ?? new Uint8Array());
  const [charStringsAt] = top.get(operators.charStrings) ?? [];
  if (!charStringsAt) return undefined;
  const glyphs = readIndex(bytes, charStringsAt).items;
  const isCid = top.has(operators.ros);
  const charset = readCharset(bytes, { at: top.get(operators.charset)?.[0] ?? 0, glyphs });
  const privates = isCid
    ? readIndex(bytes, top.get(operators.fontDicts)?.[0] ?? 0).items.map((item) =>
        readPrivate(bytes, readDict(item)),
      )
    : [readPrivate(bytes, top)];
  const select = isCid
    ? readSelect(bytes, { at: top.get(operators.fontSelect)?.[0] ?? 0, glyphs: glyphs.length })
    : () => 0;
  const scale = 1000 * (top.get(operators.matrix)?.[0] ?? 0.001);
  const getName = (string: number) =>
    listStandardNames()[string] ??
    Buffer.from(strings.items[string - 391] ?? []).toString("latin1");
  const glyphsByName = new Map<string, number>();
  const glyphsByCid = new Map<number, number>();
  for (const [glyph, string] of charset.entries())
    if (isCid) glyphsByCid.set(string, glyph);
    else glyphsByName.set(getName(string), glyph);
  const encodingAt = top.get(operators.encoding)?.[0] ?? 0;
  return {
    name: Buffer.from(names.items[0] ?? []).toString("latin1"),
    glyphs: glyphs.length,
    charStrings: glyphs,
    globals: globals.items,
    privates,
    isCid,
    glyphsByName,
    encoding: isCid || encodingAt < 2 ? undefined : readEncoding(bytes, encodingAt),
    getGlyphOfCid: (cid) => (isCid ? glyphsByCid.get(cid) : cid < glyphs.length ? cid : undefined),
    getExtraWidth,
    getWidth(glyph) {
      const own = privates[select(glyph)];
      if (!own || glyph >= glyphs.length) return undefined;
      const extra = getExtraWidth(glyph);
      const width = extra === undefined ? own.defaultWidth : own.nominalWidth + extra;
      return width * scale;
    },
  };

  function getExtraWidth(glyph: number): number | undefined {
    const charString = glyphs[glyph] ?? new Uint8Array();
    const locals = privates[select(glyph)]?.subrs ?? [];
    return readWidth(charString, { globals: globals.items, locals });
  }
}

interface Index {
  items: Uint8Array[];
  end: number;
}

function readIndex(bytes: Uint8Array, at: number): Index {
  const count = readNumber(bytes, at, 2);
  if (count === 0) return { items: [], end: at + 2 };
  const size = bytes[at + 2] ?? 1;
  const data = at + 2 + (count + 1) * size;
  const offset = (index: number) => data + readNumber(bytes, at + 3 + index * size, size);
  const items = Array.from({ length: count }, (_, index) =>
    bytes.subarray(offset(index), offset(index + 1)),
  );
  return { items, end: offset(count) };
}

function readNumber(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let index = 0; index < size; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function readDict(bytes: Uint8Array): Operands {
  const entries = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at] ?? 0;
    if (code <= 21) {
      const isLong = code === 12;
      entries.set(isLong ? 0x0c00 + (bytes[at + 1] ?? 0) : code, operands);
      operands = [];
      at += isLong ? 2 : 1;
    } else if (code === 30) {
      const { value, end } = readReal(bytes, at + 1);
      operands.push(value);
      at = end;
    } else if (code === 28 || code === 29) {
      const size = code === 28 ? 2 : 4;
      operands.push(toSigned(readNumber(bytes, at + 1, size), size));
      at += 1 + size;
    } else {
      const [value, size] = readShort(bytes, at);
      operands.push(value);
      at += size;
    }
  }
  return entries;
}

function toSigned(value: number, size: number): number {
  return value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
}

/** Reads a number of one or two bytes. Returns it with its size. */
function readShort(bytes: Uint8Array, at: number): [value: number, size: number] {
  const [code = 0, next = 0] = bytes.subarray(at, at + 2);
  if (code < 247) return [code - 139, 1];
  return [code < 251 ? (code - 247) * 256 + next + 108 : -(code - 251) * 256 - next - 108, 2];
}

const realDigits = "0123456789.EM -";

function readReal(bytes: Uint8Array, at: number): { value: number; end: number } {
  let text = "";
  for (let end = at; end < bytes.length; end++)
    for (const nibble of [(bytes[end] ?? 0) >> 4, (bytes[end] ?? 0) & 15]) {
      if (nibble === 15) return { value: Number(text), end: end + 1 };
      // "M" is "E-".
      text += nibble === 12 ? "E-" : (realDigits[nibble] ?? "");
    }
  return { value: 0, end: bytes.length };
}

/** Returns the string, or the CID, of each glyph. */
function readCharset(
  bytes: Uint8Array,
  { at, glyphs }: { at: number; glyphs: readonly Uint8Array[] },
): number[] {
  const charset = [0];
  // The predefined charsets of expert fonts aren't read.
  if (at <= 2) return Array.from(glyphs, (_, glyph) => (at === 0 ? glyph : 391 + glyph));
  const format = bytes[at] ?? 0;
  for (let position = at + 1; charset.length < glyphs.length && position < bytes.length; ) {
    const first = readNumber(bytes, position, 2);
    const left = format === 0 ? 0 : readNumber(bytes, position + 2, format);
    position += 2 + format;
    for (let index = 0; index <= left && charset.length < glyphs.length; index++)
      charset.push(first + index);
  }
  return charset;
}

/** Returns the glyph of each code. */
function readEncoding(bytes: Uint8Array, at: number): Map<number, number> {
  const encoding = new Map<number, number>();
  const format = (bytes[at] ?? 0) & 0x7f;
  const count = bytes[at + 1] ?? 0;
  let glyph = 1;
  for (let index = 0; index < count; index++) {
    if (format === 0) {
      encoding.set(bytes[at + 2 + index] ?? 0, glyph++);
      continue;
    }
    const first = bytes[at + 2 + 2 * index] ?? 0;
    const left = bytes[at + 3 + 2 * index] ?? 0;
    for (let code = first; code <= first + left; code++) encoding.set(code, glyph++);
  }
  return encoding;
}

interface Private {
  /** Its bytes. */
  dict: Uint8Array;
  subrs: readonly Uint8Array[];
  defaultWidth: number;
  nominalWidth: number;
}

function readPrivate(bytes: Uint8Array, top: Operands): Private {
  const [size = 0, at = 0] = top.get(operators.private) ?? [];
  const dict = bytes.subarray(at, at + size);
  const own = readDict(dict);
  const [subrsAt] = own.get(operators.subrs) ?? [];
  return {
    dict,
    subrs: subrsAt ? readIndex(bytes, at + subrsAt).items : [],
    defaultWidth: own.get(operators.defaultWidth)?.[0] ?? 0,
    nominalWidth: own.get(operators.nominalWidth)?.[0] ?? 0,
  };
}

/** Reads which private dictionary each glyph uses. */
function readSelect(
  bytes: Uint8Array,
  { at, glyphs }: { at: number; glyphs: number },
): (glyph: number) => number {
  if (bytes[at] === 0) return (glyph) => bytes[at + 1 + glyph] ?? 0;
  const selected = new Uint8Array(glyphs);
  const ranges = readNumber(bytes, at + 1, 2);
  for (let index = 0; index < ranges; index++) {
    const start = at + 3 + 3 * index;
    selected.fill(
      bytes[start + 2] ?? 0,
      readNumber(bytes, start, 2),
      readNumber(bytes, start + 3, 2),
    );
  }
  return (glyph) => selected[glyph] ?? 0;
}

interface Subroutines {
  globals: readonly Uint8Array[];
  locals: readonly Uint8Array[];
}

/** Returns what a charstring's number of a subroutine lacks to its place in the list. */
export function getSubrBias({ length }: readonly unknown[]): number {
  return length < 1240 ? 107 : length < 33_900 ? 1131 : 32_768;
}

const callsMax = 10;

/**
 * Returns the width at the start of a charstring, relative to the nominal one, or undefined if it has
 * none. It precedes the operands of the first operator that clears the stack.
 */
function readWidth(charString: Uint8Array, subroutines: Subroutines): number | undefined {
  const stack: number[] = [];
  const result = run(charString, 0);
  return result === "none" || result === "more" ? undefined : result;

  function run(code: Uint8Array, depth: number): number | "none" | "more" {
    for (let at = 0; at < code.length; ) {
      const operator = code[at] ?? 0;
      if (operator === 28 || operator >= 32) {
        at += pushNumber(code, at);
        continue;
      }
      if (operator === 11) return "more";
      if (operator !== 10 && operator !== 29) return takeWidth(operator);
      const list = operator === 10 ? subroutines.locals : subroutines.globals;
      const called = list[(stack.pop() ?? 0) + getSubrBias(list)];
      const inner = called && depth < callsMax ? run(called, depth + 1) : "none";
      if (inner !== "more") return inner;
      at++;
    }
    return "more";
  }

  function pushNumber(code: Uint8Array, at: number): number {
    const first = code[at] ?? 0;
    if (first === 28) {
      stack.push(toSigned(readNumber(code, at + 1, 2), 2));
      return 3;
    }
    if (first === 255) {
      stack.push(toSigned(readNumber(code, at + 1, 4), 4) / 65_536);
      return 5;
    }
    const [value, size] = readShort(code, at);
    stack.push(value);
    return size;
  }

  function takeWidth(operator: number): number | "none" {
    const expected = argumentCounts.get(operator);
    // Hints take pairs. `endchar` may have the four operands of an accented character.
    const hasWidth =
      expected === undefined
        ? stack.length % 2 === 1
        : operator === 14
          ? stack.length === 1 || stack.length === 5
          : stack.length > expected;
    return hasWidth ? (stack[0] ?? 0) : "none";
  }
}

/** The operands of `hmoveto`, `vmoveto`, `rmoveto` and `endchar`. */
const argumentCounts: ReadonlyMap<number, number> = new Map([
  [22, 1],
  [4, 1],
  [21, 2],
  [14, 0],
]);
