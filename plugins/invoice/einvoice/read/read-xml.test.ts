import { describe, expect, test } from "bun:test";
import { type Syntax, type Terms, writeXml } from "../write-xml.ts";
import { readXml } from "./read-xml.ts";

const address = {
  lines: ["Street 1", "Floor 2", "Door 3"],
  ...{ city: "Berlin", postal_code: "10115", region: "BE", country: "DE" },
};
const party = {
  name: "A & B <GmbH>",
  trading_name: "AB",
  identifiers: [{ id: "1" }, { id: "2", scheme: "0088" }],
  registration: { id: "HRB 1", scheme: "0002" },
  vat_id: "DE123456789",
  legal_information: "Limited",
  endpoint: { id: "a@b.example", scheme: "EM" },
  address,
  contact: { name: "Ann", phone: "+49 1", email: "ann@b.example" },
};
const period = { start: "2026-01-01", end: "2026-01-31" };
const object = { id: "O1", scheme: "AAJ" };
const adjustments = [
  { is_charge: "false", amount: "1.00", code: "95", reason: "Discount" },
  { is_charge: "true", amount: "2.00", code: "FC", reason: "Freight" },
];
const [discount, freight] = [
  { amount: "1.00", reason: "Discount", reason_code: "95" },
  { amount: "2.00", reason: "Freight", reason_code: "FC" },
];
const standard = { category: "S", percent: "19" };
const tax = { tax_category: "S", tax_rate: "19" };
const line = {
  ...{ id: "1", note: "Note", quantity: "3", net: "30.00", order_line: "7" },
  ...{ accounting_reference: "K1", price: "10", base_quantity: "2", name: "Thing" },
  ...{ description: "Red", sku: "S1", buyer_sku: "B1", origin_country: "FR" },
  ...{ object, period, unit: "HUR", standard_id: { id: "4012345001235", scheme: "0160" } },
  classifications: [{ id: "c1", scheme: "STI" }],
  attributes: [{ name: "Colour", value: "Red" }],
};
const documents = [
  { id: "D1", description: "Sheet", url: "https://d.example/a" },
  { id: "D2", media_type: "application/pdf", filename: "a.pdf", content_base64: "AAAA" },
];
const common = {
  ...{ specification: "urn:x", process: "urn:p", number: "R-1", issue_date: "2026-02-01" },
  ...{ due_date: "2026-03-01", type: "380", currency: "EUR", tax_currency: "SEK" },
  ...{ buyer_reference: "B", purchase_order: "PO", payment_terms: "14 days" },
  preceding_invoices: [{ number: "P1", date: "2026-01-02" }, { number: "P2" }],
  documents,
};
const references = {
  ...{ project: "Pr", contract: "Co", sales_order: "SO", receiving_advice: "RA" },
  ...{ despatch_advice: "DA", tender: "T", accounting_reference: "Acc" },
};
const sums = {
  ...{ lines: "30.00", allowances: "1.00", charges: "2.00", without_tax: "31.00", tax: "5.89" },
  ...{
    tax_in_tax_currency: "60.00",
    with_tax: "36.89",
    paid: "6.00",
    rounding: "0.01",
    due: "30.90",
  },
};
const mandate = { reference: "M1", creditor: "DE98ZZZ", account: "DE89370400440532013000" };
const card = { number: "411111XXXXXX1111", holder: "H" };

/** An invoice with every term that both syntaxes have. */
const terms: Terms = {
  ...common,
  required_order: "PO",
  tax_point: { date: "2026-01-31" },
  notes: [{ text: "Note", coded: "Note" }],
  references: { ...references, object },
  seller: { ...party, tax_id: "12/345", creditor: mandate.creditor },
  buyer: party,
  tax_representative: { name: "Rep", vat_id: "FR1", address },
  delivery: {
    ...{ name: "Store", date: "2026-01-15", location: { id: "L1", scheme: "0088" } },
    place: { location: { id: "L1", scheme: "0088" }, recipient: "Store", address },
  },
  period,
  payment: {
    ...{ code: "59", text: "Pay", text_line: "Pay", reference: "R-1", card, mandate },
    account: { id: "DE1", iban: "DE1", name: "A", bic: "COBADEFFXXX" },
  },
  adjustments: adjustments.map((one) => ({ ...one, ...standard })),
  tax_breakdown: [{ base: "31.00", tax: "5.89", ...standard, reason: "Why", reason_code: "VATEX" }],
  lines: [{ ...line, ...standard, adjustments }],
  totals: sums,
};

test.each(["ubl", "cii"] as const)("all terms are read back from %s", (syntax) => {
  const { invoice, ...received } = readXml(writeXml(terms, { syntax, isBasic: false }), "body");
  expect(received.syntax).toBe(syntax);
  expect(invoice).toEqual({
    ...common,
    ...references,
    object,
    tax_point_date: "2026-01-31",
    notes: ["Note"],
    seller: {
      ...party,
      tax_id: "12/345",
      // UBL has the creditor of a direct debit among the seller's identifiers.
      ...(syntax === "ubl" && {
        identifiers: [...party.identifiers, { id: "DE98ZZZ", scheme: "SEPA" }],
      }),
    },
    buyer: party,
    tax_representative: { name: "Rep", vat_id: "FR1", address },
    delivery: {
      name: "Store",
      date: "2026-01-15",
      location: { id: "L1", scheme: "0088" },
      address,
    },
    period,
    payments: [
      {
        ...{ code: "59", text: "Pay", reference: "R-1", card, mandate },
        account: { id: "DE1", name: "A", bic: "COBADEFFXXX" },
      },
    ],
    allowances: [{ ...discount, ...tax }],
    charges: [{ ...freight, ...tax }],
    totals: sums,
    tax_breakdown: [{ base: "31.00", tax: "5.89", ...tax, reason: "Why", reason_code: "VATEX" }],
    lines: [{ ...line, ...tax, base_unit: "HUR", allowances: [discount], charges: [freight] }],
  } as never);
});

describe("a credit note", () => {
  test.each(["ubl", "cii"] as const)(
    "in %s has its type, due date, project and quantities",
    (syntax: Syntax) => {
      const { invoice } = readXml(
        writeXml({ ...terms, type: "381" }, { syntax, isBasic: false }),
        "b",
      );
      expect(invoice).toMatchObject({ type: "381", due_date: "2026-03-01", project: "Pr" });
      expect(invoice.documents).toEqual(documents);
      expect(invoice.lines).toMatchObject([{ quantity: "3", unit: "HUR" }]);
    },
  );
});

describe("the VAT total", () => {
  const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
  const total = (currency: string, amount: string) =>
    `<cac:TaxTotal><cbc:TaxAmount${currency && ` currencyID="${currency}"`}>${amount}</cbc:TaxAmount></cac:TaxTotal>`;
  const read = (...totals: string[]) =>
    readXml(
      `<Invoice xmlns="${ubl}Invoice-2" xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2"><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>SEK</cbc:TaxCurrencyCode>${totals.join("")}</Invoice>`,
      "body",
    ).invoice.totals;

  test("is that in the currency of the invoice, in any order", () => {
    const both = { tax: "1", tax_in_tax_currency: "10" };
    expect(read(total("EUR", "1"), total("SEK", "10"))).toEqual(both);
    expect(read(total("SEK", "10"), total("EUR", "1"))).toEqual(both);
  });

  test("can lack its currency, and else is the first one", () => {
    expect(read(total("", "1"))).toEqual({ tax: "1" });
    expect(read(total("USD", "3"), total("CHF", "4"))).toEqual({ tax: "3" });
    expect(read()).toEqual({});
  });
});

test.each([
  ["<Order/>", 'it is "Order"'],
  ['<i:Invoice xmlns:i="urn:other"/>', 'it is "Invoice"'],
])("%s is no electronic invoice", (xml, reason) => {
  expect(() => readXml(xml, "body.xml")).toThrow(
    `body.xml must be a UBL Invoice or CreditNote, or a CrossIndustryInvoice: ${reason}`,
  );
});
