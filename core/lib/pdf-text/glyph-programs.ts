import type { Tables } from "../fonts/sfnt.ts";

/** Left, lower, right and upper bound of a glyph's ink. */
export type Box = readonly [number, number, number, number];

/** The glyphs of a font file as its tables have them: OpenType, glyf, loca and hmtx. */
export class Outlines {
  readonly #glyf: Uint8Array;
  readonly #loca: DataView;
  readonly #measures: DataView;
  readonly #measured: number;
  readonly #isLong: boolean;

  constructor(tables: Tables) {
    const view = (name: string) => viewOf(tables.get(name)!);
    this.#glyf = tables.get("glyf")!;
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
export function bytesOf(outline: Uint8Array, pieces: Numbers): Uint8Array {
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

const [areWords, arePlaces, moreFollow] = [0x01, 0x02, 0x20];

interface Placed {
  number: number;
  x: number;
  y: number;
  box: Box;
}

/** An outline that is put together from glyphs at their places. */
export function compositeOf(parts: readonly Placed[]): Uint8Array {
  const bytes = new Uint8Array(10 + parts.length * 8);
  const view = viewOf(bytes);
  const edges = parts.map(({ x, y, box }) => [box[0] + x, box[1] + y, box[2] + x, box[3] + y]);
  view.setInt16(0, -1);
  for (const side of [0, 1, 2, 3]) {
    const values = edges.map((edge) => edge[side]!);
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
