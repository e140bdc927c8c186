import { sfntOf, type Tables } from "../sfnt.ts";
import type { Part } from "./clusters.ts";

const [areWords, arePlaces, moreFollow] = [0x01, 0x02, 0x20];

/** What one code of a font shows: glyphs of the whole font, and how far it moves on, in its units. */
export interface Shown {
  parts: readonly Part[];
  advance: number;
}

/**
 * A font whose glyph 1 is what the first code shows, and so on. What several glyphs show together
 * becomes one that is put together from them, which stand after the last code.
 */
export function subsetOf(tables: Tables, codes: readonly Shown[]): Uint8Array {
  const outlines = new Outlines(tables);
  const pieces = new Pieces(codes.length + 1);
  const glyphs = [
    // No code shows the glyph for what a font lacks, which must be there and may be empty.
    { bytes: new Uint8Array(), advance: outlines.advance(0), left: 0 },
    ...codes.map((code) => glyphOf(code, outlines, pieces)),
  ];
  // Pieces may be put together from others, which are added on the way.
  for (const id of pieces)
    glyphs.push({
      bytes: bytesOf(outlines.of(id), pieces),
      advance: outlines.advance(id),
      left: outlines.left(id),
    });
  const most = codes.reduce((sum, { parts }) => Math.max(sum, parts.length), 1);
  return sfntOf(tablesWith(tables, { glyphs, most }));
}

interface Glyph {
  bytes: Uint8Array;
  advance: number;
  /** Where its ink begins. */
  left: number;
}

/** The glyphs that others are put together from, with the numbers they get. */
class Pieces implements Iterable<number> {
  readonly #numbers = new Map<number, number>();
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  numberOf(id: number): number {
    let number = this.#numbers.get(id);
    if (number === undefined) {
      number = this.#first + this.#numbers.size;
      this.#numbers.set(id, number);
    }
    return number;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#numbers.keys();
  }
}

function glyphOf({ parts, advance }: Shown, outlines: Outlines, pieces: Pieces): Glyph {
  const inked = parts.filter(({ id }) => outlines.of(id).length > 0);
  const [only] = inked;
  if (!only) return { bytes: new Uint8Array(), advance, left: 0 };
  if (inked.length === 1 && only.x === 0 && only.y === 0)
    return { bytes: bytesOf(outlines.of(only.id), pieces), advance, left: outlines.left(only.id) };
  const boxed = inked.map(({ id, x, y }) => {
    const box = outlines.box(id);
    // By itself a glyph is moved to where the table of measures has its ink begin.
    return { number: pieces.numberOf(id), x: x + outlines.left(id) - box[0], y, box };
  });
  const bytes = compositeOf(boxed);
  const left = Math.min(...boxed.map(({ x, box }) => x + box[0]));
  return { bytes, advance, left };
}

/** The tables that a renderer needs; the last three are programs that fit outlines to pixels. */
export const neededTables: ReadonlySet<string> = new Set([
  "head",
  "hhea",
  "hmtx",
  "maxp",
  "glyf",
  "loca",
  "cvt ",
  "fpgm",
  "prep",
]);

/** How far the short form of "loca" reaches, which has the half of each place in 16 bits. */
const shortMax = 2 * 0xffff;

/** `most` is of how many glyphs one is put together, at most. */
function tablesWith(
  tables: Tables,
  { glyphs, most }: { glyphs: readonly Glyph[]; most: number },
): Tables {
  const result = new Map([...tables].filter(([name]) => neededTables.has(name)));
  const total = glyphs.reduce((sum, { bytes }) => sum + evenSize(bytes), 0);
  const isLong = total > shortMax;
  const glyf = new Uint8Array(Math.max(4, total));
  const loca = table((glyphs.length + 1) * (isLong ? 4 : 2));
  const measures = table(glyphs.length * 4);
  let at = 0;
  for (const [number, { bytes, advance, left }] of glyphs.entries()) {
    glyf.set(bytes, at);
    at += evenSize(bytes);
    if (isLong) loca.setUint32(number * 4 + 4, at);
    else loca.setUint16(number * 2 + 2, at / 2);
    measures.setUint16(number * 4, advance);
    measures.setInt16(number * 4 + 2, left);
  }
  result.set("glyf", glyf).set("loca", whole(loca)).set("hmtx", whole(measures));
  changeTable("head", (head) => head.setInt16(50, isLong ? 1 : 0));
  changeTable("hhea", (hhea) => hhea.setUint16(34, glyphs.length));
  changeTable("maxp", (maxp) => {
    maxp.setUint16(4, glyphs.length);
    // Bounds of what is put together: its points, its contours, its parts and how deep they lie.
    for (const place of [10, 12]) {
      const one = Math.max(maxp.getUint16(place - 4), maxp.getUint16(place));
      maxp.setUint16(place, Math.min(0xffff, one * most));
    }
    maxp.setUint16(28, Math.max(maxp.getUint16(28), most));
    maxp.setUint16(30, maxp.getUint16(30) + 1);
  });
  return result;

  function changeTable(name: string, change: (view: DataView) => void): void {
    const copy = tableOf(result, name).slice();
    change(new DataView(copy.buffer));
    result.set(name, copy);
  }
}

function tableOf(tables: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const found = tables.get(name);
  if (!found) throw new Error(`The font has no table "${name}"`);
  return found;
}

function evenSize({ length }: Uint8Array): number {
  return length + (length % 2);
}

function table(size: number): DataView {
  return new DataView(new ArrayBuffer(size));
}

function whole({ buffer }: DataView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer);
}

/** Left, lower, right and upper bound of a glyph's ink. */
type Box = readonly [number, number, number, number];

/** The glyphs of a font file as its tables have them: OpenType, glyf, loca and hmtx. */
export class Outlines {
  readonly #glyf: Uint8Array;
  readonly #loca: DataView;
  readonly #measures: DataView;
  readonly #measured: number;
  readonly #isLong: boolean;

  constructor(tables: Tables) {
    const view = (name: string) => viewOf(tableOf(tables, name));
    this.#glyf = tableOf(tables, "glyf");
    this.#loca = view("loca");
    this.#measures = view("hmtx");
    this.#measured = view("hhea").getUint16(34);
    this.#isLong = view("head").getInt16(50) === 1;
  }

  of(id: number): Uint8Array {
    return this.#glyf.subarray(this.#place(id), this.#place(id + 1));
  }

  box(id: number): Box {
    const view = viewOf(this.of(id));
    return [view.getInt16(2), view.getInt16(4), view.getInt16(6), view.getInt16(8)];
  }

  advance(id: number): number {
    return this.#measures.getUint16(Math.min(id, this.#measured - 1) * 4);
  }

  /** Where its ink begins. */
  left(id: number): number {
    // Glyphs after the last that is measured are as wide as that one, and only begin elsewhere.
    const after = id - this.#measured;
    return this.#measures.getInt16(after < 0 ? id * 4 + 2 : this.#measured * 4 + after * 2);
  }

  #place(id: number): number {
    return this.#isLong ? this.#loca.getUint32(id * 4) : this.#loca.getUint16(id * 2) * 2;
  }
}

interface Numbers {
  numberOf(id: number): number;
}

/** An outline, with the glyphs that it is put together from called by their new numbers. */
function bytesOf(outline: Uint8Array, pieces: Numbers): Uint8Array {
  if (outline.length < 10 || viewOf(outline).getInt16(0) >= 0) return outline;
  const copy = outline.slice();
  const view = viewOf(copy);
  let flags = moreFollow;
  for (let at = 10; flags & moreFollow; ) {
    flags = view.getUint16(at);
    view.setUint16(at + 2, pieces.numberOf(view.getUint16(at + 2)));
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (flags & areWords ? 4 : 2) + scale;
  }
  return copy;
}

interface Placed {
  number: number;
  x: number;
  y: number;
  box: Box;
}

/** An outline that is put together from glyphs at their places. */
function compositeOf(parts: readonly Placed[]): Uint8Array {
  const bytes = new Uint8Array(10 + parts.length * 8);
  const view = viewOf(bytes);
  const edges = parts.map(({ x, y, box }): Box => [box[0] + x, box[1] + y, box[2] + x, box[3] + y]);
  view.setInt16(0, -1);
  for (const side of [0, 1, 2, 3] as const) {
    const values = edges.map((edge) => edge[side]);
    view.setInt16(2 + side * 2, side < 2 ? Math.min(...values) : Math.max(...values));
  }
  for (const [index, { number, x, y }] of parts.entries()) {
    const at = 10 + index * 8;
    const follows = index + 1 < parts.length ? moreFollow : 0;
    view.setUint16(at, areWords | arePlaces | follows);
    view.setUint16(at + 2, number);
    view.setInt16(at + 4, x);
    view.setInt16(at + 6, y);
  }
  return bytes;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
