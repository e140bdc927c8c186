import { describe, expect, test } from "bun:test";
import sharp from "sharp";
import { encodeImage, type Pixels, rasterise } from "./rasterise.ts";

function createPixels(width: number, height: number, alpha: (index: number) => number): Pixels {
  const pixels = Array.from({ length: width * height }, (_, index) => [
    ...[200, 100, 50],
    alpha(index),
  ]);
  return { width, height, data: Uint8Array.from(pixels.flat()) };
}

const seen = createPixels(4, 3, () => 255);
const clear = createPixels(4, 3, (index) => (index === 5 ? 254 : 255));

describe("a PNG", () => {
  test("keeps every pixel", async () => {
    const png = await encodeImage(clear, { format: "png" });
    expect([...(await sharp(png).raw().toBuffer())]).toEqual([...clear.data]);
  });

  test("has no opacities if all pixels are opaque, and only then", async () => {
    const channels = async (image: Pixels) =>
      (await sharp(await encodeImage(image, { format: "png" })).metadata()).channels;
    expect([await channels(seen), await channels(clear)]).toEqual([3, 4]);
    const last = createPixels(4, 3, (index) => (index === 11 ? 0 : 255));
    const first = createPixels(4, 3, (index) => (index === 0 ? 0 : 255));
    expect([await channels(last), await channels(first)]).toEqual([4, 4]);
  });
});

describe("a JPEG", () => {
  const empty = createPixels(8, 8, () => 0);
  test.each([
    [undefined, 255, 255, 255],
    ["#0000ff", 0, 0, 255],
  ] as const)("has the background %s behind clear pixels", async (background, ...color) => {
    const options = background === undefined ? {} : { background };
    const jpeg = await encodeImage(empty, { format: "jpeg", ...options });
    const { channels } = await sharp(jpeg).metadata();
    const [red = 0, green = 0, blue = 0] = await sharp(jpeg).raw().toBuffer();
    expect(channels).toBe(3);
    for (const [at, value] of [red, green, blue].entries())
      expect(Math.abs(value - Number(color[at]))).toBeLessThan(4);
  });

  test("isn't subsampled, and is progressive unless it is large", async () => {
    const small = await sharp(await encodeImage(seen, { format: "jpeg" })).metadata();
    expect(small).toMatchObject({ chromaSubsampling: "4:4:4", isProgressive: true });
    const large = createPixels(1600, 1251, () => 255);
    const { isProgressive } = await sharp(await encodeImage(large, { format: "jpeg" })).metadata();
    expect(isProgressive).toBe(false);
    const limit = createPixels(1600, 1250, () => 255);
    const other = await sharp(await encodeImage(limit, { format: "jpeg" })).metadata();
    expect(other.isProgressive).toBe(true);
  });
});

test.each(["webp", "gif", "avif"] as const)("a %s keeps clear pixels clear", async (format) => {
  const half = createPixels(16, 16, (index) => (index % 16 < 8 ? 0 : 255));
  const decoded = await sharp(await encodeImage(half, { format }))
    .ensureAlpha()
    .raw()
    .toBuffer();
  expect([decoded[3], decoded[4 * 15 + 3]]).toEqual([0, 255]);
});

test.each(["jpeg", "webp", "avif"] as const)("a %s of lower quality is smaller", async (format) => {
  const { data, ...size } = createPixels(64, 64, () => 255);
  const noise = data.map((value, at) => (at % 4 === 3 ? value : (at * 7919 * (at >> 3)) & 255));
  const getSize = async (quality?: number) =>
    (await encodeImage({ ...size, data: noise }, { format, ...(quality && { quality }) })).length;
  expect(await getSize(20)).toBeLessThan(await getSize());
  expect(await getSize()).toBeLessThan(await getSize(100));
});

describe("the size of a drawing", () => {
  const draw = async (attributes: string, options = {}) => {
    const { width, height } = await rasterise(
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0h9"/></svg>`,
      options,
    );
    return [width, height];
  };

  test("is the size of its root element, or else of its view box", async () => {
    expect(await draw('viewBox="0 0 40 20" width="20px" height="10"')).toEqual([20, 10]);
    expect(await draw('width="20" height="10"')).toEqual([20, 10]);
    expect(await draw('viewBox="0 0 40 20"')).toEqual([40, 20]);
    expect(await draw('viewBox="0 0 40 20" width="20"')).toEqual([20, 10]);
    expect(await draw('viewBox="0 0 40 20" height="20"')).toEqual([40, 20]);
  });

  test("is at least a pixel in each direction", async () => {
    expect(await draw('viewBox="0 0 900 2" width="900" height="2"', { width: 9 })).toEqual([9, 1]);
    expect(await draw('viewBox="0 0 2 900" width="2" height="900"', { scale: 0.1 })).toEqual([
      1, 90,
    ]);
  });

  test("is named in the refusal of one that is too large", async () => {
    expect(draw('viewBox="0 0 9 9" width="6001" height="6000"')).rejects.toThrow(
      "A drawing may have at most 36000000 pixels: it has 36006000",
    );
    expect(await draw('viewBox="0 0 9 9" width="6000" height="6000"')).toEqual([6000, 6000]);
  });
});

test("a scaled line is as sharp as a drawn one", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="4" height="4"><path fill="#f00" d="M0 0h2v4H0z"/></svg>';
  const { data } = await rasterise(svg, { scale: 8 });
  const alphas = Array.from({ length: 32 }, (_, x) => data[4 * x + 3]);
  expect(alphas).toEqual([...Array(16).fill(255), ...Array(16).fill(0)]);
});

test("what follows the root element isn't resized", async () => {
  const inner = '<rect width="2" height="2" fill="#00f"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="4" height="4">${inner}</svg>`;
  const { data } = await rasterise(svg, { scale: 2 });
  expect([data[3], data[4 * 3 + 3], data[4 * 4 + 3]]).toEqual([255, 255, 0]);
});
