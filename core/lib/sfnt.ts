import { inflateSync } from "node:zlib";

/** The signature of a .woff file. */
const packedSignature = 0x774f4646;

/** The tables of a TrueType font, by name. */
export type Tables = ReadonlyMap<string, Uint8Array>;

/**
 * Reads the tables of a .ttf file, or of a .woff file, whose tables are compressed
 * (https://www.w3.org/TR/WOFF/). Reads only the wanted ones if given.
 */
export function readTables(file: Uint8Array, wanted?: ReadonlySet<string>): Tables {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const packed = view.getUint32(0) === packedSignature;
  const count = view.getUint16(packed ? 12 : 4);
  const tables = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index++) {
    const at = packed ? 44 + index * 20 : 12 + index * 16;
    const name = String.fromCharCode(...file.subarray(at, at + 4));
    if (!wanted || wanted.has(name))
      tables.set(name, packed ? unpackTable(file, view, at) : readTable(file, view, at));
  }
  return tables;
}

/** Converts a .woff file to the font that it contains. */
export function unwrapWoff(woff: Uint8Array): Uint8Array {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (view.getUint32(0) !== packedSignature)
    throw new TypeError("Cannot read the font: it is not a WOFF file");
  return encodeSfnt(readTables(woff), view.getUint32(4));
}

/** Builds an OpenType font from tables. `flavor` is the signature, by default that of TrueType. */
export function encodeSfnt(tables: Tables, flavor = 0x00010000): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const head = 12 + sorted.length * 16;
  const file = new Uint8Array(sorted.reduce((sum, [, table]) => sum + getPaddedSize(table), head));
  const view = new DataView(file.buffer);
  const power = 31 - Math.clz32(sorted.length);
  view.setUint32(0, flavor);
  view.setUint16(4, sorted.length);
  view.setUint16(6, 16 << power);
  view.setUint16(8, power);
  view.setUint16(10, sorted.length * 16 - (16 << power));
  let offset = head;
  for (const [index, [name, table]] of sorted.entries()) {
    const at = 12 + index * 16;
    for (let letter = 0; letter < 4; letter++) file[at + letter] = name.charCodeAt(letter);
    file.set(table, offset);
    view.setUint32(at + 4, computeChecksum(view, offset, getPaddedSize(table)));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, table.length);
    offset += getPaddedSize(table);
  }
  return file;
}

/** Returns the padded size of a table: each starts at a multiple of four. */
function getPaddedSize({ length }: Uint8Array): number {
  return (length + 3) & ~3;
}

function readTable(file: Uint8Array, view: DataView, at: number): Uint8Array {
  const offset = view.getUint32(at + 8);
  return file.subarray(offset, offset + view.getUint32(at + 12));
}

function unpackTable(file: Uint8Array, view: DataView, at: number): Uint8Array {
  const offset = view.getUint32(at + 4);
  const [size, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
  const bytes = file.subarray(offset, offset + size);
  if (size === length) return bytes;
  const table = inflateSync(bytes, { maxOutputLength: length });
  // Copies into a plain Uint8Array: slicing a Buffer doesn't copy.
  return new Uint8Array(table.buffer, table.byteOffset, table.length);
}

function computeChecksum(view: DataView, from: number, size: number): number {
  let sum = 0;
  for (let at = from; at < from + size; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
