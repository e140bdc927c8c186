import { expect, test } from "bun:test";
import { seededRandom } from "hub/testing";
import QRCode from "qrcode";
import sharp, { type Sharp } from "sharp";
import { readCodes } from "./codes.ts";

const text = "https://example.com/path?x=1";
const background = "#fff";
const drawn = await QRCode.toBuffer(text, {
  scale: 6,
  errorCorrectionLevel: "Q",
  maskPattern: 5,
  version: 4,
});

async function readTexts(image: Sharp, options = {}): Promise<string[]> {
  const codes = await readCodes(new Uint8Array(await image.toBuffer()), options);
  return codes.map(({ text }) => text);
}

test("reports the version, level, mask and corners of a code", async () => {
  const [code] = await readCodes(new Uint8Array(drawn));
  expect(code).toMatchObject({ format: "qr", ecc: "Q", version: 4, mask: 5, spareEcc: 1 });
  expect(code?.position).toEqual([
    { x: 24, y: 24 },
    { x: 222, y: 24 },
    { x: 222, y: 222 },
    { x: 24, y: 222 },
  ]);
});

test.each(["jpeg", "webp", "gif", "png", "avif", "tiff"] as const)(
  "decodes a code from %s",
  async (format) => {
    expect(await readTexts(sharp(drawn).flatten().toFormat(format))).toEqual([text]);
  },
);

/** The same noise every time. */
async function noisy(): Promise<Sharp> {
  const { data, info } = await photo().greyscale().raw().toBuffer({ resolveWithObject: true });
  const random = seededRandom(3);
  for (const [at, light] of data.entries())
    data[at] = Math.min(255, Math.max(0, light + random.integer(400) - 200));
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } }).png();
}

const photo = () => sharp(drawn).flatten({ background });

test.each<[string, () => Sharp]>([
  ["turned by 33 degrees", () => photo().rotate(33, { background })],
  ["upside down", () => photo().rotate(180)],
  ["seen in a mirror", () => photo().flop()],
  ["skewed", () => photo().affine([1, 0.3, 0, 1], { background })],
  ["inverted", () => photo().negate()],
  ["without a quiet zone", () => photo().extract({ left: 24, top: 24, width: 198, height: 198 })],
  [
    "of two greys that hardly differ",
    () =>
      photo()
        .greyscale()
        .linear(8 / 255, 120),
  ],
  ["of two colours of little contrast", () => photo().tint("#7a4").modulate({ brightness: 0.5 })],
  ["blurred", () => photo().blur(3)],
  ["of 16 bits", () => photo().toColourspace("rgb16").png()],
  ["in the inks of a printer", () => photo().toColourspace("cmyk").jpeg()],
  ["dark on nothing", () => sharp(drawn).flatten().unflatten().png()],
])("decodes a code %s", async (_, image) => {
  expect(await readTexts(image())).toEqual([text]);
});

test("decodes a light code on a transparent background as on a dark page", async () => {
  const { data, info } = await photo().greyscale().raw().toBuffer({ resolveWithObject: true });
  const pixels = Buffer.from(Array.from(data).flatMap((light) => [255, 255, 255, 255 - light]));
  const raw = { width: info.width, height: info.height, channels: 4 } as const;
  expect(await readTexts(sharp(pixels, { raw }).png())).toEqual([text]);
});

test.each<[string, () => Sharp | Promise<Sharp>]>([
  ["blurred so that modules run together", () => photo().blur(4)],
  ["beneath noise", noisy],
])("decodes a code %s only with more effort", async (_, image) => {
  expect(await readTexts(await image())).toEqual([]);
  expect(await readTexts(await image(), { tryHarder: true })).toEqual([text]);
});

test.each(["é", "Café", "ü", "日本", "ﾃｩ", "naïve – “quoted”"])(
  "decodes %s as UTF-8",
  async (word) => {
    expect(await readTexts(sharp(await QRCode.toBuffer(word)))).toEqual([word]);
  },
);

test("detects the encoding of text that isn't UTF-8", async () => {
  const segments = [{ data: Buffer.from("Grüße aus Köln", "latin1"), mode: "byte" }];
  expect(await readTexts(sharp(await QRCode.toBuffer(segments as never)))).toEqual([
    "Grüße aus Köln",
  ]);
});

test("returns several codes on request", async () => {
  const other = await QRCode.toBuffer("other", { scale: 4 });
  const sheet = sharp({ create: { width: 700, height: 300, channels: 3, background } })
    .composite([
      { input: drawn, left: 10, top: 10 },
      { input: other, left: 400, top: 50 },
    ])
    .png();
  expect((await readTexts(sheet, { multiple: true })).toSorted()).toEqual([text, "other"]);
  expect(await readTexts(sheet)).toHaveLength(1);
});

test("corners are relative to the displayed image, after EXIF rotation", async () => {
  const page = { create: { width: 600, height: 300, channels: 3, background } } as const;
  const wide = await sharp(page)
    .composite([{ input: drawn, left: 10, top: 20 }])
    .png()
    .toBuffer();
  const turned = await sharp(wide).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const [code] = await readCodes(new Uint8Array(turned));
  const corner = code?.position[0];
  // The displayed image is 300 wide, and its top right corner was the top left.
  expect([corner?.x, corner?.y].map((at) => Math.round((at ?? 0) / 10))).toEqual([26, 3]);
});

test("corners are relative to the original image, even if it was scaled for decoding", async () => {
  const [code] = await readCodes(new Uint8Array(await photo().blur(4).toBuffer()), {
    tryHarder: true,
  });
  for (const [index, x] of [24, 222, 222, 24].entries())
    expect(Math.abs((code?.position[index]?.x ?? 0) - x)).toBeLessThanOrEqual(4);
});

test("finds nothing in an image without a code, with any effort", async () => {
  const page = { create: { width: 300, height: 200, channels: 3, background: "#8a6" } } as const;
  expect(await readTexts(sharp(page).png(), { tryHarder: true })).toEqual([]);
});
