import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { sampleBase64 } from "../sample.ts";
import { letter, type Scan, scanPdf } from "./scans.fixture.ts";

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
