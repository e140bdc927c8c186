import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { json, sampleCases, testHub } from "hub/testing";
import { type PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from "pdf-lib";
import sharp from "sharp";
import { withPdfium } from "../engines/pdfium.ts";
import { renderPage } from "../render/page-image.ts";
import { stream, writePdf } from "../sample.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const [width, height] = [300, 240];
const count = width * height;

/** Builds the samples of an image from a function of the position. */
function samples(channels: number, value: (x: number, y: number, channel: number) => number) {
  return Uint8Array.from({ length: count * channels }, (_, at) => {
    const pixel = Math.trunc(at / channels);
    return value(pixel % width, Math.trunc(pixel / width), at % channels);
  });
}

let noise = 5;

/** Returns smooth colours with a little noise, like a photograph. */
function shade(x: number, y: number, channel: number): number {
  noise = (noise * 48_271) % 2_147_483_647;
  return 110 + 70 * Math.sin(x / 50 + channel) * Math.cos(y / 40) + (noise % 12);
}

const isInside = (x: number, y: number) => (x - 150) ** 2 + (y - 120) ** 2 < 100 ** 2;

interface ImageCase {
  entries: string;
  content: Uint8Array;
  /** Further objects, from number 6 on. */
  objects?: string[];
  filter?: string;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

function deflated(bytes: Uint8Array, entries: string): string {
  return stream(latin1(deflateSync(bytes)), `/Filter/FlateDecode${entries}`);
}

/** Builds a page with an image of 300 dpi over a ground of two colours. */
function buildPdf({ entries, content, objects = [], filter }: ImageCase): Uint8Array<ArrayBuffer> {
  const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`;
  const image = filter
    ? stream(latin1(content), `${size}${entries}/Filter/${filter}`)
    : deflated(content, `${size}${entries}`);
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 92 78]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>",
    stream(
      ".2 .6 .4 rg 0 0 46 78 re f .9 .8 .2 rg 46 0 46 78 re f 0 g q 72 0 0 57.6 10 10 cm /I Do Q",
    ),
    image,
    ...objects,
  ]);
}

const mask = samples(1, (x, y) =>
  Math.max(0, Math.min(255, (100 - Math.hypot(x - 150, y - 120)) * 6)),
);
const maskEntries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`;
const eight = "/BitsPerComponent 8";
const palette = Array.from({ length: 256 }, (_, at) =>
  Buffer.from([at, 255 - at, 128]).toString("hex"),
).join("");
const inks =
  "[/Separation/Spot/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[.9 .4 0 .1]/N 1>>]";

async function encodeCmykJpeg(): Promise<Uint8Array> {
  const colors = samples(3, shade);
  return sharp(colors, { raw: { width, height, channels: 3 } })
    .toColourspace("cmyk")
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Returns the JPEG without Adobe's marker. */
function withoutMarker(jpeg: Uint8Array): Uint8Array {
  const at = Buffer.from(jpeg).indexOf(Buffer.from("ffee000e41646f6265", "hex"));
  return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 16)]);
}

const cmykJpeg = await encodeCmykJpeg();
const isWhite = (x: number, y: number) => (Math.trunc(x / 30) + Math.trunc(y / 30)) % 2 === 0;

/** Images that become JPEG. */
const photos: Readonly<Record<string, ImageCase>> = {
  "of CMYK": { entries: `${eight}/ColorSpace/DeviceCMYK`, content: samples(4, shade) },
  "of CMYK in a profile": {
    entries: `${eight}/ColorSpace[/ICCBased 6 0 R]`,
    content: samples(4, shade),
    objects: [stream("", "/N 4/Alternate/DeviceCMYK")],
  },
  "of inverted CMYK": {
    entries: `${eight}/ColorSpace/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]`,
    content: samples(4, shade),
  },
  "that is a CMYK JPEG of Adobe": {
    entries: `${eight}/ColorSpace/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]`,
    content: cmykJpeg,
    filter: "DCTDecode",
  },
  "that is a CMYK JPEG without a marker": {
    entries: `${eight}/ColorSpace/DeviceCMYK`,
    content: withoutMarker(cmykJpeg),
    filter: "DCTDecode",
  },
  "of a spot colour": { entries: `${eight}/ColorSpace${inks}`, content: samples(1, shade) },
  "of Lab": {
    entries: `${eight}/ColorSpace[/Lab<</WhitePoint[.95 1 1.09]/Range[-100 100 -100 100]>>]`,
    content: samples(3, shade),
  },
  "with a palette": {
    entries: `${eight}/ColorSpace[/Indexed/DeviceRGB 255<${palette}>]`,
    content: samples(1, shade),
  },
  "of inverted RGB": {
    entries: `${eight}/ColorSpace/DeviceRGB/Decode[1 0 1 0 1 0]`,
    content: samples(3, shade),
  },
  "with a colour key": {
    entries: `${eight}/ColorSpace/DeviceRGB/Mask[0 3 250 255 0 3]`,
    content: samples(3, (x, y, channel) =>
      isInside(x, y) ? shade(x, y, channel) : channel === 1 ? 255 : 0,
    ),
  },
  "with a soft mask": {
    entries: `${eight}/ColorSpace/DeviceRGB/SMask 6 0 R`,
    content: samples(3, shade),
    objects: [deflated(mask, maskEntries)],
  },
  "that is blended with a matte": {
    entries: `${eight}/ColorSpace/DeviceRGB/SMask 6 0 R`,
    content: samples(3, (x, y, channel) => {
      const opacity = (mask[y * width + x] ?? 0) / 255;
      return 255 + (shade(x, y, channel) - 255) * opacity;
    }),
    objects: [deflated(mask, `${maskEntries}/Matte[1 1 1]`)],
  },
  "of 16 bits": {
    entries: "/BitsPerComponent 16/ColorSpace/DeviceGray",
    content: samples(2, shade),
  },
  "of 4 bits": {
    entries: "/BitsPerComponent 4/ColorSpace/DeviceRGB",
    content: Uint8Array.from(
      [...samples(3, shade)].flatMap((value, at, all) =>
        at % 2 === 0 ? [(value & 0xf0) | ((all[at + 1] ?? 0) >> 4)] : [],
      ),
    ),
  },
};

const paintedText = paintText();

/** Images of few colours or one bit, whose pixels stay the same. */
const drawings: Readonly<Record<string, ImageCase>> = {
  "of one bit": {
    entries: "/BitsPerComponent 1/ColorSpace/DeviceGray",
    content: paintedText,
  },
  "of one inverted bit": {
    entries: "/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[1 0]",
    content: paintedText,
  },
  "of two colours": {
    entries: "/BitsPerComponent 1/ColorSpace[/Indexed/DeviceRGB 1<c0ffee400010>]",
    content: paintedText,
  },
  "that is a stencil": { entries: "/ImageMask true", content: paintedText },
  "of black and white in 8 bits": {
    entries: `${eight}/ColorSpace/DeviceGray`,
    content: samples(1, (x, y) =>
      ((paintedText[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) << (x & 7)) & 128 ? 255 : 0,
    ),
  },
  "of few colours": {
    entries: `${eight}/ColorSpace/DeviceCMYK`,
    content: samples(4, (x, y, channel) => (isWhite(x, y) ? 40 * channel : 200 - 30 * channel)),
  },
};

/** Paints strokes of different lengths, with several rows each, like lines of text. */
function paintText(): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height).fill(0xff);
  let random = 9;
  const next = (max: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % max;
  };
  for (let stroke = 0; stroke < 900; stroke++) {
    const [left, top] = [next(width - 12), next(height - 6)];
    const [wide, high] = [1 + next(12), 1 + next(5)];
    for (let y = top; y < top + high; y++)
      for (let x = left; x < left + wide; x++) {
        const at = y * rowBytes + (x >> 3);
        bits[at] = (bits[at] ?? 0) & ~(128 >> (x & 7));
      }
  }
  return bits;
}

async function compress(bytes: Uint8Array<ArrayBuffer>, body: Record<string, unknown> = {}) {
  const request = { file_base64: bytes.toBase64(), response: "json", keep_smaller: false, ...body };
  const { data } = await json(await hub.post("/api/pdf/compress", request));
  return { data, output: Uint8Array.fromBase64(data.base64) };
}

async function listImages(bytes: Uint8Array): Promise<PDFDict[]> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? object.dict : []))
    .filter((dict) => dict.get(PDFName.of("Subtype")) === PDFName.of("Image"));
}

/** Returns the mean and the largest difference between the renderings of two files. */
async function compare(before: Uint8Array, after: Uint8Array, scale = 1.5) {
  const white = [255, 255, 255, 255] as const;
  const size = { width: 92 * scale, height: 78 * scale, background: white, annotations: false };
  const [first, second] = await Promise.all(
    [before, after].map((bytes) => withPdfium(bytes, (opened) => renderPage(opened, 1, size))),
  );
  const differences = [...(first ?? [])].map((value, at) => Math.abs(value - (second?.[at] ?? 0)));
  const sum = differences.reduce((sum, difference) => sum + difference, 0);
  return { mean: sum / differences.length, largest: Math.max(...differences) };
}

describe("a photograph", () => {
  test.each(sampleCases(Object.entries(photos), 14))(
    "%s becomes a smaller JPEG that looks the same",
    async (_, image) => {
      const input = buildPdf(image);
      const { data, output } = await compress(input);
      expect(data.images_recompressed).toBeGreaterThan(0);
      expect(data.output_bytes).toBeLessThan(0.7 * data.input_bytes);
      const [dict] = await listImages(output);
      expect(dict?.get(PDFName.of("Filter"))?.toString()).toBe("/DCTDecode");
      expect(dict?.get(PDFName.of("Width"))).toEqual(PDFNumber.of(150));
      const { mean, largest } = await compare(input, output);
      expect(mean).toBeLessThan(2.5);
      expect(largest).toBeLessThan(60);
    },
  );
});

describe("a drawing", () => {
  test.each(sampleCases(Object.entries(drawings), 6))(
    "%s keeps its pixels and shrinks",
    async (_, image) => {
      const input = buildPdf(image);
      const { data, output } = await compress(input);
      expect(data.images_recompressed).toBe(1);
      expect(data.output_bytes).toBeLessThan(data.input_bytes);
      // PDFium blends neighbours before or after it looks up their colours.
      expect((await compare(input, output, 4)).largest).toBeLessThanOrEqual(2);
    },
  );
});

/** Images whose encoding can't be changed without a risk. */
const risky: Readonly<Record<string, ImageCase>> = {
  "of two inks": {
    entries: `${eight}/ColorSpace[/DeviceN[/A/B]/DeviceCMYK<</FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1 0 1]>>]`,
    content: samples(2, shade),
  },
  "whose /Decode amplifies differences": {
    entries: `${eight}/ColorSpace/DeviceGray/Decode[-9 9]`,
    content: samples(1, shade),
  },
  "whose JPEG the PDF describes otherwise": {
    entries: `${eight}/ColorSpace/DeviceCMYK/DecodeParms<</ColorTransform 0>>`,
    content: cmykJpeg,
    filter: "DCTDecode",
  },
  "whose indexes exceed its palette": {
    entries: `${eight}/ColorSpace[/Indexed/DeviceRGB 99<${palette}>]`,
    content: samples(1, shade),
  },
  "with a palette of calibrated colours": {
    entries: `${eight}/ColorSpace[/Indexed[/CalRGB<</WhitePoint[.95 1 1.09]/Gamma[2.2 2.2 2.2]>>]255<${palette}>]`,
    content: samples(1, shade),
  },
  "with a colour key of small samples": {
    entries: "/BitsPerComponent 4/ColorSpace/DeviceRGB/Mask[1 2 1 2 1 2]",
    content: samples(3, shade),
  },
  "that breaks off": {
    entries: `${eight}/ColorSpace/DeviceRGB`,
    content: samples(3, shade).subarray(0, 90_000),
  },
  "of a space that isn't one": {
    entries: `${eight}/ColorSpace[/Indexed[/Indexed/DeviceRGB 1<00>]900 6 0 R]`,
    content: samples(1, shade),
  },
  "of JPEG 2000": { entries: "", content: samples(1, shade), filter: "JPXDecode" },
};

test.each(sampleCases(Object.entries(risky), 2))(
  "leaves an image %s unchanged, and counts it",
  async (_, image) => {
    const input = buildPdf(image);
    const { data, output } = await compress(input, { level: "extreme" });
    expect(data).toMatchObject({ images_recompressed: 0, images_skipped: 1 });
    const [dict] = await listImages(output);
    expect(dict?.get(PDFName.of("Width"))).toEqual(PDFNumber.of(width));
  },
);

test("keeps the resolution that a larger unit of the page needs", async () => {
  const image = { entries: `${eight}/ColorSpace/DeviceRGB`, content: samples(3, shade) };
  const text = latin1(buildPdf(image)).replace("/MediaBox", "/UserUnit 4/MediaBox");
  const { output } = await compress(Buffer.from(text, "latin1"));
  const [dict] = await listImages(output);
  expect(dict?.get(PDFName.of("Width"))).toEqual(PDFNumber.of(width));
});

test("keeps the resolution of an image that a pattern draws as well", async () => {
  const pattern = stream(
    "q 900 0 0 720 0 0 cm /I Do Q",
    "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 900 720]/XStep 900/YStep 720/Resources<</XObject<</I 5 0 R>>>>",
  );
  const image = {
    entries: `${eight}/ColorSpace/DeviceRGB`,
    content: samples(3, shade),
    objects: [pattern],
  };
  const text = latin1(buildPdf(image)).replace(
    "/Resources<</XObject",
    "/Resources<</Pattern<</P 6 0 R>>/XObject",
  );
  const { output } = await compress(Buffer.from(text, "latin1"));
  const [dict] = await listImages(output);
  expect(dict?.get(PDFName.of("Width"))).toEqual(PDFNumber.of(width));
});

test("converts a four-colour image to grey on request", async () => {
  const inked = samples(4, (x, y, channel) => (channel === 3 ? 0 : shade(x, y, channel)));
  const inverted = "/Decode[1 0 1 0 1 0 1 0]";
  const [plain, complement] = [
    { entries: `${eight}/ColorSpace/DeviceCMYK`, content: inked },
    { entries: `${eight}/ColorSpace/DeviceCMYK${inverted}`, content: inked.map((v) => 255 - v) },
  ];
  const outputs = await Promise.all(
    [plain, complement].map((image) => compress(buildPdf(image), { grayscale: true })),
  );
  for (const { output } of outputs) {
    const [dict] = await listImages(output);
    expect(dict?.get(PDFName.of("ColorSpace"))).toBe(PDFName.of("DeviceGray"));
    expect(dict?.has(PDFName.of("Decode"))).toBe(false);
  }
  const [first, second] = outputs;
  const { mean } = await compare(first?.output ?? inked, second?.output ?? inked);
  expect(mean).toBeLessThan(1);
});

test("removes the matte of each image that shares a soft mask", async () => {
  const content = samples(3, shade);
  const image = {
    entries: `${eight}/ColorSpace/DeviceRGB/SMask 6 0 R`,
    content,
    objects: [
      deflated(mask, `${maskEntries}/Matte[0 0 0]`),
      deflated(
        samples(3, shade),
        `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${eight}/ColorSpace/DeviceRGB/SMask 6 0 R`,
      ),
    ],
  };
  const text = latin1(buildPdf(image)).replace("/XObject<</I 5 0 R", "/XObject<</J 7 0 R/I 5 0 R");
  const { data, output } = await compress(Buffer.from(text, "latin1"));
  const dicts = await listImages(output);
  expect(dicts.some((dict) => dict.has(PDFName.of("Matte")))).toBe(false);
  expect(data.images_skipped).toBe(0);
});
