import { expect, test } from "bun:test";
import { german } from "../german-invoice.fixture.ts";
import type { CommonBody } from "../schema/bodies.ts";
import { buildContent, buildStamp } from "./build-content.ts";
import { buildDocument, type DocumentKind } from "./document.ts";

const party = { name: "Seller", address: "Street 1" };
const plain: CommonBody = {
  from: party,
  to: { name: "Buyer", address: "" },
  items: [{ description: "Thing", quantity: 2, unit_price: 10 }],
  currency: "USD",
  prices_include_tax: false,
  discount: 0,
  discount_type: "percentage",
  shipping: 0,
  rounding: "half_up",
  cash_rounding: 0,
  locale: "en",
  template: "classic",
  paper: "a4",
  logo_optional: false,
  attach_json: false,
};

async function content(
  body: Partial<CommonBody> = {},
  { kind = "invoice" as DocumentKind, amountPaid = 0 } = {},
) {
  const now = Date.UTC(2026, 1, 1);
  const document = await buildDocument(
    { ...plain, ...body },
    { kind, number: "A-1", now, amountPaid },
  );
  return buildContent(document, {});
}

async function sums(body: Partial<CommonBody>, options = {}) {
  const { sums } = await content(body, options);
  return sums.map(({ label, value, kind }) => `${label} ${value} ${kind}`);
}

test("shows only the total if there is nothing to deduct or add", async () => {
  expect(await sums({})).toEqual(["Total $20.00 due"]);
  expect(await sums({ tax_rate: 0 })).toEqual([
    "Subtotal $20.00 plain",
    "Tax 0% $0.00 plain",
    "Total $20.00 due",
  ]);
});

test("lists the amounts from the lines down to the amount due", async () => {
  const body = { tax_rate: 8.5, discount: 10, shipping: 5, cash_rounding: 0.05 };
  expect(await sums(body, { amountPaid: 4 })).toEqual([
    "Subtotal $20.00 plain",
    "Discount 10% −$2.00 plain",
    "Shipping $5.00 plain",
    "Tax 8.5% $1.96 plain",
    "Total $24.96 total",
    "Rounding −$0.01 plain",
    "Amount paid −$4.00 plain",
    "Balance due $20.95 due",
  ]);
});

test("a receipt shows the paid amount, and the amount due only if there is one", async () => {
  const options = { kind: "receipt", amountPaid: 20 };
  expect(await sums({}, options)).toEqual(["Total $20.00 due", "Amount paid $20.00 plain"]);
  expect(await sums({}, { ...options, amountPaid: 5 })).toEqual([
    "Total $20.00 due",
    "Amount paid $5.00 plain",
    "Balance due $15.00 total",
  ]);
});

test("shows each rate with its taxable amount, and the reason for a category without tax", async () => {
  const line = { description: "x", quantity: 1, unit_price: 10 };
  const items = [
    { ...line, tax_rate: 19 },
    { ...line, tax_category: "AE" as const },
    { ...line, tax_category: "E" as const },
  ];
  expect((await sums({ items })).slice(1, 4)).toEqual([
    "Tax 19% on $10.00 $1.90 plain",
    "Reverse charge $0.00 plain",
    "Exempt from tax $0.00 plain",
  ]);
  expect((await sums({ items, tax_exemption_reason: "Books" }))[3]).toBe("Books $0.00 plain");
});

test("shows tax included in prices as a note below the total", async () => {
  expect(await sums({ tax_rate: 25, prices_include_tax: true, tax_label: "VAT" })).toEqual([
    "Total $20.00 due",
    "of which VAT 25% $4.00 note",
  ]);
});

test("the table has columns for discount and rate only if lines have them", async () => {
  const line = { description: "Book\n\nSecond line", quantity: 1.5, unit_price: 10, unit: "h" };
  const labels = async (items: CommonBody["items"]) =>
    (await content({ items })).columns.map(({ label }) => label);
  expect(await labels([line])).toEqual(["Description", "Qty", "Unit price", "Amount"]);
  const items = [
    { ...line, discount: 10 },
    { ...line, tax_rate: 5, sku: "B-1" },
  ];
  expect(await labels(items)).toEqual([
    "Description",
    "Qty",
    "Unit price",
    "Discount",
    "Tax",
    "Amount",
  ]);
  const { rows } = await content({ items });
  expect(rows).toMatchObject([
    { title: "Book", details: ["Second line"], cells: ["1.5 h", "10.00", "−1.50", "0%", "13.50"] },
    { details: ["B-1", "Second line"], cells: ["1.5 h", "10.00", "", "5%", "15.00"] },
  ]);
});

test("the amount carried forward excludes optional lines", async () => {
  const line = { description: "x", quantity: 1, unit_price: 10 };
  const { sumUpTo, rows } = await content({ items: [line, { ...line, optional: true }, line] });
  expect([0, 1, 2].map(sumUpTo)).toEqual(["$10.00", "$10.00", "$20.00"]);
  expect(rows[1]).toMatchObject({ title: "x (optional)", optional: true });
});

test("puts short fields in the header and long ones below the totals", async () => {
  const custom_fields = [
    { label: "Project", value: "North\nWing" },
    { label: "Scope", value: "x".repeat(61) },
  ];
  const body = { custom_fields, payment_terms: "30 days", notes: "Thanks", purchase_order: "7" };
  const { facts, blocks } = await content(body);
  expect(facts).toEqual([
    ["Date", "Feb 1, 2026"],
    ["Purchase order", "7"],
    ["Payment terms", "30 days"],
    ["Project", "North Wing"],
  ]);
  expect(blocks.map(({ title }) => title)).toEqual(["Scope", "Notes"]);
  const long = await content({ payment_terms: "Within 30 days of the invoice" });
  expect(long.blocks).toEqual([{ title: "Payment terms", text: "Within 30 days of the invoice" }]);
});

test("writes a party as a postal address, with its identifiers below", async () => {
  const { seller, buyer } = await content({ from: german.from });
  expect(seller).toEqual({
    label: "From",
    name: "Nordwind & Söhne GmbH",
    lines: [
      "Ada Lang",
      "Hafenstraße 12",
      "Hinterhaus",
      "20457 Hamburg",
      "Germany",
      "rechnung@nordwind.example",
      "+49 40 123456",
      "Tax ID DE123456788",
      "Reg. no. HRB 1234",
    ],
  });
  expect(buyer).toEqual({ label: "Bill to", name: "Buyer", lines: [] });
  const address = Array.from({ length: 9 }, (_, index) => `Line ${index + 1}`).join("\n");
  const { seller: crowded } = await content({ from: { name: "Seller", address } });
  expect(crowded.lines.slice(-2)).toEqual(["Line 7", "Line 8, Line 9"]);
});

test.each([
  ["invoice", "Bill to"],
  ["credit_note", "Bill to"],
  ["receipt", "Received from"],
  ["quote", "Prepared for"],
] as const)("the buyer of a %s has the label %j", async (kind, label) => {
  expect((await content({}, { kind })).buyer.label).toBe(label);
});

test("writes a stamp in capitals, and none by default", async () => {
  const { labels } = await content({ labels: { paid: "bezahlt" } });
  expect(buildStamp("paid", labels)?.text).toBe("BEZAHLT");
  expect(buildStamp("none", labels)).toBeUndefined();
});
