import { sfntOf, type Tables } from "./sfnt.ts";

/**
 * A font with the outlines of some glyphs alone. The glyphs keep their numbers, so that a text may be
 * written before it is known which ones it takes, and so that nothing but `glyf` and `loca` changes.
 */
export function subsetOf(tables: Tables, glyphs: Iterable<number>): Uint8Array {
  const [head, glyf, loca] = [table("head"), table("glyf"), table("loca")];
  const long = viewOf(head).getInt16(50) === 1;
  const count = viewOf(table("maxp")).getUint16(4);
  const places = viewOf(loca);
  const place = (glyph: number) =>
    long ? places.getUint32(glyph * 4) : places.getUint16(glyph * 2) * 2;
  const outline = (glyph: number) => glyf.subarray(place(glyph), place(glyph + 1));
  const kept = withParts([0, ...glyphs], outline);
  const written = outlinesOf(kept, { count, outline });
  const newHead = head.slice();
  viewOf(newHead).setInt16(50, 1);
  const result = new Map<string, Uint8Array>(Object.entries({ ...written, head: newHead }));
  for (const name of copied) {
    const found = tables.get(name);
    if (found) result.set(name, found);
  }
  return sfntOf(result);

  function table(name: string): Uint8Array {
    const found = tables.get(name);
    if (!found) throw new Error(`The font has no table ${name}`);
    return found;
  }
}

/** What a renderer needs besides; the last three are programs that fit outlines to pixels. */
const copied = ["hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep"];

/** Adds the glyphs that others are put together from. */
function withParts(
  glyphs: readonly number[],
  outline: (glyph: number) => Uint8Array,
): ReadonlySet<number> {
  const kept = new Set(glyphs);
  // A set hands out what is added to it on the way.
  for (const glyph of kept) for (const part of partsOf(outline(glyph))) kept.add(part);
  return kept;
}

/** The glyphs that a composite one refers to: OpenType, table glyf. */
function partsOf(bytes: Uint8Array): number[] {
  if (bytes.length < 10) return [];
  const view = viewOf(bytes);
  if (view.getInt16(0) >= 0) return [];
  const parts: number[] = [];
  let flags = 0x20;
  for (let at = 10; flags & 0x20; ) {
    flags = view.getUint16(at);
    parts.push(view.getUint16(at + 2));
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (flags & 0x01 ? 4 : 2) + scale;
  }
  return parts;
}

function outlinesOf(
  kept: ReadonlySet<number>,
  { count, outline }: { count: number; outline: (glyph: number) => Uint8Array },
): { glyf: Uint8Array; loca: Uint8Array } {
  const loca = new Uint8Array((count + 1) * 4);
  const view = viewOf(loca);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    view.setUint32(glyph * 4, length);
    if (!kept.has(glyph)) continue;
    const bytes = outline(glyph);
    parts.push(bytes);
    length += (bytes.length + 3) & ~3;
  }
  view.setUint32(count * 4, length);
  const glyf = new Uint8Array(Math.max(4, length));
  let at = 0;
  for (const part of parts) {
    glyf.set(part, at);
    at += (part.length + 3) & ~3;
  }
  return { glyf, loca };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
