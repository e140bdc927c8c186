import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { german } from "../german-invoice.fixture.ts";
import { einvoiceBody } from "../schema/bodies.ts";

const hub = await testHub(`${import.meta.dir}/..`);

/** The field of the request, or what sets the term, for each business term of EN 16931-1. */
const terms: Readonly<Record<number, string>> = {
  1: "invoice.invoice_number",
  2: "invoice.date",
  3: "type",
  5: "invoice.currency",
  6: "tax_currency",
  7: "tax_point_date",
  8: "tax_point_code",
  9: "invoice.due_date",
  10: "buyer_reference",
  11: "references.project",
  12: "references.contract",
  13: "invoice.purchase_order",
  14: "references.sales_order",
  15: "references.receiving_advice",
  16: "references.despatch_advice",
  17: "references.tender",
  18: "references.object.id",
  19: "references.accounting_reference",
  20: "invoice.payment_terms",
  21: "notes.*.subject",
  22: "invoice.notes notes.*.text",
  23: "profile",
  24: "profile",
  25: "preceding_invoice.number preceding_invoices.*.number",
  26: "preceding_invoice.date preceding_invoices.*.date",
  27: "invoice.from.name",
  28: "seller.trading_name",
  29: "seller.identifiers.*.id",
  30: "invoice.from.registration_id",
  31: "invoice.from.tax_id",
  32: "invoice.from.tax_id",
  33: "seller.legal_information",
  34: "invoice.from.endpoint_id",
  35: "invoice.from.address",
  36: "invoice.from.address",
  37: "invoice.from.city",
  38: "invoice.from.postal_code",
  39: "invoice.from.region",
  40: "invoice.from.country",
  41: "invoice.from.contact_name",
  42: "invoice.from.phone",
  43: "invoice.from.email",
  44: "invoice.to.name",
  45: "buyer.trading_name",
  46: "buyer.identifiers.*.id",
  47: "invoice.to.registration_id",
  48: "invoice.to.tax_id",
  49: "invoice.to.endpoint_id",
  50: "invoice.to.address",
  51: "invoice.to.address",
  52: "invoice.to.city",
  53: "invoice.to.postal_code",
  54: "invoice.to.region",
  55: "invoice.to.country",
  56: "invoice.to.contact_name",
  57: "invoice.to.phone",
  58: "invoice.to.email",
  59: "payee.name",
  60: "payee.id",
  61: "payee.registration_id",
  62: "tax_representative.name",
  63: "tax_representative.vat_id",
  64: "tax_representative.address",
  65: "tax_representative.address",
  66: "tax_representative.city",
  67: "tax_representative.postal_code",
  68: "tax_representative.region",
  69: "tax_representative.country",
  70: "delivery.name",
  71: "delivery.location_id",
  72: "invoice.delivery_date",
  73: "period.start",
  74: "period.end",
  75: "delivery.address",
  76: "delivery.address",
  77: "delivery.city",
  78: "delivery.postal_code",
  79: "delivery.region",
  80: "delivery.country",
  81: "payment_means.code",
  82: "invoice.payment.instructions",
  83: "invoice.payment.reference",
  84: "invoice.payment.iban invoice.payment.account_number",
  85: "invoice.payment.beneficiary",
  86: "invoice.payment.bic",
  87: "payment_means.card.number",
  88: "payment_means.card.holder",
  89: "payment_means.mandate.reference",
  90: "payment_means.mandate.creditor",
  91: "payment_means.mandate.account",
  92: "invoice.discount",
  93: "computed: the discount is written as an amount",
  94: "computed: the discount is written as an amount",
  95: "invoice.items.*.tax_category",
  96: "invoice.items.*.tax_rate",
  97: "invoice.labels.discount",
  98: "computed: 95, a discount",
  99: "invoice.shipping",
  100: "computed: shipping is an amount",
  101: "computed: shipping is an amount",
  102: "invoice.items.*.tax_category",
  103: "invoice.shipping_tax_rate",
  104: "invoice.labels.shipping",
  105: "computed: FC, freight",
  106: "computed: sum of the lines",
  107: "computed: sum of the allowances",
  108: "computed: sum of the charges",
  109: "computed: total without VAT",
  110: "computed: total VAT",
  111: "tax_in_tax_currency",
  112: "computed: total with VAT",
  113: "invoice.amount_paid",
  114: "invoice.cash_rounding",
  115: "computed: amount due",
  116: "computed: base of a rate",
  117: "computed: VAT of a rate",
  118: "invoice.items.*.tax_category",
  119: "invoice.tax_rate invoice.items.*.tax_rate",
  120: "invoice.tax_exemption_reason",
  121: "tax_exemption_code",
  122: "documents.*.id",
  123: "documents.*.description",
  124: "documents.*.url",
  125: "documents.*.content_base64",
  126: "computed: number of the line",
  127: "invoice.items.*.terms.note",
  128: "invoice.items.*.terms.object.id",
  129: "invoice.items.*.quantity",
  130: "invoice.items.*.unit",
  131: "computed: net amount of the line",
  132: "invoice.items.*.terms.order_line",
  133: "invoice.items.*.terms.accounting_reference",
  134: "invoice.items.*.terms.period.start",
  135: "invoice.items.*.terms.period.end",
  136: "invoice.items.*.discount invoice.items.*.allowances.*.amount",
  137: "computed: the discount is written as an amount",
  138: "computed: the discount is written as an amount",
  139: "invoice.items.*.allowances.*.reason",
  140: "invoice.items.*.allowances.*.reason_code",
  141: "invoice.items.*.charges.*.amount",
  142: "computed: charges are amounts",
  143: "computed: charges are amounts",
  144: "invoice.items.*.charges.*.reason",
  145: "invoice.items.*.charges.*.reason_code",
  146: "invoice.items.*.unit_price",
  147: "missing: the price is net",
  148: "missing: the price is net",
  149: "invoice.items.*.price_quantity",
  150: "invoice.items.*.unit",
  151: "invoice.items.*.tax_category",
  152: "invoice.items.*.tax_rate",
  153: "invoice.items.*.description",
  154: "invoice.items.*.description",
  155: "invoice.items.*.sku",
  156: "invoice.items.*.terms.buyer_sku",
  157: "invoice.items.*.terms.standard_id.id",
  158: "invoice.items.*.terms.classifications.*.id",
  159: "invoice.items.*.terms.origin_country",
  160: "invoice.items.*.terms.attributes.*.name",
  161: "invoice.items.*.terms.attributes.*.value",
  162: "invoice.from.address",
  163: "invoice.to.address",
  164: "tax_representative.address",
  165: "delivery.address",
};

interface Field {
  properties?: Record<string, Field>;
  items?: Field;
}

/** Returns whether the body of an electronic invoice has a field. */
function hasField(path: string): boolean {
  let field: Field | undefined = einvoiceBody as Field;
  for (const name of path.split("."))
    field = name === "*" ? field?.items : field?.properties?.[name];
  return field !== undefined;
}

test("each business term of EN 16931 is a field, is computed, or is known to be missing", () => {
  // EN 16931-1 has no BT-4.
  const all = Array.from({ length: 165 }, (_, index) => index + 1).filter((id) => id !== 4);
  expect(Object.keys(terms).map(Number)).toEqual(all);
  const fields = Object.values(terms).filter((text) => !/^(computed|missing): /.test(text));
  expect(fields.flatMap((text) => text.split(" ")).filter((path) => !hasField(path))).toEqual([]);
});

const [first, ...others] = german.items;
const lineTerms = {
  note: "By hand",
  object: { id: "M-1", scheme: "AAB" },
  order_line: "3",
  accounting_reference: "4711",
  period: { start: "2026-01-01", end: "2026-01-31" },
  buyer_sku: "X-1",
  standard_id: { id: "04012345678901", scheme: "0160" },
  classifications: [{ id: "73111000", scheme: "STI" }],
  origin_country: "DE",
  attributes: [{ name: "Colour", value: "blue" }],
};
const references = {
  project: "P-1",
  contract: "C-1",
  sales_order: "S-1",
  receiving_advice: "RA-1",
  despatch_advice: "DA-1",
  tender: "T-1",
  object: { id: "O-1", scheme: "AAA" },
  accounting_reference: "K-1",
};
const whole = {
  invoice: {
    ...german,
    items: [
      {
        ...first,
        terms: lineTerms,
        price_quantity: 4,
        allowances: [{ amount: 10, reason: "Bonus", reason_code: "100" }],
        charges: [{ amount: 3.5, reason: "Packaging", reason_code: "PC" }],
      },
      ...others,
    ],
  },
  references,
  tax_point_code: "35",
  tax_currency: "SEK",
  tax_in_tax_currency: 2012.34,
  notes: [{ text: "Registered", subject: "REG" }],
  preceding_invoices: [{ number: "RE-5", date: "2026-01-05" }, { number: "RE-6" }],
  seller: {
    trading_name: "Nordwind",
    identifiers: [{ id: "S-9" }, { id: "4012345000009", scheme: "0088" }],
    legal_information: "Managing director: Ada Lang",
  },
  buyer: { trading_name: "Acme", identifiers: [{ id: "4012345000016", scheme: "0088" }] },
  tax_representative: {
    name: "Rep SARL",
    vat_id: "FR83404833048",
    address: "Rue 1",
    city: "Paris",
    country: "FR",
  },
  payee: {
    name: "Factor",
    id: "4012345000023",
    id_scheme: "0088",
    registration_id: "HRB 2",
    registration_scheme: "0204",
  },
  delivery: {
    address: "Dock 1",
    country: "DE",
    location_id: "4012345000030",
    location_scheme: "0088",
  },
  payment_means: {
    card: { number: "XXXXXX1234", holder: "Ada" },
    mandate: {
      reference: "MAN-1",
      creditor: "DE98ZZZ09999999999",
      account: "DE02120300000000202051",
    },
  },
};

const send = (body: object) => hub.post("/api/invoice/einvoice", body);

test.each(["ubl", "cii"])("all terms are in %s, and read back as requested", async (format) => {
  const response = await send({ ...whole, format });
  if (!response.ok) throw new Error(await response.text());
  const answer = await json(await hub.post("/api/invoice/read", { xml: await response.text() }));
  expect(answer.violations).toEqual([]);
  const { trading_name, identifiers, legal_information } = whole.seller;
  expect(answer.invoice).toMatchObject({
    ...references,
    tax_point_code: format === "cii" ? "29" : "35",
    tax_currency: "SEK",
    totals: { tax_in_tax_currency: "2012.34" },
    preceding_invoices: whole.preceding_invoices,
    seller: { trading_name, identifiers: expect.arrayContaining(identifiers), legal_information },
    buyer: whole.buyer,
    tax_representative: {
      name: "Rep SARL",
      vat_id: "FR83404833048",
      address: { lines: ["Rue 1"], city: "Paris", country: "FR" },
    },
    payee: {
      name: "Factor",
      identifier: { id: "4012345000023", scheme: "0088" },
      registration: { id: "HRB 2", scheme: "0204" },
    },
    delivery: { location: { id: "4012345000030", scheme: "0088" } },
    payments: [{ code: "59", ...whole.payment_means }],
    lines: [
      {
        ...lineTerms,
        base_quantity: "4",
        price: "120.12",
        allowances: [{ amount: "10.00", reason: "Bonus", reason_code: "100" }],
        charges: [{ amount: "3.50", reason: "Packaging", reason_code: "PC" }],
        net: "233.74",
      },
      {},
      {},
    ],
  });
  expect(answer.invoice.notes.join("\n")).toContain("Registered");
});

test("a credit note has its project as a typed document in UBL", async () => {
  const response = await send({ ...whole, format: "ubl", type: "381" });
  expect(response.status).toBe(200);
  const xml = await response.text();
  expect(xml).toContain("<cbc:ID>P-1</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>");
  expect(xml.indexOf("<cac:OriginatorDocumentReference>")).toBeGreaterThan(
    xml.indexOf("<cac:AdditionalDocumentReference>"),
  );
});

test("refuses terms that contradict each other or don't fit the profile", async () => {
  const cases: [body: object, location: string][] = [
    [{ tax_in_tax_currency: 1 }, "body.tax_in_tax_currency"],
    [{ tax_currency: "SEK" }, "body.tax_in_tax_currency"],
    [{ tax_point_date: "2026-02-30" }, "body.tax_point_date"],
    [{ tax_point_date: "2026-02-01", tax_point_code: "3" }, "body.tax_point_code"],
    [
      { preceding_invoices: [{ number: "1" }, { number: "2", date: "2027-01-01" }] },
      "body.preceding_invoices.1.date",
    ],
    [{ buyer: { identifiers: [{ id: "1" }, { id: "2" }] } }, "body.buyer.identifiers"],
    [{ profile: "basic", references: { project: "P" } }, "body.references"],
    [{ profile: "basic", invoice: whole.invoice }, "body.invoice.items.0.terms"],
    [
      { tax_representative: { name: "Rep", vat_id: "1", address: "", country: "FR" } },
      "body.tax_representative.vat_id",
    ],
  ];
  for (const [body, location] of cases) {
    const response = await send({ invoice: german, format: "cii", ...body });
    const { errors = [] } = await json(response);
    expect([400, 422]).toContain(response.status);
    expect(errors[0]?.location).toBe(location);
  }
});
