import { describe, expect, test } from "bun:test";
import sharp from "sharp";
import { encodePng, type IndexedImage, type Rgba } from "./encode.ts";

const palette: readonly Rgba[] = [
  [250, 10, 20, 255],
  [30, 240, 50, 128],
  [60, 70, 230, 255],
  [1, 2, 3, 255],
];

/** Packs palette indices as the format does: each line begins with filter 0, and the first index is in the high bits. */
function packLines(depth: IndexedImage["depth"], rows: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    rows.flatMap((row) => {
      const bits = row.map((index) => index.toString(2).padStart(depth, "0")).join("");
      const bytes = bits.match(/.{1,8}/g) ?? [];
      return [0, ...bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2))];
    }),
  );
}

function createImage(depth: IndexedImage["depth"], colors: readonly Rgba[], width: number) {
  const rows = Array.from({ length: 3 }, (_, y) =>
    Array.from({ length: width }, (_, x) => (x + y) % colors.length),
  );
  return { width, height: 3, depth, palette: colors, lines: packLines(depth, rows), rows };
}

/** Returns the chunks of a PNG: name, data, and whether the length and the checksum are right. */
function listChunks(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks: { name: string; data: Uint8Array<ArrayBuffer>; isIntact: boolean }[] = [];
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + view.getUint32(at);
    const sum = Bun.hash.crc32(file.subarray(at + 4, end));
    const name = new TextDecoder().decode(file.subarray(at + 4, at + 8));
    chunks.push({
      name,
      data: Uint8Array.from(file.subarray(at + 8, end)),
      isIntact: view.getUint32(end) === sum,
    });
    at = end + 4;
  }
  return chunks;
}

describe.each([1, 2, 4, 8] as const)("an image with %d bits per index", (depth) => {
  const colors = palette.slice(0, depth === 1 ? 2 : 4);
  test.each([1, 7, 8, 33])("and a width of %d has the pixels of its palette", async (width) => {
    const { rows, ...image } = createImage(depth, colors, width);
    const { data, info } = await sharp(await encodePng(image))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, 3]);
    expect([...data]).toEqual(rows.flat().flatMap((index) => [...(colors[index] ?? [])]));
  });
});

test("the file has the signature and the chunks of the format, without a byte more", async () => {
  const file = await encodePng(createImage(2, palette, 5));
  expect(file.subarray(0, 8).toHex()).toBe("89504e470d0a1a0a");
  const chunks = listChunks(file);
  expect(chunks.map(({ name }) => name)).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
  expect(chunks.every(({ isIntact }) => isIntact)).toBe(true);
  expect([...(chunks[0]?.data ?? [])]).toEqual([0, 0, 0, 5, 0, 0, 0, 3, 2, 3, 0, 0, 0]);
  expect([...(chunks[1]?.data ?? [])]).toEqual(palette.flatMap((color) => color.slice(0, 3)));
  expect(chunks.at(-1)?.data.length).toBe(0);
});

test("opacities end with the last colour that isn't opaque, and are left out if there is none", async () => {
  const [, , transparency] = listChunks(await encodePng(createImage(2, palette, 5)));
  expect([...(transparency?.data ?? [])]).toEqual([255, 128]);
  const opaque = palette.map(([red, green, blue]): Rgba => [red, green, blue, 255]);
  const chunks = listChunks(await encodePng(createImage(2, opaque, 5)));
  expect(chunks.map(({ name }) => name)).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
});

test("only a large image is compressed on another thread, to the same pixels", async () => {
  const createLarge = (width: number) => {
    const lines = new Uint8Array(width + 1).fill(1);
    lines[0] = 0;
    return { width, height: 1, depth: 8 as const, palette, lines };
  };
  expect(encodePng(createLarge(249_998))).toBeInstanceOf(Uint8Array);
  const large = encodePng(createLarge(249_999));
  expect(large).toBeInstanceOf(Promise);
  const [, , , data] = listChunks(await large);
  expect(Bun.inflateSync(data?.data.subarray(2, -4) ?? new Uint8Array()).length).toBe(250_000);
});

test("the level of compression falls with the size", async () => {
  const levels: number[] = [];
  for (const width of [49_998, 49_999, 499_998, 499_999]) {
    const lines = Uint8Array.from({ length: width + 1 }, (_, at) => (at === 0 ? 0 : at % 4));
    const image = { width, height: 1, depth: 8 as const, palette, lines };
    const data = listChunks(await encodePng(image)).find(({ name }) => name === "IDAT")?.data;
    // The second byte of a zlib stream has the level in its upper two bits.
    levels.push((data?.[1] ?? 0) >> 6);
  }
  expect(levels).toEqual([2, 1, 1, 1]);
});
