import { inflateSync } from "node:zlib";

/** One table of a font. */
export interface FontTable {
  tag: string;
  bytes: Uint8Array;
}

/** Reads a WOFF file (https://www.w3.org/TR/WOFF/) as the OpenType font that it wraps. */
export function unwrapWoff(woff: Uint8Array): Uint8Array {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (view.getUint32(0) !== 0x774f4646) throw new TypeError("Cannot read the font: it is no WOFF");
  const tables: FontTable[] = [];
  for (let index = 0; index < view.getUint16(12); index++) {
    const entry = 44 + index * 20;
    const offset = view.getUint32(entry + 4);
    const packedSize = view.getUint32(entry + 8);
    const size = view.getUint32(entry + 12);
    const packed = woff.subarray(offset, offset + packedSize);
    const bytes = packedSize < size ? inflateSync(packed, { maxOutputLength: size }) : packed;
    tables.push({ tag: tagAt(woff, entry), bytes });
  }
  return writeSfnt(view.getUint32(4), tables);
}

/** Puts tables together as an OpenType font file. */
export function writeSfnt(flavor: number, unordered: readonly FontTable[]): Uint8Array {
  const tables = unordered.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const start = 12 + tables.length * 16;
  const size = tables.reduce((sum, { bytes }) => sum + padded(bytes.length), start);
  const font = new Uint8Array(size);
  const view = new DataView(font.buffer);
  view.setUint32(0, flavor);
  view.setUint16(4, tables.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (tables.length - power) * 16);
  let offset = start;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const entry = 12 + index * 16;
    font.set(Buffer.from(tag, "latin1"), entry);
    font.set(bytes, offset);
    view.setUint32(entry + 4, checksum(view, offset, padded(bytes.length)));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, bytes.length);
    offset += padded(bytes.length);
  }
  return font;
}

function tagAt(bytes: Uint8Array, offset: number): string {
  return Buffer.from(bytes.subarray(offset, offset + 4)).toString("latin1");
}

function padded(size: number): number {
  return (size + 3) & ~3;
}

function checksum(view: DataView, start: number, size: number): number {
  let sum = 0;
  for (let offset = start; offset < start + size; offset += 4)
    sum = (sum + view.getUint32(offset)) >>> 0;
  return sum;
}
