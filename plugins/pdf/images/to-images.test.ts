import { expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { sampleBase64, stream, writePdf } from "../sample.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const path = "/api/pdf/to-images";

/** A page of 100 × 50 points, a red field in its lower left quarter, turned and cropped as told. */
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

test("one page is an image, of the pixels that its size and the resolution give", async () => {
  const answer = await hub.post(path, { file_base64: page(), dpi: 144 });
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("x-image-width")).toBe("200");
  const image = await answer.blob();
  expect(await pixel(image, 50, 80)).toEqual([255, 0, 0]);
  expect(await pixel(image, 50, 20)).toEqual([255, 255, 255]);
});

test("a turned page is drawn as it is seen", async () => {
  const answer = await hub.post(path, { file_base64: page("/Rotate 90"), dpi: 72 });
  expect(answer.headers.get("x-image-width")).toBe("50");
  expect(await pixel(await answer.blob(), 10, 25)).toEqual([255, 0, 0]);
});

test("the ground may be a colour, or nothing at all", async () => {
  const blue = await hub.post(path, { file_base64: page(), dpi: 72, background: "#00f" });
  expect(await pixel(await blue.blob(), 80, 10)).toEqual([0, 0, 255]);
  const clear = await hub.post(path, { file_base64: page(), dpi: 72, background: "transparent" });
  expect(await pixel(await clear.blob(), 80, 10)).toEqual([0, 0, 0, 0]);
});

test("several pages are a ZIP, the same each time", async () => {
  const requestImages = () =>
    hub.post(path, { file_base64: sampleBase64, format: "jpg", width: 100 });
  const [first, second] = [await requestImages(), await requestImages()];
  expect(first.headers.get("content-type")).toBe("application/zip");
  const bytes = await first.bytes();
  expect(Object.keys(unzipSync(bytes))).toEqual(["001.jpg", "002.jpg", "003.jpg"]);
  expect(bytes).toEqual(await second.bytes());
});

test("JSON has every image in base64", async () => {
  const options = { pages: "3,1", format: "webp", dpi: 36, response: "json" };
  const { data } = await json(await hub.post(path, { file_base64: sampleBase64, ...options }));
  expect(data.pages.map(({ page, width }: Record<string, number>) => [page, width])).toEqual([
    [3, 149],
    [1, 149],
  ]);
  const { format, width } = await sharp(Buffer.from(data.pages[0].base64, "base64")).metadata();
  expect([format, width]).toEqual(["webp", 149]);
});

test("more pixels than a page may have are refused", async () => {
  const wide = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 10000 10000]>>",
  ]).toBase64();
  const answer = await hub.post(path, { file_base64: wide, dpi: 72 });
  expect(answer.status).toBe(422);
  expect(await json(answer)).toMatchObject({ code: "pdf_limit_exceeded", limit: "page_pixels" });
});

test("JPEG has no transparency", async () => {
  const options = { format: "jpg", background: "transparent" };
  const answer = await hub.post(path, { file_base64: sampleBase64, ...options });
  expect((await json(answer)).errors[0].location).toBe("body.background");
});

test("a page that is not there is refused", async () => {
  const answer = await hub.post(path, { file_base64: sampleBase64, pages: "4" });
  expect((await json(answer)).code).toBe("page_out_of_range");
});
