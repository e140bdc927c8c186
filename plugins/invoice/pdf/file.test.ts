import { expect, test } from "bun:test";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { encodePdf, makePdf, type Raster } from "./file.ts";
import { Ink } from "./ink.ts";
import { Page } from "./page.ts";

const now = Date.UTC(2026, 0, 31);
const metadata = { title: "Invoice 1", author: "Seller", language: "de", now };

async function write(images: Readonly<Record<string, Raster>> = {}, own: object = {}) {
  const ink = new Ink({ rtl: false });
  const pages = [
    new Page(ink, { width: 200, height: 100 }),
    new Page(ink, { width: 50, height: 60 }),
  ];
  const tag = ink.tags.add("P");
  pages[0]?.text(
    "Link here",
    { x: 10, y: 20, width: 100 },
    { size: 10, tag, link: "https://x.example/(a)" },
  );
  return encodePdf(await makePdf(pages, { ink, images, metadata: { ...metadata, ...own } }));
}
const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false });

test("a file has its metadata and pages", async () => {
  const pdf = await load(await write());
  expect(pdf.getPages().map((page) => page.getSize())).toEqual([
    { width: 200, height: 100 },
    { width: 50, height: 60 },
  ]);
  expect([pdf.getTitle(), pdf.getAuthor(), pdf.getCreator(), pdf.getProducer()]).toEqual([
    ...["Invoice 1", "Seller", "utilhub", "utilhub"],
  ]);
  expect([pdf.getCreationDate(), pdf.getModificationDate()]).toEqual([
    ...[new Date(now), new Date(now)],
  ]);
  expect(String(pdf.catalog.get(PDFName.of("Lang")))).toContain("de");
});

test("the same content has the same bytes, whose identifier is their hash", async () => {
  const [one, same, other] = [await write(), await write(), await write({}, { title: "Other" })];
  expect(Buffer.from(one).equals(Buffer.from(same))).toBe(true);
  const findIds = async (bytes: Uint8Array) =>
    String((await load(bytes)).context.trailerInfo.ID).match(/[0-9a-f]{32}/gi);
  const [first, second] = (await findIds(one)) ?? [];
  expect(first).toMatch(/^(?!0+$)/);
  expect(second).toBe(first!);
  expect((await findIds(other))?.[0]).not.toBe(first!);
});

test("an image has its colours, and its transparency as a mask", async () => {
  const rgb = Uint8Array.from({ length: 12 }, (_, at) => at * 20);
  const alpha = Uint8Array.from([255, 0, 128, 64]);
  const size = { width: 2, height: 2 };
  const { context } = await load(
    await write({ Logo: { ...size, rgb, alpha }, Plain: { ...size, rgb } }),
  );
  const images = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream &&
      object.dict.get(PDFName.of("Subtype")) === PDFName.of("Image")
        ? [object.dict]
        : [],
    );
  const describe = (dict: PDFDict) =>
    ["Width", "Height", "BitsPerComponent", "ColorSpace"].map((key) =>
      String(dict.get(PDFName.of(key))),
    );
  expect(images.map(describe).toSorted()).toEqual([
    ["2", "2", "8", "/DeviceGray"],
    ["2", "2", "8", "/DeviceRGB"],
    ["2", "2", "8", "/DeviceRGB"],
  ]);
  expect(images.filter((dict) => dict.has(PDFName.of("SMask")))).toHaveLength(1);
});

test("a link has the rectangle of its text, from the bottom of the page", async () => {
  const pdf = await load(await write());
  const annotations = pdf.getPage(0).node.lookup(PDFName.of("Annots"), PDFArray);
  const link = annotations.lookup(0, PDFDict);
  const numbers = (key: string) =>
    String(link.lookup(PDFName.of(key), PDFArray))
      .match(/[\d.]+/g)
      ?.map(Number);
  const [left, bottom, right = 0, top] = numbers("Rect") ?? [];
  expect([left, bottom, top]).toEqual([10, 66.5, 80]);
  expect(right).toBeGreaterThan(40);
  expect(numbers("QuadPoints")).toEqual([10, 66.5, right, 66.5, right, 80, 10, 80]);
  expect(numbers("Border")).toEqual([0, 0, 0]);
  expect(String(link.lookup(PDFName.of("A"), PDFDict))).toContain("https://x.example/\\(a\\)");
});

test("a file claims PDF/A-3b and PDF/UA-1, with a description of the second", async () => {
  const pdf = await load(await write());
  const metadata = pdf.catalog.lookup(PDFName.of("Metadata"));
  if (!(metadata instanceof PDFRawStream)) throw new TypeError("There is no metadata");
  const xmp = new TextDecoder().decode(metadata.getContents());
  for (const claim of [
    "<pdfaid:part>3</pdfaid:part>",
    "<pdfaid:conformance>B</pdfaid:conformance>",
    "<pdfuaid:part>1</pdfuaid:part>",
    "<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>",
    "<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq>",
  ])
    expect(xmp).toContain(claim);
});
