import { brotliDecompressSync } from "node:zlib";
import { sfntOf, type Tables } from "./sfnt.ts";

const WORDS = 0x0001;

const SCALE = 0x0008;

const MORE = 0x0020;

const SCALE_XY = 0x0040;

const MATRIX = 0x0080;

const INSTRUCTIONS = 0x0100;

/**
 * Reads a WOFF2 file (https://www.w3.org/TR/WOFF2/) as the OpenType font that it packs. Fonts whose
 * `hmtx` is packed too, and collections, are none of the hub's and are refused.
 */
export function unwrapWoff2(woff2: Uint8Array): Uint8Array {
  const reader = new ByteReader(woff2);
  const signature = reader.uint32();
  const flavor = reader.uint32();
  if (signature !== 0x774f4632 || flavor === 0x74746366)
    throw new TypeError("Cannot read the font: it is no WOFF2 of one font");
  reader.skip(4);
  const count = reader.uint16();
  reader.skip(6);
  const packedSize = reader.uint32();
  reader.skip(24);
  const entries = Array.from({ length: count }, () => readEntry(reader));
  const packed = woff2.subarray(reader.offset, reader.offset + packedSize);
  const size = entries.reduce((sum, entry) => sum + entry.packedSize, 0);
  const bytes = brotliDecompressSync(packed, { maxOutputLength: size });
  return sfntOf(tablesOf(entries, bytes), flavor);
}

interface Entry {
  tag: string;
  transformed: boolean;
  packedSize: number;
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.uint8();
  const known = flags & 63;
  const tag = known === 63 ? reader.text(4) : (knownTags[known] ?? "");
  const version = flags >> 6;
  const size = reader.base128();
  const isOutlines = tag === "glyf" || tag === "loca";
  const transformed = isOutlines ? version !== 3 : version !== 0;
  return { tag, transformed, packedSize: transformed ? reader.base128() : size };
}

function tablesOf(entries: readonly Entry[], bytes: Uint8Array): Tables {
  const tables = new Map<string, Uint8Array>();
  let offset = 0;
  for (const { tag, transformed, packedSize } of entries) {
    const table = bytes.subarray(offset, offset + packedSize);
    offset += packedSize;
    if (!transformed) tables.set(tag, table);
    else if (tag === "glyf")
      for (const [name, rebuilt] of rebuildGlyphs(table)) tables.set(name, rebuilt);
    else if (tag !== "loca") throw new TypeError(`Cannot read the font: its ${tag} is packed`);
  }
  return tables;
}

/** The tags that have a number: https://www.w3.org/TR/WOFF2/#table_dir_format */
const knownTags = [
  ..."cmap|head|hhea|hmtx|maxp|name|OS/2|post|cvt |fpgm|glyf|loca|prep|CFF |VORG|EBDT|EBLC".split(
    "|",
  ),
  ..."gasp|hdmx|kern|LTSH|PCLT|VDMX|vhea|vmtx|BASE|GDEF|GPOS|GSUB|EBSC|JSTF|MATH|CBDT".split("|"),
  ..."CBLC|COLR|CPAL|SVG |sbix|acnt|avar|bdat|bloc|bsln|cvar|fdsc|feat|fmtx|fvar|gvar".split("|"),
  ..."hsty|just|lcar|mort|morx|opbd|prop|trak|Zapf|Silf|Glat|Gloc|Feat|Sill".split("|"),
];

/**
 * Unpacks the outlines of a WOFF2 font (https://www.w3.org/TR/WOFF2/#glyf_table_format) as the tables
 * `glyf` and `loca`, the latter with offsets of four bytes.
 */
function rebuildGlyphs(table: Uint8Array): Tables {
  const streams = readStreams(table);
  const glyphs: Uint8Array[] = [];
  const loca = new DataView(new ArrayBuffer((streams.count + 1) * 4));
  let offset = 0;
  for (let index = 0; index < streams.count; index++) {
    const glyph = readGlyph(streams, index);
    glyphs.push(glyph);
    offset += glyph.length;
    loca.setUint32((index + 1) * 4, offset);
  }
  return new Map<string, Uint8Array>([
    ["glyf", Buffer.concat(glyphs)],
    ["loca", new Uint8Array(loca.buffer)],
  ]);
}

type Streams = ReturnType<typeof readStreams>;

function readStreams(table: Uint8Array) {
  const reader = new ByteReader(table);
  reader.skip(4);
  const count = reader.uint16();
  if (reader.uint16() !== 1) throw new TypeError("Cannot read the font: its loca is short");
  const sizes = Array.from({ length: 7 }, () => reader.uint32());
  const parts = sizes.map((size) => new ByteReader(reader.bytes(size)));
  const [contours, points, flags, glyphs, composites, boxes, instructions] = parts as [
    ByteReader,
    ByteReader,
    ByteReader,
    ByteReader,
    ByteReader,
    ByteReader,
    ByteReader,
  ];
  const hasBox = boxes.bytes(4 * Math.floor((count + 31) / 32));
  return { count, contours, points, flags, glyphs, composites, boxes, hasBox, instructions };
}

function readGlyph(streams: Streams, index: number): Uint8Array {
  const contours = streams.contours.int16();
  if (contours === 0) return new Uint8Array();
  const hasBox = ((streams.hasBox[index >> 3] ?? 0) & (128 >> (index & 7))) !== 0;
  const box = hasBox ? Array.from({ length: 4 }, () => streams.boxes.int16()) : undefined;
  return contours < 0 ? composite(streams, box ?? []) : simple(streams, contours, box);
}

function simple(streams: Streams, contours: number, box: number[] | undefined): Uint8Array {
  const ends: number[] = [];
  for (let contour = 0; contour < contours; contour++)
    ends.push((ends.at(-1) ?? -1) + streams.points.short255());
  const count = (ends.at(-1) ?? -1) + 1;
  const steps = Array.from({ length: count }, () => step(streams));
  const code = streams.instructions.bytes(streams.glyphs.short255());
  const out = new Writer(12 + contours * 2 + code.length + count * 5);
  out.int16(contours, ...(box ?? boxOf(steps)), ...ends, code.length);
  out.bytes(code);
  // Without a flag for short or equal coordinates every one of them takes two bytes.
  out.bytes(Uint8Array.from(steps, ({ on }) => (on ? 1 : 0)));
  out.int16(...steps.map(({ dx }) => dx), ...steps.map(({ dy }) => dy));
  return out.pad();
}

interface Step {
  dx: number;
  dy: number;
  /** Whether the curve goes through the point. */
  on: boolean;
}

/** One point, by its distance to the one before: the table of §5.2. */
function step({ flags, glyphs }: Streams): Step {
  const code = flags.uint8();
  const on = code < 128;
  const flag = code & 127;
  const across = (value: number) => (flag & 1 ? value : -value);
  const up = (value: number) => (flag & 2 ? value : -value);
  const first = glyphs.uint8();
  if (flag < 10) return { on, dx: 0, dy: across(((flag & 14) << 7) + first) };
  if (flag < 20) return { on, dx: across((((flag - 10) & 14) << 7) + first), dy: 0 };
  if (flag < 84) {
    const group = flag - 20;
    const dx = across(1 + (group & 0x30) + (first >> 4));
    return { on, dx, dy: up(1 + ((group & 0x0c) << 2) + (first & 15)) };
  }
  const second = glyphs.uint8();
  if (flag < 120) {
    const group = flag - 84;
    const dx = across(1 + (Math.floor(group / 12) << 8) + first);
    return { on, dx, dy: up(1 + (((group % 12) >> 2) << 8) + second) };
  }
  const third = glyphs.uint8();
  if (flag < 124)
    return { on, dx: across((first << 4) + (second >> 4)), dy: up(((second & 15) << 8) + third) };
  return { on, dx: across((first << 8) + second), dy: up((third << 8) + glyphs.uint8()) };
}

function boxOf(steps: readonly Step[]): number[] {
  let [x, y] = [0, 0];
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { dx, dy } of steps) {
    x += dx;
    y += dy;
    left = Math.min(left, x);
    bottom = Math.min(bottom, y);
    right = Math.max(right, x);
    top = Math.max(top, y);
  }
  return [left, bottom, right, top];
}

/** A glyph put together of others, which is packed as it is. */
function composite(streams: Streams, box: readonly number[]): Uint8Array {
  const { composites } = streams;
  const start = composites.offset;
  let flags = MORE;
  let hasCode = false;
  while (flags & MORE) {
    flags = composites.uint16();
    hasCode ||= (flags & INSTRUCTIONS) !== 0;
    const scale = flags & SCALE ? 2 : flags & SCALE_XY ? 4 : flags & MATRIX ? 8 : 0;
    composites.skip(2 + (flags & WORDS ? 4 : 2) + scale);
  }
  const size = composites.offset - start;
  composites.offset = start;
  const parts = composites.bytes(size);
  const code = hasCode ? streams.instructions.bytes(streams.glyphs.short255()) : undefined;
  const out = new Writer(10 + size + (code ? 2 + code.length : 0));
  out.int16(-1, ...box);
  out.bytes(parts);
  if (code) {
    out.int16(code.length);
    out.bytes(code);
  }
  return out.pad();
}

class Writer {
  readonly #view: DataView;
  #offset = 0;

  constructor(size: number) {
    this.#view = new DataView(new ArrayBuffer((size + 3) & ~3));
  }

  int16(...values: readonly number[]): void {
    for (const value of values) {
      this.#view.setInt16(this.#offset, value);
      this.#offset += 2;
    }
  }

  bytes(bytes: Uint8Array): void {
    new Uint8Array(this.#view.buffer).set(bytes, this.#offset);
    this.#offset += bytes.length;
  }

  /** All of it, up to a multiple of four bytes. */
  pad(): Uint8Array {
    return new Uint8Array(this.#view.buffer);
  }
}

/** Reads numbers of a font file one after another. */
class ByteReader {
  offset = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint8(): number {
    return this.#view.getUint8(this.offset++);
  }

  uint16(): number {
    this.offset += 2;
    return this.#view.getUint16(this.offset - 2);
  }

  int16(): number {
    this.offset += 2;
    return this.#view.getInt16(this.offset - 2);
  }

  uint32(): number {
    this.offset += 4;
    return this.#view.getUint32(this.offset - 4);
  }

  /** UIntBase128 of WOFF2: seven bits a byte, the first byte first. */
  base128(): number {
    let value = 0;
    for (let length = 0; length < 5; length++) {
      const byte = this.uint8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError("Cannot read the font: a number in it does not end");
  }

  /** 255UInt16 of WOFF2. */
  short255(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 254) return 506 + this.uint8();
    if (code === 255) return 253 + this.uint8();
    return code;
  }

  text(length: number): string {
    return Buffer.from(this.bytes(length)).toString("latin1");
  }

  bytes(length: number): Uint8Array {
    this.offset += length;
    return this.#bytes.subarray(this.offset - length, this.offset);
  }

  skip(length: number): void {
    this.offset += length;
  }
}
