import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { PDFArray, PDFDict, PDFDocument, PDFName } from "pdf-lib";
import { ciiInvoice } from "../einvoice/read/cii-invoice.fixture.ts";
import { readXml } from "../einvoice/read/read-xml.ts";
import { makeUbl } from "../einvoice/rules/ubl-invoice.fixture.ts";
import { german } from "../german-invoice.fixture.ts";
import { readPdf } from "../read-pdf.fixture.ts";
import { readReceived } from "./read-einvoice.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const xml = makeUbl();

const read = (body: object) => hub.post("/api/invoice/read", body);

test("read returns the fields of an invoice in UBL as written", async () => {
  const answer = await json(await read({ xml }));
  expect(answer).toMatchObject({
    syntax: "ubl",
    embedded_as: null,
    rule_set: "peppol",
    valid: true,
    violations: [],
    pages: 0,
    pdf_base64: null,
    invoice: {
      number: "INV-1",
      currency: "EUR",
      project: "P-1",
      object: { id: "O-1", scheme: "AAA" },
      seller: { name: "Nordwind GmbH", vat_id: "DE123456788", endpoint: { scheme: "9930" } },
      payee: { name: "Factor Bank" },
      tax_representative: { name: "Rep Ltd", vat_id: "FR83404833048" },
      delivery: { name: "Acme Store", date: "2026-01-30", address: { country: "AT" } },
      totals: { due: "1000.50", tax: "225.00", tax_in_tax_currency: "2500.00" },
      documents: [{ id: "S-1", content_base64: "QQ==" }, { url: "https://example.com/b.pdf" }],
      lines: [{ quantity: "10", unit: "HUR", price: "100.00", base_quantity: "1" }],
    },
  });
});

test("reads the same fields from both syntaxes", () => {
  const ubl = readXml(xml, "body").invoice;
  const { invoice: cii } = readXml(ciiInvoice, "body");
  // CII has other codes for the date.
  const expected = { ...ubl, tax_point_code: "29" };
  expect(cii).toEqual(expected as typeof cii);
});

test("an invoice in CII violates no rule either", async () => {
  const { violations, rule_set } = await json(await read({ xml: ciiInvoice }));
  expect([rule_set, violations]).toEqual(["peppol", []]);
});

test.each(["facturx", "cii", "ubl", "xrechnung-ubl", "xrechnung-cii"])(
  "reads what einvoice writes as %s, without violations",
  async (format) => {
    const made = await hub.post("/api/invoice/einvoice", {
      invoice: german,
      format,
      buyer_reference: "04011000-12345-03",
    });
    const file = new File([await made.bytes()], "invoice", {
      type: made.headers.get("content-type") ?? "",
    });
    const form = new FormData();
    form.set("file", file);
    const answer = await json(await hub.post("/api/invoice/read", form));
    expect(answer).toMatchObject({
      valid: true,
      embedded_as: format === "facturx" ? "factur-x.xml" : null,
      rule_set: format.startsWith("xrechnung") ? "xrechnung" : "en16931",
      invoice: { number: "RE-7", totals: { paid: "100.00" }, due_date: "2026-03-01" },
    });
  },
);

/** Moves the attachments of a PDF to a deeper node of the name tree, or to the associated files only. */
async function moveAttachments(bytes: Uint8Array, to: "kids" | "associated"): Promise<string> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const names = pdf.catalog.lookup(PDFName.of("Names"), PDFDict);
  const tree = names.lookup(PDFName.of("EmbeddedFiles"), PDFDict);
  if (to === "kids") {
    const root = pdf.context.obj({ Kids: [pdf.context.register(tree)] });
    // A cycle must not hang.
    root.lookup(PDFName.of("Kids"), PDFArray).push(pdf.context.register(root));
    names.set(PDFName.of("EmbeddedFiles"), root);
  } else names.delete(PDFName.of("EmbeddedFiles"));
  return pdf.saveAsBase64();
}

test.each(["kids", "associated"] as const)("finds an invoice among the %s", async (to) => {
  const made = await hub.post("/api/invoice/einvoice", { invoice: german });
  const file_base64 = await moveAttachments(await made.bytes(), to);
  expect(await json(await read({ file_base64 }))).toMatchObject({
    valid: true,
    embedded_as: "factur-x.xml",
  });
});

test("finds the invoice among XML files with other names", async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  await pdf.attach(Buffer.from("<note>no</note>"), "a.xml", { mimeType: "text/xml" });
  await pdf.attach(Buffer.from(xml), "rechnung.XML", { mimeType: "text/xml" });
  const answer = await json(await read({ file_base64: await pdf.saveAsBase64() }));
  expect(answer).toMatchObject({ valid: true, embedded_as: "rechnung.XML" });
});

test("reads UTF-16 with and without its mark, and pasted text with blanks before it", async () => {
  const wide = Buffer.from(xml.replace(/encoding="[^"]*"/, 'encoding="UTF-16"'), "utf16le");
  const big = Buffer.from(wide).swap16();
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), wide]);
  for (const bytes of [wide, big, marked])
    expect((await read({ file_base64: bytes.toString("base64") })).status).toBe(200);
  expect((await read({ xml: `\n  ${xml}` })).status).toBe(200);
});

test("names each violated rule with field and sentence", async () => {
  const broken = xml.replace(">1000.50<", ">1.00<").replace('unitCode="HUR">10', 'unitCode="h">10');
  const { valid, violations } = await json(await read({ xml: broken, rules: "en16931" }));
  expect(valid).toBe(false);
  expect(violations).toEqual([
    {
      rule: "BR-CO-16",
      severity: "error",
      term: "BT-115",
      path: "totals.due",
      message: expect.stringContaining("amount due"),
    },
    {
      rule: "BR-CL-23",
      severity: "error",
      term: "BT-130",
      path: "lines.0.unit",
      message: expect.stringContaining("Recommendation 20"),
    },
  ]);
});

test.each([
  [
    "booleans as 1 and 0",
    (text: string) => text.replaceAll("ator>true<", "ator>1<").replaceAll("ator>false<", "ator>0<"),
  ],
  ["dates with a time zone", (text: string) => text.replaceAll(/(\d{4}-\d\d-\d\d)</g, "$1+01:00<")],
  [
    "the same currency for VAT accounting",
    (text: string) =>
      text
        .replace(">SEK<", ">EUR<")
        .replace(/<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">.*/, ""),
  ],
])("accepts %s as the schema allows", async (_, change) => {
  const { violations } = await json(await read({ xml: change(xml), rules: "en16931" }));
  expect(violations).toEqual([]);
});

test.each([
  ["#SKONTO#TAGE=14#PROZENT=2.25#\n", []],
  ["#SKONTO#TAGE=14#PROZENT=2.25#", ["BR-DE-18"]],
])("reads the payment terms %j with their line breaks", async (terms, rules) => {
  const body = { xml: xml.replace("30 days", terms), rules: "xrechnung" };
  const { violations } = await json(await read(body));
  expect(
    violations
      .map(({ rule }: { rule: string }) => rule)
      .filter((rule: string) => rule !== "BR-DE-21"),
  ).toEqual(rules);
});

/** Changes of the sample that only attributes and types show. */
test.each([
  [
    "an amount without a currency",
    [/(<cbc:LineExtensionAmount) currencyID="EUR"/, "$1"],
    "BR-CL-03",
  ],
  ["a line whose tax isn't VAT", [/(ClassifiedTaxCategory>.*?<cbc:ID>)VAT/, "$1GST"], "BR-CO-04"],
  ["a type that is missing", [/<cbc:InvoiceTypeCode>380<.cbc:InvoiceTypeCode>/, ""], "BR-04"],
] as const)("finds %s", async (_, [from, to], rule) => {
  const changed = xml.replace(from, to);
  expect(changed).not.toBe(xml);
  const { valid, violations } = await json(await read({ xml: changed, rules: "en16931" }));
  expect(valid).toBe(false);
  expect(violations.map((one: { rule: string }) => one.rule)).toContain(rule);
});

test("finds a date of CII in another format", async () => {
  const changed = ciiInvoice.replace('format="102">20260201<', 'format="203">20260201<');
  const { violations } = await json(await read({ xml: changed, rules: "en16931" }));
  expect(violations[0]).toMatchObject({ rule: "BR-03", path: "issue_date" });
});

test("a hub without the rules doesn't call an invoice valid", async () => {
  const release = { about: { build_date: "2026-04-10" }, paths: {} };
  const body = { xml, rules: "peppol", response: "json", pdf: false };
  const options = { now: 0, release } as unknown as Parameters<typeof readReceived>[1];
  const { body: answer } = await readReceived(body as Parameters<typeof readReceived>[0], options);
  expect(answer).toMatchObject({
    valid: null,
    valid_reason: "The hub has no rules of peppol: its operator can download them",
    rules_checked: 0,
    rules_date: null,
    violations: [],
  });
});

test("a warning alone leaves the invoice valid", async () => {
  const warned = xml.replace(
    "<cac:PayeeFinancialAccount>",
    "<cac:CardAccount><cbc:PrimaryAccountNumberID>1234567890121234</cbc:PrimaryAccountNumberID><cbc:NetworkID>NA</cbc:NetworkID></cac:CardAccount>$&",
  );
  const { valid, violations } = await json(await read({ xml: warned, rules: "en16931" }));
  expect([valid, violations.map(({ severity }: { severity: string }) => severity)]).toEqual([
    true,
    ["warning"],
  ]);
});

test("draws a readable PDF", async () => {
  const response = await read({ xml, response: "binary", locale: "de", template: "modern" });
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const { pages } = await readPdf(await response.bytes());
  for (const text of [
    "Nordwind GmbH",
    "Acme AG",
    "Consulting",
    "1.000,50",
    "DE89370400440532013000",
  ])
    expect(pages.join("\n")).toContain(text);
});

test("accepts other prefixes, encodings and CDATA", async () => {
  const other = xml
    .replaceAll("cbc:", "b:")
    .replace("xmlns:cbc", "xmlns:b")
    .replace("xmlns:b:", "xmlns:b")
    .replace("UTF-8", "ISO-8859-1")
    .replace("<b:Note>A note", "<b:Note><![CDATA[Grün & blau]]>");
  const file_base64 = Buffer.from(other, "latin1").toString("base64");
  const { invoice } = await json(await read({ file_base64 }));
  expect(invoice.notes).toEqual(["Grün & blau"]);
});

describe("read refuses", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const entity = `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Invoice>&b;</Invoice>`;
  test.each([
    [{}, 400, "invalid_input", "body"],
    [{ xml, file_base64: "QQ==" }, 400, "invalid_input", "body"],
    [{ file_base64: "?" }, 400, "invalid_input", "body.file_base64"],
    [{ xml: "<Invoice>" }, 422, "invalid_xml", "body.xml"],
    [{ xml: entity }, 422, "invalid_xml", "body.xml"],
    [{ xml: "<a>".repeat(100) }, 422, "invalid_xml", "body.xml"],
    [{ xml: "<Order/>" }, 422, "no_einvoice", "body.xml"],
    [{ xml: "<Invoice/>" }, 422, "no_einvoice", "body.xml"],
    [{ file_base64: base64("%PDF-1.7 broken") }, 422, "invalid_pdf", "body.file_base64"],
    [
      { file_base64: Buffer.from([0xff, 0xfe, 0xff]).toString("base64") },
      422,
      "invalid_xml",
      "body.file_base64",
    ],
  ])("%j", async (body, status, code, location) => {
    const response = await read(body);
    const { code: own, errors } = await json(response);
    expect([response.status, own, errors[0].location]).toEqual([status, code, location]);
  });

  test("a PDF without an invoice", async () => {
    const pdf = await hub.post("/api/invoice/generate", german);
    const response = await read({ file_base64: Buffer.from(await pdf.bytes()).toString("base64") });
    expect(await json(response)).toMatchObject({ status: 422, code: "no_einvoice" });
  });
});
