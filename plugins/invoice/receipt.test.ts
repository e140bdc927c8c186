import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

const plain = {
  receipt_number: "R-1",
  from: { name: "Café", address: "Market 3" },
  to: { name: "Guest", address: "" },
  items: [{ description: "Tea", quantity: 2, unit_price: 3.6 }],
};

const postReceipt = (body: object) => hub.post("/api/invoice/receipt", { ...plain, ...body });
const sums = async (body: object) =>
  json(await postReceipt({ ...body, response: "json", pdf: false }));

test("receipt treats the total as paid by default", async () => {
  expect(await sums({})).toMatchObject({ amount_paid: 7.2, balance_due: 0, change: 0 });
  expect(await sums({ amount_paid: 5 })).toMatchObject({ amount_paid: 5, balance_due: 2.2 });
});

test("receipt returns the change", async () => {
  const body = { amount_tendered: 20, cash_rounding: 0.05, tax_rate: 7.7 };
  expect(await sums(body)).toMatchObject({ total: 7.75, amount_paid: 7.75, change: 12.25 });
});

test("receipt has the number of its invoice unless it has its own", async () => {
  const body = { receipt_number: undefined, invoice_number: "A-7" };
  expect(await sums(body)).toMatchObject({ receipt_number: "A-7" });
});

test.each([
  ["a4", [595.28, 841.89]],
  ["letter", [612, 792]],
  ["thermal80", [226.77, undefined]],
  ["thermal58", [164.41, undefined]],
] as const)("receipt is printed on %s", async (format, [width, height]) => {
  const { PDFDocument } = await import("pdf-lib");
  const response = await postReceipt({ format, payment_method: "card", card_last4: "4242" });
  const pdf = await PDFDocument.load(await response.bytes());
  expect(pdf.getPageCount()).toBe(1);
  const page = pdf.getPage(0);
  expect(page.getWidth()).toBeCloseTo(width, 1);
  if (height === undefined) expect(page.getHeight()).toBeGreaterThan(150);
  else expect(page.getHeight()).toBeCloseTo(height, 1);
});

test("the length of a roll fits its content", async () => {
  const { PDFDocument } = await import("pdf-lib");
  const height = async (count: number) => {
    const items = Array.from({ length: count }, () => plain.items[0]);
    const response = await postReceipt({ items, format: "thermal80" });
    return (await PDFDocument.load(await response.bytes())).getPage(0).getHeight();
  };
  expect((await height(100)) - (await height(50))).toBeGreaterThan(50 * 20);
});

test.each([
  [{ receipt_number: undefined }, "body.receipt_number"],
  [{ amount_tendered: 7 }, "body.amount_tendered"],
  [{ card_last4: "42" }, "body.card_last4"],
  [{ paid_at: "2026-02-31" }, "body.paid_at"],
])("receipt rejects %j", async (body, at) => {
  const response = await postReceipt(body);
  expect(response.status).toBe(400);
  expect((await json(response)).errors[0].location).toBe(at);
});
