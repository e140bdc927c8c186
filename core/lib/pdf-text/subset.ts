import { encodeSfnt, type Tables } from "../sfnt.ts";
import type { Part } from "./clusters.ts";

const [areWords, arePlaces, moreFollow] = [0x01, 0x02, 0x20];

/** The glyphs that a code draws, and its advance in font units. */
export interface CodeGlyphs {
  parts: readonly Part[];
  advance: number;
}

/**
 * Creates a font in which glyph 1 is drawn by the first code, and so on. Several glyphs become one
 * composite glyph, whose components follow the last code.
 */
export function buildSubset(tables: Tables, codes: readonly CodeGlyphs[]): Uint8Array {
  const outlines = new Outlines(tables);
  const components = new Components(codes.length + 1);
  const glyphs = [
    // Glyph 0 stands for missing characters. It is required, but no code uses it, so it is empty.
    { bytes: new Uint8Array(), advance: outlines.advance(0), left: 0 },
    ...codes.map((code) => createGlyph(code, outlines, components)),
  ];
  // Composite glyphs may contain further ones, which are added during the loop.
  for (const id of components)
    glyphs.push({
      bytes: renumber(outlines.of(id), components),
      advance: outlines.advance(id),
      left: outlines.left(id),
    });
  const partsMax = codes.reduce((sum, { parts }) => Math.max(sum, parts.length), 1);
  return encodeSfnt(buildTables(tables, { glyphs, partsMax }));
}

interface Glyph {
  bytes: Uint8Array;
  advance: number;
  /** The left side bearing. */
  left: number;
}

/** The components of composite glyphs, with their new numbers. */
class Components implements Iterable<number> {
  readonly #numbers = new Map<number, number>();
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  assignNumber(id: number): number {
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

function createGlyph(
  { parts, advance }: CodeGlyphs,
  outlines: Outlines,
  components: Components,
): Glyph {
  const visible = parts.filter(({ id }) => outlines.of(id).length > 0);
  const [only] = visible;
  if (!only) return { bytes: new Uint8Array(), advance, left: 0 };
  if (visible.length === 1 && only.x === 0 && only.y === 0)
    return {
      bytes: renumber(outlines.of(only.id), components),
      advance,
      left: outlines.left(only.id),
    };
  const boxed = visible.map(({ id, x, y }) => {
    const box = outlines.box(id);
    // A renderer shifts a glyph by the difference between its left side bearing and its bounding box.
    return { number: components.assignNumber(id), x: x + outlines.left(id) - box[0], y, box };
  });
  const bytes = buildComposite(boxed);
  const left = Math.min(...boxed.map(({ x, box }) => x + box[0]));
  return { bytes, advance, left };
}

/** The tables that a renderer needs. The last three contain hinting programs. */
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

/** The limit of the short "loca" format, which stores half of each offset in 16 bits. */
const shortMax = 2 * 0xffff;

/** Builds the tables of the subset. `partsMax` is the maximum number of components of a glyph. */
function buildTables(
  tables: Tables,
  { glyphs, partsMax }: { glyphs: readonly Glyph[]; partsMax: number },
): Tables {
  const result = new Map([...tables].filter(([name]) => neededTables.has(name)));
  const total = glyphs.reduce((sum, { bytes }) => sum + getEvenSize(bytes), 0);
  const isLong = total > shortMax;
  const glyf = new Uint8Array(Math.max(4, total));
  const loca = createTable((glyphs.length + 1) * (isLong ? 4 : 2));
  const measures = createTable(glyphs.length * 4);
  let at = 0;
  for (const [number, { bytes, advance, left }] of glyphs.entries()) {
    glyf.set(bytes, at);
    at += getEvenSize(bytes);
    if (isLong) loca.setUint32(number * 4 + 4, at);
    else loca.setUint16(number * 2 + 2, at / 2);
    measures.setUint16(number * 4, advance);
    measures.setInt16(number * 4 + 2, left);
  }
  result.set("glyf", glyf).set("loca", toBytes(loca)).set("hmtx", toBytes(measures));
  changeTable("head", (head) => head.setInt16(50, isLong ? 1 : 0));
  changeTable("hhea", (hhea) => hhea.setUint16(34, glyphs.length));
  changeTable("maxp", (maxp) => {
    maxp.setUint16(4, glyphs.length);
    // The limits for composite glyphs: points, contours, components and depth.
    for (const offset of [10, 12]) {
      const one = Math.max(maxp.getUint16(offset - 4), maxp.getUint16(offset));
      maxp.setUint16(offset, Math.min(0xffff, one * partsMax));
    }
    maxp.setUint16(28, Math.max(maxp.getUint16(28), partsMax));
    maxp.setUint16(30, maxp.getUint16(30) + 1);
  });
  return result;

  function changeTable(name: string, change: (view: DataView) => void): void {
    const copy = getTable(result, name).slice();
    change(new DataView(copy.buffer));
    result.set(name, copy);
  }
}

function getTable(tables: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const found = tables.get(name);
  if (!found) throw new Error(`The font has no table "${name}"`);
  return found;
}

function getEvenSize({ length }: Uint8Array): number {
  return length + (length % 2);
}

function createTable(size: number): DataView {
  return new DataView(new ArrayBuffer(size));
}

function toBytes({ buffer }: DataView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer);
}

/** The bounding box of a glyph: left, bottom, right, top. */
type GlyphBounds = readonly [number, number, number, number];

/** The glyphs of a font file, read from its OpenType tables glyf, loca and hmtx. */
export class Outlines {
  readonly #glyf: Uint8Array;
  readonly #loca: DataView;
  readonly #measures: DataView;
  readonly #measuredCount: number;
  readonly #isLong: boolean;

  constructor(tables: Tables) {
    const view = (name: string) => toView(getTable(tables, name));
    this.#glyf = getTable(tables, "glyf");
    this.#loca = view("loca");
    this.#measures = view("hmtx");
    this.#measuredCount = view("hhea").getUint16(34);
    this.#isLong = view("head").getInt16(50) === 1;
  }

  of(id: number): Uint8Array {
    return this.#glyf.subarray(this.#getOffset(id), this.#getOffset(id + 1));
  }

  box(id: number): GlyphBounds {
    const view = toView(this.of(id));
    return [view.getInt16(2), view.getInt16(4), view.getInt16(6), view.getInt16(8)];
  }

  advance(id: number): number {
    return this.#measures.getUint16(Math.min(id, this.#measuredCount - 1) * 4);
  }

  /** Returns the left side bearing. */
  left(id: number): number {
    // Glyphs after the last full entry share its advance and have only a side bearing.
    const after = id - this.#measuredCount;
    return this.#measures.getInt16(after < 0 ? id * 4 + 2 : this.#measuredCount * 4 + after * 2);
  }

  #getOffset(id: number): number {
    return this.#isLong ? this.#loca.getUint32(id * 4) : this.#loca.getUint16(id * 2) * 2;
  }
}

interface Numbering {
  assignNumber(id: number): number;
}

/** Returns an outline, with the components of a composite glyph renumbered. */
function renumber(outline: Uint8Array, components: Numbering): Uint8Array {
  if (outline.length < 10 || toView(outline).getInt16(0) >= 0) return outline;
  const copy = outline.slice();
  const view = toView(copy);
  let flags = moreFollow;
  for (let at = 10; flags & moreFollow; ) {
    flags = view.getUint16(at);
    view.setUint16(at + 2, components.assignNumber(view.getUint16(at + 2)));
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (flags & areWords ? 4 : 2) + scale;
  }
  return copy;
}

interface Component {
  number: number;
  x: number;
  y: number;
  box: GlyphBounds;
}

/** Builds a composite glyph from glyphs and their positions. */
function buildComposite(parts: readonly Component[]): Uint8Array {
  const bytes = new Uint8Array(10 + parts.length * 8);
  const view = toView(bytes);
  const edges = parts.map(
    ({ x, y, box }): GlyphBounds => [box[0] + x, box[1] + y, box[2] + x, box[3] + y],
  );
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

function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
