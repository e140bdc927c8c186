import { expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { sampleBase64, stream, writePdf } from "../sample.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const path = "/api/pdf/to-images";

/** Builds a page of 100 × 50 points with a red lower left quarter, rotated and cropped as requested. */
function page(entries = ""): string {
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 50]/Contents 4 0 R${entries}>>`,
    stream("1 0 0 rg 0 0 50 25 re f"),
  ]).toBase64();
}

async function pixel(image: Blob, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(await image.bytes())
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

test("returns one page as an image with the pixels of its size and resolution", async () => {
  const answer = await hub.post(path, { file_base64: page(), dpi: 144 });
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("x-image-width")).toBe("200");
  const image = await answer.blob();
  expect(await pixel(image, 50, 80)).toEqual([255, 0, 0]);
  expect(await pixel(image, 50, 20)).toEqual([255, 255, 255]);
});

test("draws a rotated page as displayed", async () => {
  const answer = await hub.post(path, { file_base64: page("/Rotate 90"), dpi: 72 });
  expect(answer.headers.get("x-image-width")).toBe("50");
  expect(await pixel(await answer.blob(), 10, 25)).toEqual([255, 0, 0]);
});

test("supports a coloured or transparent background", async () => {
  const blue = await hub.post(path, { file_base64: page(), dpi: 72, background: "#00f" });
  expect(await pixel(await blue.blob(), 80, 10)).toEqual([0, 0, 255]);
  const clear = await hub.post(path, { file_base64: page(), dpi: 72, background: "transparent" });
  expect(await pixel(await clear.blob(), 80, 10)).toEqual([0, 0, 0, 0]);
});

test("returns several pages as a ZIP with the same bytes each time", async () => {
  const requestImages = () =>
    hub.post(path, { file_base64: sampleBase64, format: "jpg", width: 100 });
  const [first, second] = [await requestImages(), await requestImages()];
  expect(first.headers.get("content-type")).toBe("application/zip");
  const bytes = await first.bytes();
  expect(Object.keys(unzipSync(bytes))).toEqual(["001.jpg", "002.jpg", "003.jpg"]);
  expect(bytes).toEqual(await second.bytes());
});

test("returns every image as base64 in JSON", async () => {
  const options = { pages: "3,1", format: "webp", dpi: 36, response: "json" };
  const { data } = await json(await hub.post(path, { file_base64: sampleBase64, ...options }));
  expect(data.pages.map(({ page, width }: Record<string, number>) => [page, width])).toEqual([
    [3, 149],
    [1, 149],
  ]);
  const { format, width } = await sharp(Buffer.from(data.pages[0].base64, "base64")).metadata();
  expect([format, width]).toEqual(["webp", 149]);
});

test("rejects more pixels than a page may have", async () => {
  const wide = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 10000 10000]>>",
  ]).toBase64();
  const answer = await hub.post(path, { file_base64: wide, dpi: 72 });
  expect(answer.status).toBe(422);
  expect(await json(answer)).toMatchObject({ code: "pdf_limit_exceeded", limit: "page_pixels" });
});

test("rejects transparency in JPEG", async () => {
  const options = { format: "jpg", background: "transparent" };
  const answer = await hub.post(path, { file_base64: sampleBase64, ...options });
  expect((await json(answer)).errors[0].location).toBe("body.background");
});

test("rejects a missing page", async () => {
  const answer = await hub.post(path, { file_base64: sampleBase64, pages: "4" });
  expect((await json(answer)).code).toBe("page_out_of_range");
});
