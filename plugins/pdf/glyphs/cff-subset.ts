import { type CffFont, getSubrBias } from "./cff.ts";
import { listStandardNames } from "./names.ts";

/** A glyph of a subset, by name, with its advance in thousandths of the font size. */
export interface SubsetGlyph {
  name: string;
  width: number;
}

/**
 * Writes a font with only these glyphs, each with the given width. Returns undefined if the font
 * lacks one, or stores its width in an unusual way.
 */
export function subsetCff(font: CffFont, glyphs: readonly SubsetGlyph[]): Uint8Array | undefined {
  const [own] = font.privates;
  if (!own || font.isCid) return undefined;
  const all = [{ name: ".notdef", width: 0 }, ...glyphs];
  const charStrings = all.map(({ name, width }) => {
    const glyph = name === ".notdef" ? 0 : font.glyphsByName.get(name);
    const code = glyph === undefined ? undefined : font.charStrings[glyph];
    return code && setWidth(code, { font, glyph: glyph ?? 0, width });
  });
  const written = charStrings.filter((code) => code !== undefined);
  if (written.length < all.length) return undefined;
  const strings: string[] = [];
  const charset = Buffer.from([
    0,
    ...glyphs.flatMap(({ name }) => {
      const standard = listStandardNames().indexOf(name);
      const string = standard >= 0 ? standard : 391 + strings.push(name) - 1;
      return [string >> 8, string & 255];
    }),
  ]);
  const head = Buffer.from([1, 0, 4, 4]);
  const names = writeIndex([Buffer.from(font.name)]);
  const tail = [writeIndex(strings.map((one) => Buffer.from(one))), writeIndex(font.globals)];
  const entries = dropEntries(own.dict, new Set([19, 20, 21]));
  // The dictionary ends with the position of the subroutines, relative to its own.
  const hasSubrs = own.subrs.length > 0;
  const size = entries.length + (hasSubrs ? 6 : 0);
  const dict = Buffer.concat([entries, ...(hasSubrs ? [writeLong(size), Buffer.of(19)] : [])]);
  const subrs = hasSubrs ? writeIndex(own.subrs) : Buffer.alloc(0);
  const topSize = 11 + topBytes;
  const charsetAt =
    head.length + names.length + topSize + tail.reduce((sum, one) => sum + one.length, 0);
  const privateAt = charsetAt + charset.length;
  const charStringsAt = privateAt + dict.length + subrs.length;
  const top = Buffer.concat([
    writeLong(charsetAt),
    Buffer.of(15),
    writeLong(charStringsAt),
    Buffer.of(17),
    writeLong(dict.length),
    writeLong(privateAt),
    Buffer.of(18),
  ]);
  const parts = [head, names, writeIndex([top]), ...tail, charset, dict, subrs];
  return Buffer.concat([...parts, writeIndex(written)]);
}

/** The size of the top dictionary: four positions and three operators. */
const topBytes = 23;

/** Replaces the width at the start of a charstring. The new one is relative to zero. */
function setWidth(
  code: Uint8Array,
  { font, glyph, width }: { font: CffFont; glyph: number; width: number },
): Uint8Array | undefined {
  const extra = font.getExtraWidth(glyph);
  const rest = extra === undefined ? code : dropWidth(code, { font, extra });
  return rest && Buffer.concat([writeShort(Math.round(width)), rest]);
}

const callsMax = 10;

/** Removes the width from a charstring. Subroutines that it starts with become part of it. */
function dropWidth(
  code: Uint8Array,
  { font, extra }: { font: CffFont; extra: number },
): Uint8Array | undefined {
  let inlined = code;
  for (let calls = 0; calls < callsMax; calls++) {
    const first = readOperand(inlined);
    const size = operandSize(inlined);
    const operator = inlined[size];
    if (operator !== 10 && operator !== 29)
      return first === extra ? inlined.subarray(size) : undefined;
    const list = operator === 10 ? (font.privates[0]?.subrs ?? []) : font.globals;
    const body = list[(first ?? 0) + getSubrBias(list)];
    if (!body) return undefined;
    const returns = body.at(-1) === 11;
    inlined = Buffer.concat([returns ? body.subarray(0, -1) : body, inlined.subarray(size + 1)]);
  }
  return undefined;
}

function operandSize([first = 0]: Uint8Array): number {
  if (first === 28) return 3;
  return first === 255 ? 5 : first >= 247 ? 2 : 1;
}

function readOperand([first = 0, second = 0, third = 0]: Uint8Array): number | undefined {
  if (first === 28) return ((second * 256 + third) << 16) >> 16;
  if (first < 32 || first === 255) return undefined;
  if (first < 247) return first - 139;
  return first < 251 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108;
}

function writeShort(value: number): Buffer {
  return Buffer.of(28, (value >> 8) & 255, value & 255);
}

function writeLong(value: number): Buffer {
  const bytes = Buffer.alloc(5, 29);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

function writeIndex(items: readonly Uint8Array[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(items.length);
  if (items.length === 0) return count;
  const offsets = Buffer.alloc(4 * (items.length + 1));
  let offset = 1;
  for (const [index, item] of [...items, new Uint8Array()].entries()) {
    offsets.writeUInt32BE(offset, 4 * index);
    offset += item.length;
  }
  return Buffer.concat([count, Buffer.of(4), offsets, ...items]);
}

/** Removes the entries with these operators from a dictionary. */
function dropEntries(dict: Uint8Array, dropped: ReadonlySet<number>): Buffer {
  const kept: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < dict.length; ) {
    const code = dict[at] ?? 0;
    if (code > 21) {
      at += code === 29 ? 5 : code === 30 ? realSize(dict, at) : operandSize(dict.subarray(at));
      continue;
    }
    const size = code === 12 ? 2 : 1;
    if (size === 2 || !dropped.has(code)) kept.push(dict.subarray(start, at + size));
    at += size;
    start = at;
  }
  return Buffer.concat(kept);
}

function realSize(dict: Uint8Array, at: number): number {
  let end = at + 1;
  const isLast = (byte = 255) => (byte & 15) === 15 || byte >> 4 === 15;
  while (!isLast(dict[end])) end++;
  return end + 1 - at;
}
