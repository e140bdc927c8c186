import { describe, expect, test } from "bun:test";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import { PDFArray, PDFName, PDFNumber, PDFObject, PDFString } from "pdf-lib";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { dictEntry, entry, listDicts, nameEntry } from "../objects/entries.ts";
import { pageBytes } from "../objects/pages.ts";
import { createDice } from "../redact/random-layouts.fixture.ts";
import { sampleBase64, samplePdf, stream, writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";
import { letter, randomScan, type Scan, scanPdf, scanPictures } from "./scans.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const lines = letter.slice(0, 5);
const text = lines.join("\n");

interface Page {
  text: string;
  words?: { t: string; x: number; y: number; w: number; h: number; confidence?: number }[];
  ocr?: { words: number; confidence: number; rotation: number; dpi: number };
}

async function post(endpoint: string, body: Record<string, unknown>) {
  return json(await hub.post(`/api/pdf/${endpoint}`, body));
}

async function readScan(scans: readonly Scan[], body: Record<string, unknown> = {}) {
  const file_base64 = (await scanPdf(...scans)).toBase64();
  const { pages } = await post("extract-text", { file_base64, ocr: "auto", ...body });
  return pages as Page[];
}

/** Counts the characters of `wanted` that a text lacks, or has instead: the edit distance. */
function countErrors(text: string, wanted: string): number {
  let row = Array.from({ length: wanted.length + 1 }, (_, index) => index);
  for (const [line, character] of Array.from(text).entries()) {
    const next = [line + 1];
    for (let at = 1; at <= wanted.length; at++)
      next[at] = Math.min(
        (row[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (row[at - 1] ?? 0) + (character === wanted[at - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[wanted.length] ?? 0;
}

test("extract-text reads turned, skewed and noisy scans with `ocr`", async () => {
  const pages = await readScan([
    { lines, dpi: 150, skew: 1.5, noise: 20 },
    { lines, turns: 1, skew: 1 },
    { lines, turns: 2, dpi: 300 },
    { lines, turns: 3, rotate: 270 },
  ]);
  for (const page of pages) expect(countErrors(page.text, text)).toBeLessThanOrEqual(2);
  expect(pages.map(({ ocr }) => ocr?.rotation)).toEqual([0, 270, 180, 180]);
});

test("extract-text returns digits in order, and is sure of no wrong one", async () => {
  const scans = Array.from({ length: isFullDepth ? 20 : 3 }, (_, seed) =>
    randomScan(createDice(isFullDepth ? seed : [8, 12, 29][seed]!)),
  );
  const wrong: string[] = [];
  let [digits, sure] = [0, 0];
  for (const scan of scans) {
    const [page] = await readScan([scan], { format: "words" });
    const drawn = scan.lines.map(toDigits);
    digits += drawn.join("").length;
    for (const { t, confidence = 0 } of page?.words ?? []) {
      const own = toDigits(t);
      if (own === "" || confidence <= 90) continue;
      // The engine may miss or add a space.
      if (drawn.some((one) => one.includes(own))) sure += own.length;
      else wrong.push(`${t} in ${JSON.stringify(scan)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(sure / digits).toBeGreaterThanOrEqual(0.7);
});

function toDigits(text: string): string {
  return text.replace(/\D/g, "");
}

test("extract-text reads slanted scans with `ocr`, and returns positions on the slanted page", async () => {
  const scans = [
    { lines, skew: 5 },
    { lines, skew: 3, turns: 1 as const },
  ];
  const [slanted, turned] = await readScan(scans);
  // Lines at different heights of a slanted page aren't separated by line breaks.
  const [read, readTurned, wanted] = [slanted?.text, turned?.text, text].map((one = "") =>
    one.replace(/\s+/g, " "),
  );
  expect(countErrors(read ?? "", wanted ?? "")).toBeLessThanOrEqual(2);
  expect(countErrors(readTurned ?? "", wanted ?? "")).toBeLessThanOrEqual(2);
  const file = await scanPdf({ lines, skew: 5 });
  const { pages } = await post("extract-text", {
    file_base64: file.toBase64(),
    ocr: "auto",
    format: "words",
  });
  const [first, last] = ["Acme", "Bristol"].map((word) =>
    pages[0].words.find(({ t }: { t: string }) => t.startsWith(word)),
  );
  // The first line goes down by five degrees.
  const slope = Math.atan2(last.y - first.y, last.x - first.x) * (180 / Math.PI);
  expect(Math.abs(slope - 5)).toBeLessThan(1);
});

test("extract-text reads a scan of light text on dark paper", async () => {
  const [page] = await readScan([{ lines, isNegative: true, noise: 20 }]);
  expect(countErrors(page?.text ?? "", text)).toBeLessThanOrEqual(2);
});

test("extract-text reads scans with specks and heavy noise with `ocr`", async () => {
  const pages = await readScan([
    { lines, specks: 0.03 },
    { lines, noise: 60 },
  ]);
  for (const page of pages) expect(countErrors(page.text, text)).toBeLessThanOrEqual(2);
});

test("extract-text returns the position and confidence of recognised words", async () => {
  const [page] = await readScan([{ lines, skew: -2 }], { format: "words" });
  const word = page?.words?.find(({ t }) => t === "Whitfield,");
  expect(word?.confidence).toBeGreaterThan(80);
  // The name is 61 points to the right of the margin, and in the third line.
  expect(Math.abs((word?.x ?? 0) - 85)).toBeLessThan(8);
  expect(Math.abs((word?.y ?? 0) - 88)).toBeLessThan(8);
  expect(Math.abs((word?.w ?? 0) - 45)).toBeLessThan(4);
});

test("extract-text leaves the text of a PDF as it is with `ocr: auto`", async () => {
  const { pages } = await post("extract-text", { file_base64: sampleBase64, ocr: "auto" });
  expect(pages.map(({ text, ocr }: Page) => [text, ocr])).toEqual([
    ["Invoice No 1", undefined],
    ["Terms of the sale", undefined],
    ["Invoice No 2", undefined],
  ]);
});

test("a searchable PDF is found by extract-text and redact", async () => {
  const scan = await scanPdf({ lines, skew: 1, rotate: 90 }, { lines, turns: 1 });
  const made = await post("ocr", { file_base64: scan.toBase64(), response: "json" });
  expect(made.data.ocr_pages).toBe("1,2");
  const file_base64 = made.data.base64;
  const { pages } = await post("extract-text", { file_base64 });
  for (const page of pages) expect(countErrors(page.text, text)).toBeLessThanOrEqual(2);
  const terms = ["Whitfield", "2026-0417"];
  const { data } = await post("redact", { file_base64, terms, response: "json" });
  expect(
    data.matches.map(({ page, term }: { page: number; term: string }) => [page, term]),
  ).toEqual([
    [1, "Whitfield"],
    [1, "2026-0417"],
    [2, "Whitfield"],
    [2, "2026-0417"],
  ]);
  const again = await post("extract-text", { file_base64: data.base64, ocr: "auto" });
  for (const page of again.pages) expect(page.text).not.toMatch(/whitfi|tfield|2026-0|0417/i);
});

describe("a scan with a stamp as text", () => {
  const stamped = scanPdf({
    lines,
    over: "BT /F 9 Tf 60 20 Td (Received 12 March) Tj ET",
  }).then((scan) => scan.toBase64());

  test("is read, and the stamp is returned once", async () => {
    const { pages } = await post("extract-text", { file_base64: await stamped, ocr: "auto" });
    expect(pages[0].text.match(/Received/g)).toHaveLength(1);
    expect(pages[0].text).toContain("Dear Ms Whitfield");
  });

  test("gets no second text layer from a second recognition", async () => {
    const body = { file_base64: await stamped, response: "json" };
    const { data: once } = await post("ocr", body);
    const { data: twice } = await post("ocr", { ...body, file_base64: once.base64 });
    expect([once.ocr_words, twice.ocr_words]).toEqual([41, 0]);
  });
});

test("recognised text is not a text layer of the file", async () => {
  const file_base64 = (await scanPdf({ lines })).toBase64();
  const read = await post("extract-text", { file_base64, ocr: "auto" });
  expect([read.stats.has_text_layer, read.warnings]).toEqual([false, []]);
  const unread = await post("extract-text", { file_base64 });
  expect([unread.stats.has_text_layer, unread.warnings]).toEqual([false, ["no_text_layer"]]);
});

test("`ocr: force` reads what is drawn instead of the text of a page", async () => {
  // The text says something else than the picture, as after a bad recognition.
  const hidden = "BT 3 Tr /F 11 Tf 40 530 Td (Wrong words) Tj ET";
  const file_base64 = (await scanPdf({ lines, over: hidden })).toBase64();
  const { pages } = await post("extract-text", { file_base64, ocr: "force" });
  expect(countErrors(pages[0].text, text)).toBeLessThanOrEqual(2);
  const { data } = await post("ocr", { file_base64, ocr: "force", response: "json" });
  const again = await post("extract-text", { file_base64: data.base64 });
  expect(countErrors(again.pages[0].text, text)).toBeLessThanOrEqual(2);
});

/** Tags the pictures of scanned pages. The document meets PDF/UA-1. */
async function tagScan(bytes: Uint8Array, parents: "array" | "kids" | "none") {
  const document = await openDocument(bytes);
  const { catalog, context } = document;
  const root = context.nextRef();
  const top = context.nextRef();
  const figures = document.getPages().map((page, index) => {
    const drawn = Buffer.from(pageBytes(page)).toString("latin1");
    const content = context.stream(`/Figure <</MCID 0>> BDC ${drawn} EMC`);
    page.node.set(PDFName.of("Contents"), context.register(content));
    page.node.Resources()?.delete(PDFName.of("Font"));
    if (parents !== "none") page.node.set(PDFName.of("StructParents"), PDFNumber.of(index));
    const entries = { Type: "StructElem", S: "Figure", P: top, Pg: page.ref, K: 0 };
    return context.register(context.obj({ ...entries, Alt: PDFString.of("A scan") }));
  });
  const nums = figures.flatMap((figure, index) => [index, [figure]]);
  const leaf = { Nums: nums, Limits: [0, figures.length - 1] };
  const tree = { array: { Nums: nums }, kids: { Kids: [leaf] }, none: undefined }[parents];
  context.assign(top, context.obj({ Type: "StructElem", S: "Document", P: root, K: figures }));
  context.assign(
    root,
    context.obj({ Type: "StructTreeRoot", K: top, ...(tree && { ParentTree: tree }) }),
  );
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part><dc:title>A</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const entries = {
    StructTreeRoot: root,
    MarkInfo: { Marked: true },
    Lang: PDFString.of("en"),
    ViewerPreferences: { DisplayDocTitle: true },
    Metadata: context.register(context.stream(xmp, { Type: "Metadata", Subtype: "XML" })),
  };
  for (const [key, value] of Object.entries(entries))
    catalog.set(PDFName.of(key), value instanceof PDFObject ? value : context.obj(value));
  return saveDocument(document);
}

test.each(sampleCases(["array", "kids", "none"] as const, 1))(
  "tags the text of tagged scans, with a parent tree of the kind: %s",
  async (parents) => {
    const scan = await scanPdf({ lines, dpi: 100 }, { lines: letter.slice(5), dpi: 100 });
    const file_base64 = (await tagScan(scan, parents)).toBase64();
    const { data } = await post("ocr", { file_base64, response: "json" });
    expect(data.lost).toBe("");
    const check = await post("check", { file_base64: data.base64, profile: "pdfua-1" });
    expect(check.violations).toEqual([]);
    const { document, pages } = await readBack(Uint8Array.fromBase64(data.base64));
    const trees = await Promise.all(pages.map((page) => page.getStructTree()));
    const found = JSON.stringify(trees).matchAll(/"(?:Document|Figure|P)"|mc\d/g);
    const page = ['"Document"', '"Figure"', "mc0", '"P"', "mc1"];
    expect([...found].map(([word]) => word)).toEqual([...page, ...page]);
    const written = await openDocument(Uint8Array.fromBase64(data.base64));
    const root = dictEntry(written.catalog, "StructTreeRoot");
    const tags = listDicts(entry(dictEntry(root, "K"), "K", PDFArray));
    expect(tags.map((tag) => nameEntry(tag, "S"))).toEqual(["Figure", "P", "Figure", "P"]);
    await document.loadingTask.destroy();
  },
);

test("`rotate` turns recognised pages upright", async () => {
  const scan = await scanPdf({ lines, turns: 1, rotate: 90 });
  const body = { file_base64: scan.toBase64(), rotate: true, response: "json" };
  const { data } = await post("ocr", body);
  expect(data.recognized[0].rotation).toBe(180);
  const { pages } = await post("extract-text", { file_base64: data.base64, format: "layout" });
  expect(pages[0].rotation).toBe(270);
  expect(pages[0].text).toMatch(/Dear Ms +Whitfield/);
});

test("an image becomes a searchable PDF", async () => {
  const [picture] = await scanPictures({ lines });
  const answer = await hub.post("/api/pdf/ocr", new Blob([picture ?? ""]), {
    "content-type": "image/jpeg",
  });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const [read] = (await readBack(await answer.bytes())).texts;
  expect(read).toContain("Harbour Street");
});

test("a blank page has no words", async () => {
  const { data } = await post("ocr", {
    file_base64: (await scanPdf({ lines: [], dpi: 72 })).toBase64(),
    response: "json",
  });
  expect([data.ocr_pages, data.ocr_words, data.ocr_confidence]).toEqual(["1", 0, 0]);
});

test("more pages than can be recognised fail with 422, and text pages do not count", async () => {
  const blank = samplePdf(Array.from({ length: 51 }, () => " "));
  expect(await post("ocr", { file_base64: blank.toBase64() })).toMatchObject({
    code: "pdf_limit_exceeded",
    detail: "body.pages must name at most 50 pages for text recognition: it names 51",
  });
  const filled = samplePdf(Array.from({ length: 51 }, () => "Page"));
  expect((await hub.post("/api/pdf/ocr", { file_base64: filled.toBase64() })).status).toBe(200);
});

test("a scanned table without lines is returned row by row", async () => {
  const rows = ["Item Qty Price", "Bolts 120 14.40", "Nuts 120 9.60", "Washers 240 4.80"];
  const shown = rows.flatMap((row, line) =>
    row
      .split(" ")
      .map((cell, column) => `1 0 0 1 ${40 + 130 * column} ${300 - 20 * line} Tm (${cell}) Tj`),
  );
  const file_base64 = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 420]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
    stream(`BT /F 10 Tf ${shown.join(" ")} ET`),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]).toBase64();
  const { tables } = await post("extract-text", { file_base64, ocr: "force", tables: "csv" });
  expect(tables[0].csv.trimEnd().split("\r\n")).toEqual(
    rows.map((row) => row.replaceAll(" ", ",")),
  );
});

test("text lies over its picture on a cropped page", async () => {
  const scan = Buffer.from(await scanPdf({ lines, rotate: 90 })).toString("latin1");
  // Of the same length, so that the positions of objects stay.
  const cropped = scan.replace("/MediaBox[0 0 420 595]", "/MediaBox[0 9 420 595]");
  const file_base64 = Buffer.from(cropped, "latin1").toBase64();
  const { data } = await post("ocr", { file_base64, response: "json" });
  const find = async (body: Record<string, unknown>) => {
    const { pages } = await post("extract-text", { format: "words", ...body });
    return (pages[0] as Page).words?.find(({ t }) => t === "Whitfield,");
  };
  const [drawn, layer] = [
    await find({ file_base64, ocr: "auto" }),
    await find({ file_base64: data.base64 }),
  ];
  expect([layer?.x, layer?.y]).toEqual([drawn?.x, drawn?.y]);
  // The third line is 88 points from the upper edge, which is at the right of the turned page.
  expect(Math.abs((layer?.x ?? 0) - (595 - 9 - 88 - 9))).toBeLessThan(8);
});

test("a page whose noise hides its text does not occupy the process for minutes", async () => {
  const scan: Scan = { lines, dpi: 150, skew: 2, noise: 40, font: "Courier", size: 9 };
  const [page] = await readScan([scan]);
  // Before, the search for scattered words among the specks did not end.
  expect(page?.ocr?.rotation).toBe(0);
});
