import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { locales } from "./locales/labels.ts";
import { readPdf } from "./read-pdf.fixture.ts";

const hub = await testHub(import.meta.dir);

const plain = {
  invoice_number: "A-1",
  from: { name: "Seller", address: "Street 1" },
  to: { name: "Buyer", address: "Road 2" },
  items: [{ description: "Thing", quantity: 2, unit_price: 10 }],
};

const postInvoice = (body: object, query = "") =>
  hub.post(`/api/invoice/generate${query}`, { ...plain, ...body });

async function sums(body: object) {
  return json(await postInvoice({ ...body, response: "json", pdf: false }));
}

/** Returns the status, code and location of an error. */
async function failure(body: object) {
  const response = await postInvoice(body);
  const { code, errors, detail } = await json(response);
  return { status: response.status, code, at: errors?.[0]?.location, detail };
}

test("generate returns a PDF named after the invoice", async () => {
  const response = await postInvoice({ invoice_number: 'A/1 "x"' });
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toBe(
    'inline; filename="invoice-A-1--x-.pdf"',
  );
  expect((await response.text()).slice(0, 8)).toBe("%PDF-1.7");
});

test("generate returns only the totals if nothing is drawn", async () => {
  const body = { tax_rate: 8.5, discount: 10, shipping: 5, amount_paid: 4 };
  expect(await sums(body)).toEqual({
    success: true,
    invoice_number: "A-1",
    currency: "USD",
    lines: [
      {
        description: "Thing",
        quantity: 2,
        unit_price: 10,
        gross: 20,
        discount: 0,
        adjustments: 0,
        net: 20,
        tax: 1.7,
        tax_rate: 8.5,
        tax_category: "S",
        optional: false,
      },
    ],
    subtotal: 20,
    discount_total: 2,
    shipping: 5,
    taxable: 23,
    taxes: [],
    withheld: [],
    tax_breakdown: [{ rate: 8.5, category: "S", base: 23, tax: 1.96 }],
    tax_total: 1.96,
    total: 24.96,
    rounding_amount: 0,
    amount_paid: 4,
    balance_due: 20.96,
    pages: 0,
    warnings: [],
    pdf_base64: null,
  });
});

test("the query overrides the body's response format", async () => {
  const answer = await json(await postInvoice({ response: "binary" }, "?response=json"));
  expect(answer.pages).toBe(1);
  expect(Buffer.from(answer.pdf_base64, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  expect(await json(await postInvoice({}, "?response=json&pdf=false"))).toMatchObject({ pages: 0 });
});

test.each(["fixed", "amount", "flat"])(
  "treats a discount of type %s as an amount",
  async (type) => {
    const items = [
      { description: "x", quantity: 1, unit_price: 50, discount: 5, discount_type: type },
    ];
    const body = { items, discount: 10, discount_type: type };
    expect(await sums(body)).toMatchObject({ subtotal: 45, discount_total: 10, total: 35 });
  },
);

test.each([
  ["JPY", 1.5, 3, 5],
  ["kwd", 1.2345, 3, 3.704],
])("amounts in %s have its decimals", async (currency, unit_price, quantity, total) => {
  const items = [{ description: "x", quantity, unit_price }];
  expect(await sums({ currency, items })).toMatchObject({
    total,
    currency: currency.toUpperCase(),
  });
});

test.each(sampleCases(locales, 6))("generate writes in %s", async (locale) => {
  const body = {
    locale,
    tax_rate: 20,
    amount_paid: 5,
    due_date: "2026-03-01",
    status_stamp: "overdue",
    payment: { iban: "DE89370400440532013000", qr: "epc" },
    currency: "EUR",
  };
  expect((await postInvoice(body)).status).toBe(200);
});

test("the caller's labels override those of the language", async () => {
  expect((await postInvoice({ labels: { invoice: "Tax invoice" } })).status).toBe(200);
  expect(await failure({ labels: { invoces: "x" } })).toMatchObject({ code: "invalid_input" });
});

test("omits the payment code if nothing is due, and reports it", async () => {
  const payment = { iban: "DE89370400440532013000", qr: "epc" };
  const response = await postInvoice({ amount_paid: 20, payment, currency: "EUR" });
  expect(response.headers.get("x-warning")).toBe(
    "The%20payment%20code%20was%20left%20out:%20no%20amount%20is%20due",
  );
});

describe("generate rejects", () => {
  const line = { description: "x", quantity: 1, unit_price: 1 };
  test.each([
    ["a quantity of 0", { items: [{ ...line, quantity: 0 }] }, "body.items.0.quantity"],
    ["an invalid currency", { currency: "XYZ" }, "body.currency"],
    ["an invalid date", { date: "2026-02-30" }, "body.date"],
    ["an invalid due date", { due_date: "2026-13-01" }, "body.due_date"],
    [
      "a due date before the day of issue",
      { date: "2026-02-02", due_date: "2026-02-01" },
      "body.due_date",
    ],
    ["a name of nothing to see", { from: { name: "\u202E", address: "" } }, "body.from.name"],
    [
      "a line without words",
      { items: [{ ...line, description: "\u200B" }] },
      "body.items.0.description",
    ],
    [
      "a discount beyond the line",
      { items: [{ ...line, discount: 2, discount_type: "fixed" }] },
      "body.items.0.discount",
    ],
    ["no lines", { items: [] }, "body.items"],
    ["too many lines", { items: Array.from({ length: 501 }, () => line) }, "body.items"],
  ])("%s", async (_, body, at) => {
    expect(await failure(body)).toMatchObject({ status: 400, code: "invalid_input", at });
  });

  test("amounts that can't be added up exactly", async () => {
    const items = [{ description: "x", quantity: 1e6, unit_price: 1e12 }];
    expect(await failure({ items })).toMatchObject({ status: 422, code: "amount_too_large" });
  });

  test.each([
    [{ iban: "DE89370400440532013001" }, "body.payment.iban"],
    [{ qr: "epc" }, "body.payment.iban"],
    [{ iban: "DE89370400440532013000", bic: "X", qr: "epc" }, "body.payment.bic"],
  ])("payment data such as %j", async (payment, at) => {
    expect(await failure({ payment, currency: "EUR" })).toMatchObject({
      status: 422,
      code: "invalid_payment",
      at,
    });
  });

  test("a payment code for other currencies than euros", async () => {
    const payment = { iban: "DE89370400440532013000", qr: "epc" };
    expect(await failure({ payment })).toMatchObject({ at: "body.payment.qr" });
  });

  test("a document with too many pages", async () => {
    const description = `x${"\nx".repeat(1990)}`;
    const items = Array.from({ length: 12 }, () => ({ ...line, description }));
    expect(await failure({ items })).toMatchObject({ status: 422, code: "too_many_pages" });
  });
});

test("prints several taxes and withholding by name and amount", async () => {
  const taxes = [
    { name: "GST", rate: 5 },
    { name: "QST", rate: 9.975 },
  ];
  const request = {
    ...plain,
    items: [
      { description: "Design", quantity: 1, unit_price: 1000, taxes },
      { description: "Book", quantity: 1, unit_price: 100, taxes: taxes.slice(0, 1) },
    ],
    withholding: [{ name: "IRPF", rate: 15 }],
  };
  const response = await hub.post("/api/invoice/generate", { ...request, response: "json" });
  const answer = await json(response);
  expect(answer).toMatchObject({
    taxes: [
      { name: "GST", rate: 5, base: 1100, tax: 55 },
      { name: "QST", rate: 9.975, base: 1000, tax: 99.75 },
    ],
    tax_total: 154.75,
    withheld: [{ name: "IRPF", rate: 15, base: 1100, amount: 165 }],
    balance_due: 1089.75,
  });
  const { pages } = await readPdf(Buffer.from(answer.pdf_base64, "base64"));
  for (const text of ["GST 5%", "QST 9.975% on", "99.75", "IRPF 15%", "165.00", "1,089.75"])
    expect(pages[0]).toContain(text);
});

test("adds charges to a line, subtracts allowances, and divides by the quantity of the price", async () => {
  const items = [
    {
      description: "Screws",
      quantity: 250,
      unit_price: 8,
      price_quantity: 100,
      discount: 10,
      charges: [{ amount: 2.5, reason: "Box" }],
      allowances: [{ amount: 1, reason: "Dent" }],
    },
  ];
  const response = await hub.post("/api/invoice/generate", { ...plain, items, response: "json" });
  const answer = await json(response);
  expect(answer).toMatchObject({
    lines: [{ gross: 20, discount: 2, adjustments: 1.5, net: 19.5 }],
    total: 19.5,
  });
  const { pages } = await readPdf(Buffer.from(answer.pdf_base64, "base64"));
  for (const text of ["8.00 / 100", "Box: 2.50", "Dent: −1.00", "19.50"])
    expect(pages[0]).toContain(text);
  const allowances = [{ amount: 20.51, reason: "Dent" }];
  const refused = await hub.post("/api/invoice/generate", {
    ...plain,
    items: [{ ...items[0], allowances }],
  });
  const { errors } = await json(refused);
  expect([refused.status, errors[0].location]).toEqual([400, "body.items.0.allowances"]);
});

test.each([
  [{ taxes: [{ name: "A", rate: 1 }] }, "body.invoice.taxes"],
  [{ withholding: [{ name: "A", rate: 1 }] }, "body.invoice.withholding"],
  [
    { items: [{ description: "x", quantity: 1, unit_price: 1, taxes: [{ name: "A", rate: 1 }] }] },
    "body.invoice.items.0.taxes",
  ],
])("an electronic invoice cannot have %j", async (own, location) => {
  const response = await hub.post("/api/invoice/einvoice", { invoice: { ...plain, ...own } });
  expect([response.status, (await json(response)).errors[0].location]).toEqual([400, location]);
});
