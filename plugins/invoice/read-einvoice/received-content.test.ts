import { describe, expect, test } from "bun:test";
import { loadLabels } from "../locales/labels.ts";
import type { ReceivedInvoice } from "../schema/received.ts";
import { buildReceivedContent } from "./received-content.ts";

const invoice: ReceivedInvoice = { currency: "EUR", seller: {}, buyer: {}, totals: {} };
const build = (own: Partial<ReceivedInvoice>, locale = "en") =>
  buildReceivedContent({ ...invoice, ...own }, { labels: loadLabels(locale), locale });
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test.each([
  ["380", "Invoice"],
  ["381", "Credit note"],
  ["384", "Corrected invoice"],
  ["389", "Self-billed invoice"],
  ["326", "Partial invoice"],
  ["999", "Invoice"],
  [undefined, "Invoice"],
])("the title of type %p is %s", (type, title) => {
  expect(build({ ...(type && { type }) }).title).toBe(title);
});

test("a party has its address, contact and numbers in order", () => {
  const seller = {
    ...{ name: "A", trading_name: "Trade", vat_id: "DE1", tax_id: "12", legal_information: "Ltd" },
    ...{ registration: { id: "HRB 1" }, endpoint: { id: "e@x.example" } },
    address: {
      lines: ["Street 1"],
      city: "Berlin",
      postal_code: "10115",
      region: "BE",
      country: "DE",
    },
    contact: { name: "Ann", phone: "+49 1" },
  };
  expect(build({ seller }).seller).toEqual({
    ...{ label: "From", name: "A" },
    lines: [
      ...["Trade", "Street 1", "10115 Berlin", "BE", "Germany", "Ann", "+49 1", "e@x.example"],
      ...["Tax ID DE1", "Tax ID 12", "Reg. no. HRB 1", "Ltd"],
    ],
  });
});

test("a party has no trading name that is its name, and its own email instead of the electronic address", () => {
  const contact = { email: "a@x.example" };
  const buyer = { name: "A", trading_name: "A", contact, endpoint: { id: "0088:1" } };
  expect(build({ buyer }).buyer.lines).toEqual(["a@x.example"]);
  const unknown = { address: { country: "Atlantis" }, registration: { scheme: "0002" } };
  expect(build({ buyer: unknown }).buyer).toMatchObject({ name: "", lines: ["Atlantis"] });
});

describe("the facts", () => {
  test("have the dates and references of the invoice", () => {
    const period = { start: "2026-01-01", end: "2026-01-31" };
    const { facts } = build({
      ...{ issue_date: "2026-02-01", due_date: "2026-03-01", purchase_order: "PO" },
      ...{ project: "Pr", contract: "Co", buyer_reference: "B", period },
      ...{ delivery: { date: "2026-01-15" }, preceding_invoices: [{ number: "P1" }, {}] },
    });
    expect(facts).toEqual([
      ["Date", "Feb 1, 2026"],
      ["Due date", "Mar 1, 2026"],
      ["Delivery date", "Jan 15, 2026"],
      ["Service period", "Jan 1, 2026 – Jan 31, 2026"],
      ["Purchase order", "PO"],
      ["Project", "Pr"],
      ["Contract", "Co"],
      ["Your reference", "B"],
      ["Invoice", "P1"],
    ]);
  });

  test("have a date that is none as it was written, and half a period", () => {
    const { facts } = build({ issue_date: "soon", period: { end: "2026-01-31" } });
    expect(facts).toEqual([
      ["Date", "soon"],
      ["Service period", "Jan 31, 2026"],
    ]);
  });
});

describe("the lines", () => {
  const line = {
    ...{ name: "Thing", description: "Red\nand blue", sku: "S", note: "Note", quantity: "3" },
    ...{ unit: "HUR", price: "10", tax_rate: "19", net: "28.50" },
    period: { start: "2026-01-01" },
    attributes: [{ name: "Colour", value: "Red" }],
  };

  test("have all details and figures", () => {
    const { rows, columns } = build({ lines: [line] });
    expect(columns.map(({ label }) => label)).toEqual([
      ...["Description", "Qty", "Unit price", "Tax", "Amount"],
    ]);
    expect(rows).toEqual([
      {
        ...{ title: "Thing", optional: false, cells: ["3 h", "10.00", "19%", "28.50"] },
        details: ["S", "Red", "and blue", "Note", "Jan 1, 2026", "Colour: Red"],
      },
    ]);
  });

  test("have a column of allowances and charges if one has any", () => {
    const adjusted = {
      ...{ ...line, allowances: [{ amount: "1" }, { amount: "-2" }], charges: [{ amount: "3" }] },
      unit: "C62",
    };
    const { rows, columns } = build({ lines: [line, adjusted] });
    expect(columns[3]?.label).toBe("Discount");
    expect(rows.map(({ cells }) => cells[2])).toEqual(["", "−1.00\n−2.00\n3.00"]);
    expect(rows[1]?.cells[0]).toBe("3");
  });

  test("have values that are no numbers as they were written, and a category without a rate", () => {
    const { rows } = build({
      lines: [{ id: "7", quantity: "many", unit: "ZZZ9", tax_category: "O" }],
    });
    expect(rows[0]).toMatchObject({ title: "7", cells: ["many ZZZ9", "", "O", ""] });
  });

  test("are summed up to each page", () => {
    const { sumUpTo } = build({ lines: [{ net: "1.50" }, { net: "x" }, { net: "2" }, {}] });
    expect([0, 1, 2, 3].map(sumUpTo)).toEqual(["€1.50", "€1.50", "€3.50", "€3.50"]);
  });
});

test("the totals have allowances and payments below zero, and a label for each tax", () => {
  const { sums } = build({
    allowances: [{ amount: "1", reason: "Rebate" }, { amount: "2" }],
    charges: [{ amount: "3" }],
    tax_breakdown: [
      { tax_rate: "19", base: "100", tax: "19" },
      { tax_category: "O", base: "5", tax: "0" },
      { tax: "0", reason: "Export" },
    ],
    totals: { lines: "100", with_tax: "119", paid: "19", rounding: "0.01", due: "x" },
  });
  expect(sums.map(({ label, value, kind }) => [label, plain(value), kind])).toEqual([
    ["Subtotal", "€100.00", "plain"],
    ["Rebate", "−€1.00", "plain"],
    ["Discount", "−€2.00", "plain"],
    ["Shipping", "€3.00", "plain"],
    ["Tax 19% on €100.00", "€19.00", "plain"],
    ["Tax O on €5.00", "€0.00", "plain"],
    ["Export", "€0.00", "plain"],
    ["Total", "€119.00", "total"],
    ["Amount paid", "−€19.00", "plain"],
    ["Rounding", "€0.01", "plain"],
    ["Balance due", "x", "due"],
  ]);
});

describe("the payment", () => {
  test("has the accounts, and the first reference", () => {
    const { payment } = build({
      seller: { name: "A" },
      payments: [
        { reference: "R1", text: "Pay", account: { id: "DE1", bic: "B" } },
        { reference: "R2", text: "now", mandate: { account: "DE2", reference: "M" } },
      ],
    });
    expect(payment).toEqual({
      title: "Payment",
      facts: [
        ["Account holder", "A"],
        ["IBAN", "DE1"],
        ["BIC", "B"],
        ["IBAN", "DE2"],
        ["Reference", "M"],
        ["Reference", "R1"],
      ],
      text: "Pay\nnow",
    });
  });

  test("belongs to the payee, unless the account names its holder", () => {
    const holders = (account: object) =>
      build({ payee: { name: "P" }, payments: [{ account }] }).payment?.facts[0];
    expect([holders({ id: "1" }), holders({ id: "1", name: "H" })]).toEqual([
      ["Account holder", "P"],
      ["Account holder", "H"],
    ]);
  });

  test("is missing without payment instructions", () => {
    expect(build({}).payment).toBeUndefined();
  });
});

test("the blocks have terms, parties, documents and notes", () => {
  const address = { lines: ["Way 1"], city: "Paris", country: "FR" };
  const { blocks } = build({
    ...{ payment_terms: "14 days", notes: ["One", "Two"], payee: { name: "P" } },
    ...{
      tax_representative: { name: "Rep", vat_id: "FR1", address },
      delivery: { name: "Store", address },
    },
    documents: [
      { id: "D1", description: "Sheet", filename: "a.pdf", url: "https://x.example" },
      { id: "D2", url: "https://x.example" },
    ],
  });
  expect(blocks.map(({ title, text }) => [title, text])).toEqual([
    ["Payment terms", "14 days"],
    ["Tax representative", "Rep\nWay 1\nParis\nFrance\nTax ID FR1"],
    ["Delivery address", "Store\nWay 1\nParis\nFrance"],
    ["Payee", "P"],
    ["Supporting documents", "D1 · Sheet · a.pdf\nD2 · https://x.example"],
    ["Notes", "One\nTwo"],
  ]);
  expect(build({}).blocks).toEqual([]);
});

test("an unknown currency has its amounts without a symbol of its own, and Arabic is from right to left", () => {
  expect(plain(build({ currency: "ZZZ", totals: { due: "5" } }).sums[0]?.value ?? "")).toContain(
    "5.00",
  );
  expect([build({}, "ar").rtl, build({}).rtl]).toEqual([true, false]);
});
