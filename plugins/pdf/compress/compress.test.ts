import { beforeAll, describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import sharp from "sharp";
import { sampleBase64, stream, writePdf } from "../sample.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const path = "/api/pdf/compress";

/** Colour gradients with a little noise, like a photograph. */
function photo(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  let noise = 7;
  for (let at = 0; at < pixels.length; at++) {
    noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff;
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    pixels[at] = 128 + 90 * Math.sin(x / 60 + (at % 3)) * Math.cos(y / 45) + (noise % 16);
  }
  return pixels;
}

const [width, height] = [1200, 900];
const raw = { raw: { width, height, channels: 3 as const } };

/** Builds a page of 4 × 3 inches that is a 300 dpi image. */
async function scan(kind: "jpg" | "png"): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const image = sharp(photo(width, height), raw);
  const bytes = await (kind === "jpg" ? image.jpeg({ quality: 95 }) : image.png()).toBuffer();
  const embedded = kind === "jpg" ? await document.embedJpg(bytes) : await document.embedPng(bytes);
  document.addPage([288, 216]).drawImage(embedded, { x: 0, y: 0, width: 288, height: 216 });
  document.setTitle("A scan");
  return document.saveAsBase64();
}

let jpeg: string;
let png: string;
beforeAll(async () => {
  [jpeg, png] = [await scan("jpg"), await scan("png")];
});

async function compress(body: Record<string, unknown>) {
  const answer = await hub.post(path, { response: "json", ...body });
  const { data } = await json(answer);
  const document = await PDFDocument.load(data.base64, { updateMetadata: false });
  const images = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .filter(({ dict }) => dict.get(PDFName.of("Subtype")) === PDFName.of("Image"));
  return { data, document, image: images[0]?.dict };
}

describe("an image", () => {
  const levels: [level: string, pixels: number][] = [
    ["low", 800],
    ["medium", 600],
    ["high", 440],
    ["extreme", 288],
  ];
  test.each(sampleCases(levels, 2))(
    "is downsampled to the resolution of the level %s",
    async (level, pixels) => {
      const { data, image } = await compress({ file_base64: jpeg, level });
      expect(image?.get(PDFName.of("Width"))?.toString()).toBe(String(pixels));
      expect(data).toMatchObject({ images_recompressed: 1, reason: null });
      expect(data.output_bytes).toBeLessThan(data.input_bytes / 2);
    },
  );

  test("that is stored losslessly becomes a JPEG if that is much smaller", async () => {
    const { data, image } = await compress({ file_base64: png, level: "low" });
    expect(image?.get(PDFName.of("Filter"))?.toString()).toBe("/DCTDecode");
    expect(data.ratio).toBeLessThan(0.3);
  });

  test("is unchanged if the level is lossless", async () => {
    const { data, image } = await compress({ file_base64: jpeg, level: "lossless" });
    expect(image?.get(PDFName.of("Width"))?.toString()).toBe("1200");
    expect(data.images_recompressed).toBe(0);
  });

  test("is converted to greyscale on request", async () => {
    const { image } = await compress({ file_base64: jpeg, grayscale: true });
    expect(image?.get(PDFName.of("ColorSpace"))?.toString()).toBe("/DeviceGray");
  });

  test("uses an explicit resolution and quality instead of those of the level", async () => {
    const { image } = await compress({ file_base64: jpeg, image_dpi: 100, image_quality: 10 });
    expect(image?.get(PDFName.of("Width"))?.toString()).toBe("400");
  });
});

describe("a target size", () => {
  test("is reached with as little loss as possible", async () => {
    const { data, image } = await compress({ file_base64: jpeg, target_bytes: 40_000 });
    expect(data.output_bytes).toBeLessThanOrEqual(40_000);
    expect(data.output_bytes).toBeGreaterThan(25_000);
    expect(data).toMatchObject({ passes: 6, reason: null });
    expect(Number(image?.get(PDFName.of("Width"))?.toString())).toBeGreaterThan(400);
  });

  test("that can't be reached is reported, with the smallest possible size", async () => {
    let noise = 1;
    const byte = () => {
      noise = (noise * 48_271) % 2_147_483_647;
      return String.fromCharCode(noise % 251);
    };
    const attached = stream(Array.from({ length: 20_000 }, byte).join(""), "/Type/EmbeddedFile");
    const objects = [
      "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(f)<</Type/Filespec/EF<</F 4 0 R>>>>]>>>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      attached,
    ];
    const file_base64 = writePdf(objects).toBase64();
    const { data } = await compress({ file_base64, target_bytes: 10_000 });
    expect(data.reason).toBe("target_unreachable");
    expect(data.output_bytes).toBeLessThanOrEqual(data.input_bytes);
  });

  test("that is met already takes one pass", async () => {
    const { data } = await compress({ file_base64: sampleBase64, target_bytes: 50_000 });
    expect(data.passes).toBe(1);
  });
});

test("never returns a larger file, and reports why it didn't shrink", async () => {
  const once = await compress({ file_base64: jpeg, level: "extreme" });
  const twice = await compress({ file_base64: once.data.base64, level: "extreme" });
  expect(twice.data).toMatchObject({ reason: "already_optimal", base64: once.data.base64 });
});

test("removes the requested parts", async () => {
  const withTitle = await compress({ file_base64: jpeg, level: "lossless", strip: [] });
  expect(withTitle.document.getTitle()).toBe("A scan");
  const without = await compress({ file_base64: jpeg, level: "lossless", strip: ["metadata"] });
  expect(without.document.getTitle()).toBeUndefined();
});

/** Builds a document with one of each part that can be removed. */
const laden = writePdf([
  "<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R/Names<</JavaScript<</Names[(a)6 0 R]>>/EmbeddedFiles<</Names[(f)7 0 R]>>>>/OpenAction 6 0 R/Metadata 8 0 R>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Thumb 9 0 R/Annots[<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/Contents(note)>>4 0 R]>>",
  "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 1 1]/FS 7 0 R>>",
  "<</Type/Outlines/First 10 0 R/Last 10 0 R>>",
  "<</S/JavaScript/JS(app.alert)>>",
  "<</Type/Filespec/F(f)/EF<</F 11 0 R>>>>",
  stream("<x/>", "/Type/Metadata/Subtype/XML"),
  stream("x", "/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"),
  "<</Title(mark)/Parent 5 0 R>>",
  stream("attached", "/Type/EmbeddedFile"),
]).toBase64();

test.each([
  ["xmp", "/Metadata"],
  ["thumbnails", "/Thumb"],
  ["attachments", "/EmbeddedFile"],
  ["javascript", "app.alert"],
  ["bookmarks", "/Outlines"],
  ["annotations", "note"],
])("removes %s", async (what, trace) => {
  const text = async (strip: string[]) => {
    const body = { file_base64: laden, level: "lossless", strip, keep_smaller: false };
    const { document } = await compress(body);
    return document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object.toString())
      .join("\n");
  };
  expect(await text([])).toContain(trace);
  expect(await text([what])).not.toContain(trace);
});

test("linearizes a file on request, with the same bytes each time", async () => {
  const requestCompression = () => hub.post(path, { file_base64: jpeg, linearize: true });
  const [first, second] = await Promise.all([
    (await requestCompression()).bytes(),
    (await requestCompression()).bytes(),
  ]);
  expect(Buffer.from(first.subarray(0, 1024)).toString("latin1")).toContain("/Linearized");
  expect(first).toEqual(second);
});
