import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { german } from "../german-invoice.fixture.ts";
import { readPdf } from "../read-pdf.fixture.ts";
import { listLeaves, readXml } from "../read-xml.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);

const postEinvoice = (body: object, invoice: object = {}) =>
  hub.post("/api/invoice/einvoice", { ...body, invoice: { ...german, ...invoice } });

/** Returns the texts of the XML, each with the last two names of its path. */
async function texts(body: object, invoice: object = {}): Promise<string[]> {
  const response = await postEinvoice(body, invoice);
  if (!response.ok) throw new Error(await response.text());
  return listLeaves(readXml(await response.text())).map((leaf) =>
    leaf.split("/").slice(-2).join("/"),
  );
}

/** Returns the violated rules with their locations. */
async function findViolations(invoice: object, body: object = {}): Promise<string[]> {
  const response = await postEinvoice({ ...body, response: "json", pdf: false }, invoice);
  const { violations } = await json(response);
  return violations.map(({ rule, path }: { rule: string; path: string }) => `${rule} ${path}`);
}

test("einvoice lists the checked rules, and returns the XML in JSON", async () => {
  const answer = await json(await postEinvoice({ response: "json" }));
  expect(answer).toMatchObject({ format: "facturx", profile: "en16931", violations: [], pages: 1 });
  expect(answer.rules_checked).toBeGreaterThan(50);
  expect(answer.xml).toContain("CrossIndustryInvoice");
  expect(answer.pdf_base64).toStartWith("JVBERi0");
});

test.each([
  ["cii", "basic", "urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic"],
  ["cii", "en16931", "urn:cen.eu:en16931:2017"],
  ["cii", "extended", "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended"],
  [
    "xrechnung-cii",
    "basic",
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  ],
])("%s of profile %s follows %s", async (format, profile, guideline) => {
  const body = { format, profile, buyer_reference: "04011000-12345-03" };
  expect(await texts(body)).toContain(
    `ram:GuidelineSpecifiedDocumentContextParameter/ram:ID=${guideline}`,
  );
});

test.each([
  ["ubl", "cac:LegalMonetaryTotal/cbc:"],
  ["cii", "ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:"],
])("the totals in %s match the calculator", async (format, way) => {
  const response = await hub.post("/api/invoice/generate?response=json&pdf=false", german);
  const { total, balance_due, taxable } = await json(response);
  const said = (await texts({ format })).filter((text) => text.startsWith(way));
  for (const amount of [total, balance_due, taxable])
    expect(said.some((text) => text.endsWith(`=${amount.toFixed(2)}`))).toBe(true);
});

test("BASIC omits fields that it doesn't support", async () => {
  const said = (await texts({ format: "cii", profile: "basic" })).join("\n");
  for (const name of ["DefinedTradeContact", "SellerAssignedID", "BICID", "Description=Vor Ort"])
    expect(said).not.toContain(name);
});

test("a credit note has its own type in both syntaxes", async () => {
  const body = { type: "381", preceding_invoice: { number: "RE-6", date: "2026-01-01" } };
  const ubl = await texts({ ...body, format: "ubl" });
  expect(ubl).toContain("CreditNote/cbc:CreditNoteTypeCode=381");
  expect(ubl).toContain("cac:InvoiceDocumentReference/cbc:ID=RE-6");
  expect(ubl).toContain("cac:PaymentMeans/cbc:PaymentDueDate=2026-03-01");
  expect(await texts({ ...body, format: "cii" })).toContain(
    "rsm:ExchangedDocument/ram:TypeCode=381",
  );
});

test("XRechnung has its process, the buyer reference and electronic addresses", async () => {
  const body = { format: "xrechnung-ubl", buyer_reference: "04011000-12345-03" };
  const said = await texts(body);
  expect(said).toContain("Invoice/cbc:BuyerReference=04011000-12345-03");
  expect(said).toContain("Invoice/cbc:ProfileID=urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
  expect(said).toContain("cac:Party/cbc:EndpointID@schemeID=EM");
});

describe("XRechnung", () => {
  const body = { format: "xrechnung-ubl", buyer_reference: "04011000-12345-03" };
  const items = (tax_category: string) => [
    { description: "x", quantity: 1, unit_price: 10, tax_category },
  ];
  const french = { ...german.to, country: "FR", city: "Lyon", postal_code: "69001" };
  const abroad = {
    items: items("K"),
    tax_rate: undefined,
    to: { ...french, tax_id: "FR83404833048" },
  };
  const { tax_id: _, ...untaxed } = german.from;
  const outside = { items: items("O"), tax_rate: undefined, from: untaxed };

  test("requires a city and a postal code for delivery to another country", async () => {
    expect(await findViolations(abroad, body)).toEqual([]);
    const ubl = await texts(body, abroad);
    expect(ubl).toContain("cac:Address/cbc:CityName=Lyon");
    expect(ubl).toContain("cac:Address/cbc:PostalZone=69001");
    const cii = await texts({ ...body, format: "xrechnung-cii" }, abroad);
    expect(cii.slice(cii.indexOf("ram:ShipToTradeParty/ram:Name=Acme AG"))).toContain(
      "ram:PostalTradeAddress/ram:PostcodeCode=69001",
    );
    const { city: __, postal_code: ___, ...nowhere } = abroad.to;
    expect(await findViolations({ ...abroad, to: nowhere }, body)).toEqual(
      [8, 9, 10, 11].map((id) => `BR-DE-${id} body.invoice.to.${id % 2 ? "postal_code" : "city"}`),
    );
  });

  test("has the rate 0 in the VAT breakdown for the category O, and nowhere else", async () => {
    expect(await findViolations(outside, body)).toEqual([]);
    const rates = async (format: string) =>
      (await texts({ ...body, format }, outside)).filter((text) => /Percent=/.test(text));
    expect(await rates("xrechnung-ubl")).toEqual(["cac:TaxCategory/cbc:Percent=0"]);
    expect(await rates("xrechnung-cii")).toEqual([
      "ram:ApplicableTradeTax/ram:RateApplicablePercent=0",
    ]);
    expect(await rates("ubl")).toEqual([]);
    expect(await rates("cii")).toEqual([]);
  });

  test.each([
    ["#SKONTO#TAGE=14#PROZENT=2.25#", true],
    [
      "Zahlbar in 30 Tagen\n#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=100.00#\n#SKONTO#TAGE=14#PROZENT=2.00#",
      true,
    ],
    ["#SKONTO#TAGE=14#PROZENT=2.25#\nSonst 30 Tage", true],
    ["Bestellung #1 und #2", true],
    ["#SKONTO#TAGE=14#PROZENT=2#", false],
    ["#skonto#TAGE=14#PROZENT=2.25#", false],
    ["#1", false],
    ["#SKONTO#TAGE=14#PROZENT=2.25#\nsiehe #1 und #2", false],
  ])("parses the terms %j as the specification requires", async (payment_terms, isKept) => {
    const rules = await findViolations({ payment_terms }, body);
    expect(rules).toEqual(isKept ? [] : ["BR-DE-18 body.invoice.payment_terms"]);
    if (!isKept || !payment_terms.endsWith("#")) return;
    const xml = await (await postEinvoice(body, { payment_terms })).text();
    expect(xml).toContain("#\n</cbc:Note>");
  });

  test.each([
    [{ contact_name: undefined, phone: undefined }, ["BR-DE-2"]],
    [{ phone: undefined }, ["BR-DE-6"]],
    [{ tax_id: undefined }, ["BR-S-02", "BR-S-03", "BR-S-04", "BR-DE-16"]],
    [{ email: undefined }, ["BR-DE-7", "PEPPOL-EN16931-R020"]],
    [{ email: "ada@localhost" }, []],
    [{ email: "a@b.de" }, []],
  ])("requires the seller's fields that %j omits", async (from, ids) => {
    const rules = await findViolations({ from: { ...german.from, ...from } }, body);
    expect(rules.map((rule) => rule.split(" ")[0]!)).toEqual(ids);
  });

  test("requires that a line's amount is quantity times price, which often fails for low prices with tax", async () => {
    const lines = [{ description: "x", quantity: 999_999_999, unit_price: 0.01 }];
    const rules = await findViolations(
      { items: lines, prices_include_tax: true, discount: 0 },
      body,
    );
    expect(rules).toEqual(["PEPPOL-EN16931-R120 body.invoice.items.0.unit_price"]);
  });
});

describe("Peppol", () => {
  const body = { profile: "peppol", buyer_reference: "R-1" };
  const parties = {
    from: { ...german.from, endpoint_id: "DE123456788", endpoint_scheme: "9930" },
    to: { ...german.to, endpoint_id: "04011000-12345-03", endpoint_scheme: "0204" },
  };

  test("is UBL with its specification, process and addresses, and violates none of its rules", async () => {
    const xml = await (await postEinvoice(body, parties)).text();
    const said = listLeaves(readXml(xml)).map((leaf) => leaf.split("/").slice(-2).join("/"));
    expect(said).toContain(
      "Invoice/cbc:CustomizationID=urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
    );
    expect(said).toContain("Invoice/cbc:ProfileID=urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
    expect(said).toContain("cac:Party/cbc:EndpointID@schemeID=9930");
    expect(said).toContain("cac:Party/cbc:EndpointID=04011000-12345-03");
    const answer = await json(await hub.post("/api/invoice/read", { xml }));
    expect(answer).toMatchObject({ rule_set: "peppol", violations: [] });
  });

  test.each([
    [{ from: german.from }, ["PEPPOL-EN16931-CL008 body.invoice.from.endpoint_scheme"]],
    [
      { from: { ...german.from, email: undefined } },
      ["PEPPOL-EN16931-R020 body.invoice.from.endpoint_id", "DE-R-007 body.invoice.from.email"],
    ],
    [
      { from: { ...parties.from, endpoint_scheme: undefined } },
      ["BR-62 body.invoice.from.endpoint_scheme"],
    ],
    [
      { from: { ...parties.from, endpoint_scheme: "0088" } },
      ["PEPPOL-COMMON-R040 body.invoice.from.endpoint_id"],
    ],
    [{ to: { ...parties.to, country: "NO" } }, []],
    [
      { from: { ...parties.from, country: "NO", tax_id: "NO123456788" } },
      ["NO-R-001 body.invoice.from.tax_id"],
    ],
    [
      { from: { ...parties.from, country: "DK", tax_id: "DK12345678" } },
      ["DK-R-014 body.invoice.from.registration_scheme"],
    ],
  ])("reports what %j lacks", async (invoice, rules) => {
    expect(await findViolations({ ...parties, ...invoice }, body)).toEqual(rules);
  });

  test("is rejected in other formats", async () => {
    const response = await postEinvoice({ ...body, format: "facturx" }, parties);
    expect(await json(response)).toMatchObject({
      status: 400,
      errors: [{ location: "body.format" }],
    });
  });
});

describe("an electronic invoice has", () => {
  const extras = {
    delivery: { name: "Acme Lager", address: "Gasse 1", city: "Wien", country: "AT" },
    payee: { name: "Factor Bank", id: "F-1", registration_id: "HRB 3" },
    period: { start: "2026-01-01", end: "2026-01-31" },
    documents: [
      {
        id: "D-1",
        description: "Stunden",
        content_base64: "QQ==",
        filename: "a.csv",
        media_type: "text/csv",
      },
      { id: "D-2", url: "https://example.com/b.pdf" },
    ],
  };

  test.each(["ubl", "cii"])("delivery, payee, period and documents in %s", async (format) => {
    const xml = await (await postEinvoice({ ...extras, format })).text();
    const { invoice, violations } = await json(await hub.post("/api/invoice/read", { xml }));
    expect(violations).toEqual([]);
    expect(invoice).toMatchObject({
      delivery: { name: "Acme Lager", address: { lines: ["Gasse 1"], country: "AT" } },
      payee: { name: "Factor Bank", identifier: { id: "F-1" }, registration: { id: "HRB 3" } },
      period: { start: "2026-01-01", end: "2026-01-31" },
      documents: [
        { id: "D-1", filename: "a.csv", media_type: "text/csv", content_base64: "QQ==" },
        { id: "D-2", url: "https://example.com/b.pdf" },
      ],
    });
  });

  test.each([
    ["384", "Korrekturrechnung"],
    ["389", "Gutschrift (Selbstfakturierung)"],
    ["326", "Teilrechnung"],
    ["381", "Gutschrift"],
  ])("the type %s in XML and the title %s", async (type, title) => {
    const body = { ...extras, type, preceding_invoice: { number: "RE-6" } };
    const { xml, pdf_base64 } = await json(await postEinvoice({ ...body, response: "json" }));
    expect(xml).toContain(`<ram:TypeCode>${type}</ram:TypeCode>`);
    const { pages } = await readPdf(Buffer.from(pdf_base64, "base64"));
    const text = pages.join("\n");
    for (const printed of [title, "Acme Lager", "Factor Bank", "D-1", "RE-6"])
      expect(text).toContain(printed);
  });

  test.each([
    ["L", 7],
    ["L", 0],
    ["M", 4],
  ])("VAT category %s at %d percent", async (tax_category, tax_rate) => {
    const items = [{ description: "x", quantity: 3, unit_price: 9.99, tax_category, tax_rate }];
    const invoice = { items, tax_rate: undefined, shipping: 0 };
    expect(await findViolations(invoice, { format: "ubl" })).toEqual([]);
  });

  test.each([
    [{ period: {} }, "body.period"],
    [{ period: { start: "2026-02-30" } }, "body.period.start"],
    [{ documents: [{ id: "1", content_base64: "QQ==" }] }, "body.documents.0.filename"],
    [
      { documents: [{ id: "1", content_base64: "?", filename: "a", media_type: "text/csv" }] },
      "body.documents.0.content_base64",
    ],
  ])("no invalid %j", async (body, location) => {
    const response = await postEinvoice(body);
    expect([response.status, (await json(response)).errors[0].location]).toEqual([400, location]);
  });

  test("no period that ends before it starts", async () => {
    const period = { start: "2026-02-01", end: "2026-01-01" };
    expect(await findViolations({}, { period })).toEqual(["BR-29 body.period"]);
  });
});

describe("a unit", () => {
  const buildItems = (unit: string) => ({
    items: [{ description: "x", quantity: 2, unit_price: 5, unit }],
  });

  test.each([
    ["Stunde", "HUR"],
    ["Stunden", "HUR"],
    ["Std.", "HUR"],
    ["heure", "HUR"],
    ["hour(s)", "HUR"],
    ["時間", "HUR"],
    ["час", "HUR"],
    ["Tag", "DAY"],
    ["jour", "DAY"],
    ["giorni", "DAY"],
    ["Monat", "MON"],
    ["MONATE", "MON"],
    ["mois", "MON"],
    ["año", "ANN"],
    ["lump sum", "LS"],
    ["Pauschale", "LS"],
    ["sztuk", "H87"],
    ["STK", "H87"],
    ["Paar", "PR"],
    ["license", "C62"],
    ["m²", "MTK"],
    ["HUR", "HUR"],
    ["XPP", "XPP"],
    ["4K", "4K"],
  ])("%s has the code %s", async (unit, code) => {
    const said = await texts({ format: "ubl" }, buildItems(unit));
    expect(said).toContain(
      `cbc:InvoicedQuantity@unitCode=${code}`.replace(/^/, "cac:InvoiceLine/"),
    );
  });

  test.each(["Klafter", "ton", "ABD", "hur", "(", "😀"])(
    "%s is rejected as an unknown unit",
    async (unit) => {
      expect(await findViolations(buildItems(unit))).toEqual([
        "BR-CL-23 body.invoice.items.0.unit",
      ]);
    },
  );
});

test("accepts a type as text or number", async () => {
  expect(await texts({ format: "cii", type: 381 })).toEqual(
    await texts({ format: "cii", type: "381" }),
  );
  const said = await texts({ format: "ubl", type: 380 });
  expect(said).toContain("Invoice/cbc:InvoiceTypeCode=380");
  const refused = await postEinvoice({ type: 325 });
  expect(refused.status).toBe(400);
  expect((await json(refused)).errors[0]).toMatchObject({ location: "body.type" });
});

test("escapes any text in the XML", async () => {
  const said = await texts({ format: "ubl" }, { notes: "]]><x a='1'>&amp;<y>" });
  expect(said).toContain("Invoice/cbc:Note=]]><x a='1'>&amp;<y>");
});

test.each([
  [{ prices_include_tax: true }],
  [{ prices_include_tax: true, discount: 0, shipping: 0 }],
  [{ prices_include_tax: true, discount: 33, discount_type: "fixed", shipping: 7 }],
  [{ discount: 33.33 }],
  [{ cash_rounding: 0.05 }],
  [{ amount_paid: 5000 }],
])("an invoice with %j violates no rule", async (invoice) => {
  expect(await findViolations(invoice)).toEqual([]);
});

describe("einvoice reports violated rules", () => {
  const at = "body.invoice.";
  const { tax_id: _, registration_id: __, ...unknown } = german.from;
  const only = (tax_category: string) => ({
    items: [{ description: "x", quantity: 1, unit_price: 1, tax_category }],
    tax_rate: undefined,
    discount: 0,
    shipping: 0,
  });
  test.each([
    [{ to: { name: "Acme", address: "" } }, [`BR-10 ${at}to.country`, `BR-11 ${at}to.country`]],
    [{ from: { ...german.from, country: "XX" } }, [`BR-CL-14 ${at}from.country`]],
    [{ from: { ...german.from, tax_id: "ZZ123" } }, [`BR-CO-09 ${at}from.tax_id`]],
    [
      { from: unknown, discount: 0, shipping: 0 },
      [`BR-CO-26 ${at}from.tax_id`, `BR-S-02 ${at}from.tax_id`],
    ],
    [{ due_date: undefined, payment_terms: undefined }, []],
    [{ payment: { iban: "DE00" } }, [`BR-50 ${at}payment.iban`]],
    [only("AE"), [`BR-AE-02 ${at}to.tax_id`]],
    [
      { ...only("K"), delivery_date: undefined },
      [`BR-IC-11 ${at}delivery_date`, `BR-IC-02 ${at}to.tax_id`],
    ],
    [only("O"), [`BR-O-02 ${at}from.tax_id`]],
  ])("%j", async (invoice, rules) => {
    expect(await findViolations(invoice)).toEqual(rules);
  });

  test("of decimals, in a currency with three", async () => {
    const items = [{ description: "x", quantity: 1, unit_price: 1.234 }];
    const invoice = {
      currency: "KWD",
      items,
      discount: 0,
      shipping: 0,
      amount_paid: 0,
      payment: undefined,
    };
    expect(await findViolations(invoice)).toContain(`BR-DEC-23 ${at}items.0.unit_price`);
  });

  test("before it writes anything", async () => {
    const response = await postEinvoice({ format: "ubl" }, { to: { name: "Acme", address: "" } });
    expect(response.status).toBe(422);
    expect(await json(response)).toMatchObject({
      code: "einvoice_rule_violation",
      violations: [{ rule: "BR-10", path: "body.invoice.to.country" }],
    });
  });

  test("of Germany, for its public administration", async () => {
    const rules = await findViolations(
      { from: { ...unknown, tax_id: "DE1", phone: "0" } },
      { format: "xrechnung-cii" },
    );
    expect(rules).toEqual(["BR-DE-15 body.buyer_reference"]);
  });
});

test.each([
  [{ format: "ubl", profile: "basic" }, {}, "body.profile"],
  [{ profile: "basic" }, { cash_rounding: 0.05 }, "body.profile"],
  [{}, { currency: "XYZ" }, "body.invoice.currency"],
  [{}, { due_date: "2026-02-30" }, "body.invoice.due_date"],
  [{}, { due_date: "2026-01-31" }, "body.invoice.due_date"],
  [{ preceding_invoice: { number: "1", date: "2026-02-02" } }, {}, "body.preceding_invoice.date"],
  [{ preceding_invoice: { number: "1", date: "2026-02-30" } }, {}, "body.preceding_invoice.date"],
])("einvoice rejects %j of %j", async (body, invoice, at) => {
  const response = await postEinvoice(body, invoice);
  expect(response.status).toBe(400);
  expect((await json(response)).errors[0].location).toBe(at);
});
