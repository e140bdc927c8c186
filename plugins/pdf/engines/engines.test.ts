import { describe, expect, test } from "bun:test";
import { signedPdf } from "../hostile.fixture.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { samplePdf, writePdf } from "../sample.ts";
import { newDocument, openDocument, openSource, saveDocument } from "./pdf-lib.ts";
import { renderGray, withPdfium } from "./pdfium.ts";
import { qpdfOutput, runQpdf } from "./qpdf.ts";

const catalogue = "<</Type/Catalog/Pages 2 0 R>>";
const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 30 40]>>";

describe("pdf-lib opens a page tree", () => {
  test.each<[string, number, string[]]>([
    ["that is sound", 1, [catalogue, "<</Type/Pages/Count 1/Kids[3 0 R]>>", page]],
    ["that counts wrong", 1, [catalogue, "<</Type/Pages/Count 7/Kids[3 0 R]>>", page]],
    [
      "with a page without a type",
      1,
      [catalogue, "<</Type/Pages/Count 1/Kids[3 0 R]>>", "<</Parent 2 0 R/MediaBox[0 0 30 40]>>"],
    ],
    [
      "with a page that is listed twice",
      2,
      [catalogue, "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>", page],
    ],
    ["with a page in its parent", 1, [catalogue, `<</Type/Pages/Count 1/Kids[${page}]>>`]],
    ["with a gap", 1, [catalogue, "<</Type/Pages/Count 2/Kids[9 0 R 3 0 R]>>", page]],
    [
      "with inherited attributes",
      1,
      [
        catalogue,
        "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 30 40]>>",
        "<</Type/Page/Parent 1 0 R>>",
      ],
    ],
    [
      "whose catalogue has no type",
      1,
      ["<</Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", page],
    ],
  ])("%s", async (_, count, objects) => {
    const document = await openDocument(writePdf(objects));
    expect(document.getPageCount()).toBe(count);
    for (const { node } of document.getPages())
      expect(node.MediaBox().asRectangle()).toMatchObject({ width: 30, height: 40 });
    expect((await openDocument(await saveDocument(document))).getPageCount()).toBe(count);
  });

  test("and removes entries of the wrong type from a page", async () => {
    const odd =
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 7/Annots[7 <</Subtype/Link>>]/Resources<</Font 7/XObject<<>>>>>>";
    const document = await openDocument(
      writePdf([catalogue, "<</Type/Pages/Count 1/Kids[3 0 R]>>", odd]),
    );
    const dict = String(pageLeaves(document)[0]?.dict);
    expect(dict).not.toMatch(/7|Font|Contents/);
    expect(dict).toMatch(/Annots.*Link/s);
  });

  test("or rejects it if it has a cycle or other pages than the scan found", async () => {
    const circle = writePdf([catalogue, "<</Type/Pages/Count 1/Kids[2 0 R]>>"]);
    await expect(openDocument(circle, "body.file")).rejects.toMatchObject({ code: "pdf_corrupt" });
    const source = { bytes: samplePdf(["A", "B"]), pages: [1] };
    await expect(openSource(source)).rejects.toMatchObject({ code: "pdf_corrupt" });
    expect((await openSource({ ...source, pages: [1, 2] })).getPageCount()).toBe(2);
  });

  test("a new document has no pages and is always written with the same bytes", async () => {
    expect((await newDocument()).getPageCount()).toBe(0);
    const bytes = async () => saveDocument(await openDocument(signedPdf));
    expect(await bytes()).toEqual(await bytes());
  });
});

describe("qpdf", () => {
  test("sees only the files it is given and prints nothing", async () => {
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], { "in.pdf": samplePdf() });
    expect([exitCode, messages.includes("No syntax or stream encoding errors")]).toEqual([0, true]);
    const other = await runQpdf(["--check", "/in.pdf"], {});
    expect([other.exitCode, other.output, other.isOutOfMemory]).toEqual([2, undefined, false]);
    expect(process.exitCode ?? 0).toBe(0);
  });

  test("writes the same bytes for the same file, and different bytes with a random ID", async () => {
    const files = { "in.pdf": samplePdf() };
    expect(await qpdfOutput(["/in.pdf"], { files })).toEqual(
      await qpdfOutput(["/in.pdf"], { files }),
    );
    const lock = () =>
      qpdfOutput(
        ["--encrypt", "--user-password=a", "--owner-password=b", "--bits=256", "--", "/in.pdf"],
        { files, isEncrypted: true },
      );
    expect(await lock()).not.toEqual(await lock());
  });

  test("repairs a broken cross-reference table and reports which file can't be rewritten", async () => {
    const broken = Buffer.from(
      Buffer.from(samplePdf())
        .toString("latin1")
        .replace(/\d{10} 00000 n/g, "0000000001 00000 n"),
      "latin1",
    );
    const mended = await qpdfOutput(["/in.pdf"], { files: { "in.pdf": broken } });
    expect((await openDocument(mended)).getPageCount()).toBe(3);
    const none = { files: { "in.pdf": Buffer.from("%PDF-1.7 nothing") }, at: "body.files.1" };
    await expect(qpdfOutput(["/in.pdf"], none)).rejects.toMatchObject({
      code: "pdf_corrupt",
      message: expect.stringContaining("body.files.1"),
    });
  });
});

describe("pdfium", () => {
  test("leaves nothing on the global object of the process", async () => {
    await withPdfium(samplePdf(), ({ pages }) => pages);
    expect(Object.getOwnPropertyDescriptor(globalThis, "asm")?.get).toBeUndefined();
  });

  test("draws a page in greyscale, and nothing for a missing page", async () => {
    const [drawn, other] = await withPdfium(samplePdf(), (opened) => [
      renderGray(opened, 1, { widthPixels: 100 }),
      renderGray(opened, 9, { widthPixels: 100 }),
    ]);
    expect([drawn!.width, drawn!.height, drawn!.pixels.length]).toEqual([100, 141, 14_100]);
    expect([Math.max(...drawn!.pixels), Math.min(...drawn!.pixels) < 100]).toEqual([255, true]);
    expect(other).toEqual({ width: 0, height: 0, pixels: new Uint8Array() });
  });

  test("rejects unreadable files and passes errors of the callback on", async () => {
    await expect(withPdfium(new Uint8Array(9), () => 1)).rejects.toMatchObject({
      code: "pdf_corrupt",
    });
    const work = () => {
      throw new Error("The work failed");
    };
    await expect(withPdfium(samplePdf(), work)).rejects.toThrow("The work failed");
  });
});
