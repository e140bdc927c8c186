import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import sharp from "sharp";
import { type Bitmap, encodeFax } from "./fax.ts";

/** Wraps Group 4 data in a TIFF file, which libtiff decodes. */
function writeTiff(data: Uint8Array, { width, height }: Bitmap): Buffer {
  const fields = [
    [256, width],
    [257, height],
    [258, 1],
    [259, 4],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, data.length],
  ] as const;
  const directory = Buffer.alloc(2 + 12 * fields.length + 4);
  directory.writeUInt16LE(fields.length);
  for (const [index, [tag, value]] of fields.entries()) {
    const at = 2 + 12 * index;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  const header = Buffer.from("49492a0000000000", "hex");
  header.writeUInt32LE(8 + data.length, 4);
  return Buffer.concat([header, data, directory]);
}

/** Returns the bits that libtiff decodes. In TIFF, the 0 of fax data is black as well. */
async function decode(bitmap: Bitmap): Promise<number[]> {
  const tiff = writeTiff(encodeFax(bitmap), bitmap);
  const pixels = await sharp(tiff).toColourspace("b-w").raw().toBuffer();
  return [...pixels].map((value) => (value > 127 ? 0 : 1));
}

function readBits({ width, height, bits }: Bitmap): number[] {
  const rowBytes = Math.ceil(width / 8);
  return Array.from({ length: width * height }, (_, index) => {
    const x = index % width;
    const byte = bits[Math.trunc(index / width) * rowBytes + (x >> 3)] ?? 0;
    return (byte >> (7 - (x & 7))) & 1;
  });
}

test("libtiff decodes the same pixels from rows of any runs", async () => {
  const runs = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3000 })),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  const images = fc.record({
    width: fc.integer({ min: 1, max: 6000 }),
    rows: fc.array(runs, { minLength: 1, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(images, async ({ width, rows }) => {
      const bitmap = paint(width, rows);
      expect(await decode(bitmap)).toEqual(readBits(bitmap));
    }),
    cases(60),
  );
});

/** Paints rows of runs that repeat up to the width, each row from white or black in turns. */
function paint(width: number, rows: readonly number[][]): Bitmap {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * rows.length);
  for (const [row, runs] of rows.entries()) {
    let isOne = row % 2 === 0;
    let index = 0;
    let left = runs[0] ?? 1;
    for (let x = 0; x < width; x++) {
      if (isOne)
        bits[row * rowBytes + (x >> 3)] = (bits[row * rowBytes + (x >> 3)] ?? 0) | (128 >> (x & 7));
      if (--left > 0) continue;
      isOne = !isOne;
      index = (index + 1) % runs.length;
      left = runs[index] ?? 1;
    }
  }
  return { width, height: rows.length, bits };
}
