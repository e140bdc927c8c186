import { describe, expect, test } from "bun:test";
import { testHub } from "hub/testing";
import { buildContent } from "../document/build-content.ts";
import { buildDocument } from "../document/document.ts";
import { invoiceExtras } from "../document/invoice-extras.ts";
import { Ink } from "../pdf/ink.ts";
import { readPdf } from "../read-pdf.fixture.ts";
import { drawSheets } from "./sheets.ts";

const hub = await testHub(`${import.meta.dir}/..`);

/** A document with all parts of a sheet. */
const body = {
  invoice_number: "A-1",
  date: "2026-01-31",
  due_date: "2026-02-28",
  from: { name: "Seller", address: "Street 1" },
  to: { name: "Buyer", address: "Road 2" },
  items: [
    { description: "Thing\nred", quantity: 2, unit_price: 10, discount: 5 },
    { description: "Other", quantity: 1, unit_price: 30, tax_rate: 7 },
  ],
  tax_rate: 19,
  shipping: 5,
  discount: 10,
  notes: "Thank you\n- one",
  currency: "EUR",
  status_stamp: "paid" as const,
  payment: { iban: "DE89370400440532013000", qr: "epc" as const, instructions: "Soon" },
};
const pageHeight = 841.89;

type Template = Parameters<typeof drawSheets>[2]["template"];

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the first text with these words as its left and right end, baseline from the top, and size. */
async function measureTexts(template: Template, texts: readonly string[]) {
  const response = await hub.post("/api/invoice/generate", { ...body, template });
  const { pieces } = await readPdf(await response.bytes());
  return texts.map((words) => {
    const piece = pieces.find(({ text }) => text === words);
    if (!piece) return [words];
    const { x, y, width, size } = piece;
    return [words, ...[x, x + width, pageHeight - y, size].map(round)];
  });
}

/** Returns the areas and lines of the first page: left, top, width, and height or thickness. */
async function listShapes(template: Template) {
  const defaults = { locale: "en", rounding: "half_up", cash_rounding: 0 };
  const full = { ...body, ...defaults, discount_type: "percentage", prices_include_tax: false };
  const options = { kind: "invoice", number: "A-1", now: 0, amountPaid: 0 } as const;
  const document = await buildDocument(full as never, options);
  const content = buildContent(document, invoiceExtras(document as never));
  const [page] = drawSheets(content, new Ink({ rtl: false }), {
    ...{ template, paper: "a4" },
    checkPageCount() {},
  });
  return (page?.content ?? "").split("\n").flatMap((line) => {
    const area = / rg ([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+) re f EMC$/.exec(line);
    if (area) {
      const [, x, y, width, height] = area.map(Number) as [number, number, number, number, number];
      return [["area", ...[x, -y - height, width, height].map(round)]];
    }
    const rule = / RG ([\d.]+) w ([-\d.]+) ([-\d.]+) m ([-\d.]+) /.exec(line);
    if (!rule) return [];
    const [, thickness, x, y, end] = rule.map(Number) as [number, number, number, number, number];
    return [["line", ...[x, -y, end - x, thickness].map(round)]];
  });
}

describe.each([
  {
    template: "classic" as const,
    texts: [
      ["Seller", 54, 101.4, 70.3, 17],
      ["Invoice", 450.1, 541.3, 73, 25],
      ["A-1", 525.2, 541.3, 91.9, 10.5],
      ["From", 54, 72.5, 136, 7.6],
      ["Street 1", 54, 86.6, 163.1, 9],
      ["Bill to", 222.1, 242.1, 136, 7.6],
      ["Buyer", 222.1, 251.1, 150.4, 9.9],
      ["Date", 390.2, 410.2, 137.5, 9],
      ["Due date", 390.2, 428.7, 152.2, 9],
      ["Feb 28, 2026", 487.1, 541.3, 152.2, 9],
      ["Description", 54, 99.4, 200.3, 7.9],
      ["Amount", 509.4, 541.3, 200.3, 7.9],
      ["Thing", 54, 78, 221.2, 9],
      ["red", 54, 66.5, 232.2, 7.9],
      ["10.00", 397.1, 420.1, 221.2, 9],
      ["19.00", 518.3, 541.3, 221.2, 9],
      ["Other", 54, 78.6, 254, 9],
      ["Subtotal", 307.4, 342.7, 285.8, 9],
      ["€49.00", 513.1, 541.3, 285.8, 9],
      ["Total", 307.4, 337.3, 386.2, 12.2],
      ["€55.19", 503.1, 541.3, 386.2, 12.2],
      ["Payment", 54, 96, 283.6, 9.5],
      ["IBAN", 54, 75.5, 314.6, 9],
      ["Soon", 54, 75.4, 348.4, 9],
      ["Scan to pay", 146, 189.6, 366, 8.1],
      ["Notes", 54, 82.1, 511, 9.5],
      ["Thank you", 54, 97.9, 526.7, 9],
      ["- one", 54, 75.3, 539.8, 9],
      ["Page 1 of 1", 502.1, 541.3, 787.7, 7.5],
      ["PAID", 387.5, 468.6, 461.6, 34],
    ] as [string, ...number[]][],
    shapes: [
      ["line", 54, 112.2, 487.3, 1.4],
      ["line", 54, 206.8, 487.3, 0.9],
      ["line", 54, 239.7, 487.3, 0.4],
      ["line", 54, 261.8, 487.3, 0.4],
      ["line", 307.4, 367.6, 233.9, 0.9],
      ["line", 307.4, 396, 233.9, 0.9],
      ["line", 54, 774.9, 487.3, 0.4],
    ] as (string | number)[][],
  },
  {
    template: "modern" as const,
    texts: [
      ["Seller", 48, 92.6, 51.8, 16],
      ["Invoice", 459.8, 547.3, 54, 24],
      ["A-1", 531.2, 547.3, 70.7, 10.5],
      ["Date", 48, 64.8, 122.8, 7.6],
      ["Jan 31, 2026", 48, 100.4, 134.5, 9],
      ["Due date", 303, 335.3, 122.8, 7.6],
      ["From", 48, 66.5, 177.2, 7.6],
      ["Buyer", 312.6, 341.6, 191.6, 9.9],
      ["Description", 56, 101.4, 242.5, 7.9],
      ["Thing", 56, 80, 265.3, 9],
      ["19.00", 516.3, 539.3, 265.3, 9],
      ["Other", 56, 80.6, 300.2, 9],
      ["Subtotal", 315.6, 351, 333, 9],
      ["€55.19", 502.5, 539.3, 434.8, 11.7],
      ["Notes", 48, 76.1, 561.5, 9.5],
      ["Page 1 of 1", 508.1, 547.3, 787.7, 7.5],
      ["PAID", 390.7, 471.7, 512.1, 34],
    ] as [string, ...number[]][],
    shapes: [
      ["area", 0, 0, 595.3, 103],
      ["area", 0, 103, 595.3, 46.4],
      ["area", 48, 229.3, 499.3, 20.7],
      ["area", 48, 284.8, 499.3, 24.2],
      ["line", 48, 309, 499.3, 0.9],
      ["area", 307.6, 414.7, 239.7, 31.8],
      ["line", 48, 774.9, 499.3, 0.4],
    ] as (string | number)[][],
  },
  {
    template: "minimal" as const,
    texts: [
      ["Seller", 66, 96.7, 77.4, 11],
      ["Invoice", 66, 167.2, 148.9, 30],
      ["A-1", 66, 82.9, 168.7, 11],
      ["Date", 66, 82.8, 200, 7.6],
      ["Due date", 184.5, 216.8, 200, 7.6],
      ["Feb 28, 2026", 184.5, 238.7, 211.7, 9],
      ["From", 66, 84.5, 246.4, 7.6],
      ["Buyer", 316.2, 345.2, 260.8, 9.9],
      ["Road 2", 316.2, 345.3, 273.5, 9],
      ["Description", 66, 111.4, 319.7, 7.9],
      ["Thing", 66, 90, 342.5, 9],
      ["19.00", 506.3, 529.3, 342.5, 9],
      ["Other", 66, 90.6, 377.4, 9],
      ["Subtotal", 306.9, 342.3, 410.2, 9],
      ["€55.19", 481.2, 529.3, 513.8, 15.3],
      ["Notes", 66, 94.1, 639.6, 9.5],
      ["Page 1 of 1", 490.1, 529.3, 787.7, 7.5],
    ] as [string, ...number[]][],
    shapes: [
      ["line", 66, 327.2, 463.3, 0.5],
      ["line", 66, 386.2, 463.3, 0.5],
      ["line", 306.9, 492, 222.4, 0.5],
      ["line", 66, 774.9, 463.3, 0.4],
    ] as (string | number)[][],
  },
  {
    template: "compact" as const,
    texts: [
      ["Seller", 40, 76.2, 52.5, 13],
      ["Invoice A-1", 483.9, 555.3, 52.5, 13],
      ["From", 40, 56.1, 79.4, 6.6],
      ["Buyer", 194.6, 219.7, 91.9, 8.6],
      ["Date", 349.2, 363.7, 79.4, 6.6],
      ["Due date", 421, 449, 79.4, 6.6],
      ["Feb 28, 2026", 421, 467.9, 89.5, 7.8],
      ["Description", 48, 87.4, 127.6, 6.9],
      ["Thing", 48, 68.8, 143.8, 7.8],
      ["red", 48, 58.8, 153.4, 6.9],
      ["19.00", 527.3, 547.3, 143.8, 7.8],
      ["Other", 48, 69.3, 169.6, 7.8],
      ["Subtotal", 315.9, 346.6, 197.5, 7.8],
      ["€55.19", 516.7, 547.3, 285.2, 9.8],
      ["Notes", 40, 64.3, 408, 8.2],
      ["Page 1 of 1", 516.1, 555.3, 795.7, 7.5],
      ["PAID", 394.8, 475.9, 359.9, 34],
    ] as [string, ...number[]][],
    shapes: [
      ["line", 40, 63.6, 515.3, 0.6],
      ["area", 40, 117.5, 515.3, 15.3],
      ["line", 40, 158.6, 515.3, 0.4],
      ["line", 40, 175.1, 515.3, 0.4],
      ["line", 307.9, 269.2, 247.3, 0.9],
      ["line", 307.9, 294.3, 247.3, 0.9],
      ["line", 40, 782.9, 515.3, 0.4],
    ] as (string | number)[][],
  },
])("the design $template", ({ template, texts, shapes }) => {
  test("has texts in their places and sizes", async () => {
    const words = texts.map(([text]) => text);
    expect(await measureTexts(template, words)).toEqual(texts);
  });

  test("has lines and areas around them", async () => {
    expect(await listShapes(template)).toEqual(shapes);
  });
});

describe("a roll", () => {
  /** Returns texts with their left and right end, size, and distance from the first one. */
  async function measureRoll(format: string, texts: readonly string[]) {
    const { due_date: _, status_stamp: __, payment: ___, ...receipt } = body;
    const response = await hub.post("/api/invoice/receipt", { ...receipt, format });
    const { pieces } = await readPdf(await response.bytes());
    const [first] = pieces;
    return texts.map((words) => {
      const piece = pieces.find(({ text }) => text === words);
      if (!piece || !first) return [words];
      const { x, y, width, size } = piece;
      return [words, ...[x, x + width, first.y - y, size].map(round)];
    });
  }

  test.each([
    {
      format: "thermal80",
      texts: [
        ["Seller", 97.2, 129.6, 0, 11.6],
        ["Street 1", 98.9, 127.9, 11.9, 8],
        ["Receipt", 94.7, 132, 34.8, 10],
        ["A-1", 107.3, 119.5, 46.2, 8],
        ["Date", 11.3, 29.1, 62, 8],
        ["Jan 31, 2026", 170.1, 215.4, 62, 8],
        ["Received from", 11.3, 65, 83.6, 8],
        ["Thing", 11.3, 33.8, 104.4, 8],
        ["red", 11.3, 22.7, 114.4, 7.2],
        ["19.00", 195, 215.4, 125, 8],
        ["Subtotal", 11.3, 42.8, 170.4, 8],
        ["Total", 11.3, 40.9, 231.5, 12],
        ["€55.19", 177.7, 215.4, 231.5, 12],
        ["Amount paid", 11.3, 60, 243.6, 8],
        ["* PAID *", 87.9, 138.9, 269.3, 12.8],
        ["Thank you", 93.9, 132.9, 291.6, 8],
      ] as [string, ...number[]][],
    },
    {
      format: "thermal58",
      texts: [
        ["Seller", 68.1, 96.4, 0, 10.2],
        ["Street 1", 69.5, 94.9, 10.4, 7],
        ["Receipt", 65.9, 98.5, 31.7, 8.8],
        ["A-1", 76.8, 87.6, 41.7, 7],
        ["Date", 11.3, 26.9, 56.2, 7],
        ["Jan 31, 2026", 113.4, 153.1, 56.2, 7],
        ["Received from", 11.3, 58.3, 75.1, 7],
        ["Thing", 11.3, 31, 94.5, 7],
        ["red", 11.3, 21.2, 103.2, 6.3],
        ["19.00", 135.2, 153.1, 112.5, 7],
        ["Subtotal", 11.3, 38.8, 153.8, 7],
        ["Total", 11.3, 37.2, 207.7, 10.5],
        ["€55.19", 120.1, 153.1, 207.7, 10.5],
        ["Amount paid", 11.3, 53.9, 218.2, 7],
        ["* PAID *", 59.9, 104.5, 242, 11.2],
        ["Thank you", 65.1, 99.3, 262.8, 7],
      ] as [string, ...number[]][],
    },
  ])("of $format has texts in their places and sizes", async ({ format, texts }) => {
    const words = texts.map(([text]) => text);
    expect(await measureRoll(format, words)).toEqual(texts);
  });
});
