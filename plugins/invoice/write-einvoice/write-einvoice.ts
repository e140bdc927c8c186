import { asTable, HubError, reply } from "hub";
import { readIban } from "hub/bank";
import { AFRelationship, buildFacturXDescription, type PDFDocument } from "pdf-lib";
import { type Extras, presentFacts } from "./document/build-content.ts";
import { cleanTexts } from "./document/clean.ts";
import type { Block } from "./document/content.ts";
import { checkDay, checkNotBefore } from "./document/day.ts";
import { buildDocument, type Document, type Kind, withNumber } from "./document/document.ts";
import { buildModel, listPreceding } from "./einvoice/build-model.ts";
import { type Profile, resolveFormat, resolveProfile } from "./einvoice/profile.ts";
import { readXml } from "./einvoice/read/read-xml.ts";
import { findRequestPath } from "./einvoice/request-path.ts";
import { checkRules, type RuleSet } from "./einvoice/rules/check.ts";
import { writeXml } from "./einvoice/write-xml.ts";
import { invoiceExtras } from "./generate.ts";
import { encodePdf } from "./pdf/file.ts";
import { claimStandards } from "./pdf/standards.ts";
import invoice from "./plugin.ts";
import { describeFile, drawDocument, replyPdf } from "./response.ts";
import type { EinvoiceBody } from "./schema/bodies.ts";
import type { InvoiceAnswerOptions } from "./schema/response.ts";
import { documentTerms } from "./schema/terms.ts";

const levels = {
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  xrechnung: "XRECHNUNG",
} as const;

/** Kinds of documents by their codes of UNTDID 1001. */
const kinds: Readonly<Record<string, Kind>> = asTable({
  380: "invoice",
  381: "credit_note",
  384: "corrected_invoice",
  389: "self_billed_invoice",
  326: "partial_invoice",
});

/** A violated rule. */
interface Violation {
  /** Rule name in EN 16931, XRechnung or Peppol: `BR-CO-15`. */
  rule: string;
  message: string;
  /** Path of the request field to correct. */
  path: string;
}

/** Creates an electronic invoice and checks it against the rules of its profile. */
export async function makeEinvoice(request: EinvoiceBody, options: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  checkFormat(body);
  checkTaxes(body);
  return mapErrorPaths(() =>
    withNumber("invoice_number", { body: body.invoice, options }, (invoice_number) =>
      makeNumbered({ ...body, invoice: { ...body.invoice, invoice_number } }, options),
    ),
  );
}

type NumberedBody = EinvoiceBody & { invoice: { invoice_number: string } };

async function makeNumbered(body: NumberedBody, options: InvoiceAnswerOptions) {
  const document = await readInvoice(body, options.now);
  const xml = writeXml(buildModel(document, body), {
    syntax: resolveFormat(body).endsWith("ubl") ? "ubl" : "cii",
    isBasic: resolveProfile(body) === "basic",
  });
  const { rules, violations } = checkXml(xml, body);
  const isDryRun = options.response === "json" && !options.pdf;
  if (violations.length > 0 && !isDryRun) throw violationError(violations);
  return respond(document, {
    body,
    options,
    xml: violations.length > 0 ? null : xml,
    rules,
    violations,
  });
}

/** Reads the XML back and checks it against the rules of its profile, so that what is checked is what is sent. */
function checkXml(xml: string, body: EinvoiceBody): { rules: number; violations: Violation[] } {
  const profile = resolveProfile(body);
  const ruleSet: RuleSet = profile === "xrechnung" || profile === "peppol" ? profile : "en16931";
  const { rules, findings } = checkRules(readXml(xml, "body"), ruleSet);
  const options = { ruleSet, hasDelivery: body.delivery !== undefined };
  const violations = findings
    .filter(({ rule }) => !hints.has(rule))
    .map(({ rule, requirement, term, path }) => ({
      rule,
      message: `${requirement} (${term})`,
      path: findRequestPath(path, options),
    }));
  const { iban } = body.invoice.payment ?? {};
  if (iban !== undefined && !("iban" in readIban(iban)))
    violations.push({
      rule: "BR-50",
      message: "The payee's account must have a valid identifier (BT-84)",
      path: "body.invoice.payment.iban",
    });
  return { rules, violations: violations.filter(isFirst) };
}

/** Rules that only recommend content. */
const hints: ReadonlySet<string> = new Set(["BR-DE-TMP-32"]);

/** Returns whether no earlier violation is of the same rule and field. */
function isFirst(one: Violation, index: number, all: readonly Violation[]): boolean {
  return all.findIndex(({ rule, path }) => rule === one.rule && path === one.path) === index;
}

async function readInvoice(
  full: NumberedBody,
  now: number,
): Promise<Document<EinvoiceBody["invoice"]>> {
  const { invoice: body, type } = full;
  checkDay(body.due_date, "body.due_date");
  const kind = kinds[`${type}`] ?? "invoice";
  const { invoice_number: number, amount_paid: amountPaid } = body;
  const document = await buildDocument(body, { kind, number, now, amountPaid });
  const { date } = document;
  checkExtras(full);
  if (body.due_date !== undefined)
    checkNotBefore(date, { day: body.due_date, at: "body.due_date" });
  checkPreceding(full, date);
  return document;
}

/** Checks that no preceding invoice is later than the invoice. */
function checkPreceding(
  { preceding_invoice, preceding_invoices = [] }: EinvoiceBody,
  date: string,
) {
  const all = [
    ["body.preceding_invoice.date", preceding_invoice?.date] as const,
    ...preceding_invoices.map(
      (one, index) => [`body.preceding_invoices.${index}.date`, one.date] as const,
    ),
  ];
  for (const [at, day] of all) {
    checkDay(day, at);
    if (day !== undefined && day > date)
      refuse(at, `must not be after the date of issue, ${date}: it is ${day}`);
  }
}

/** Checks the period and the supporting documents. */
function checkExtras(body: EinvoiceBody): void {
  const { period, documents = [] } = body;
  checkDay(period?.start, "body.period.start");
  checkDay(period?.end, "body.period.end");
  checkTerms(body);
  if (period && (period.start ?? period.end) === undefined)
    refuse("body.period", "must have start or end: it has neither");
  for (const [index, { content_base64, filename, media_type }] of documents.entries()) {
    const at = `body.documents.${index}`;
    if (content_base64 === undefined) continue;
    if (filename === undefined) refuse(`${at}.filename`, "must be present with content_base64");
    if (media_type === undefined) refuse(`${at}.media_type`, "must be present with content_base64");
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content_base64) || content_base64.length % 4 !== 0)
      refuse(`${at}.content_base64`, "must be base64 without spaces");
  }
}

/** Checks the terms of EN 16931 that are only in the XML. */
function checkTerms(body: EinvoiceBody): void {
  checkDay(body.tax_point_date, "body.tax_point_date");
  if (body.tax_in_tax_currency !== undefined && body.tax_currency === undefined)
    refuse("body.tax_in_tax_currency", "must be omitted without tax_currency");
  if ((body.buyer?.identifiers ?? []).length > 1)
    refuse("body.buyer.identifiers", "must have at most one identifier");
  for (const [index, { terms }] of body.invoice.items.entries()) {
    const at = `body.items.${index}.terms.period`;
    checkDay(terms?.period?.start, `${at}.start`);
    checkDay(terms?.period?.end, `${at}.end`);
    if (terms?.period && (terms.period.start ?? terms.period.end) === undefined)
      refuse(at, "must have start or end: it has neither");
  }
  if (resolveProfile(body) !== "basic") return;
  const names = Object.keys(documentTerms) as (keyof typeof documentTerms)[];
  const [name] = names.filter((name) => body[name] !== undefined);
  const line = body.invoice.items.findIndex(({ terms }) => terms);
  const at = name ? `body.${name}` : `body.items.${line}.terms`;
  if (name || line >= 0) refuse(at, "must be omitted: the profile basic does not support it");
}

function refuse(at: string, problem: string): never {
  throw invoice.error("invalid_input", `${at} ${problem}`, { at });
}

interface Result {
  body: EinvoiceBody;
  options: InvoiceAnswerOptions;
  xml: string | null;
  rules: number;
  violations: readonly Violation[];
}

async function respond(
  document: Document<EinvoiceBody["invoice"]>,
  { body, options, xml, rules, violations }: Result,
) {
  const format = resolveFormat(body);
  const profile = resolveProfile(body);
  const isHybrid = format === "facturx" || format === "zugferd";
  const members = {
    invoice_number: document.number,
    format,
    profile,
    rules_checked: rules,
    violations,
  };
  if (options.response === "json" && (!options.pdf || !isHybrid))
    return reply({ ...members, xml, pages: 0, warnings: [], pdf_base64: null });
  if (!isHybrid)
    return reply(xml ?? "", {
      type: "application/xml",
      headers: describeFile(document, "xml"),
    });
  const { pdf, pages, warnings } = await drawDocument(document, {
    options,
    extras: () => buildExtras(document, body),
  });
  await makeHybrid(pdf, { xml: xml ?? "", profile, now: options.now });
  const bytes = await encodePdf(pdf);
  if (options.response === "binary") return replyPdf(bytes, { document, warnings });
  const pdf_base64 = Buffer.from(bytes).toString("base64");
  return reply({ ...members, xml, pages, warnings, pdf_base64 });
}

/** Returns the extra content of the PDF. A credit note references the corrected invoice and requests no payment. */
function buildExtras(document: Document<EinvoiceBody["invoice"]>, body: EinvoiceBody): Extras {
  const { payment, swissBill, ...extras } = invoiceExtras(document);
  const { type, buyer_reference, references: terms } = body;
  const { labels, formats } = document;
  const days = [body.period?.start, body.period?.end].filter((day) => day !== undefined);
  const references = presentFacts([
    [
      labels.invoice,
      listPreceding(body)
        .map(({ number }) => number)
        .join(", "),
    ],
    [labels.buyer_reference, buyer_reference],
    [labels.project, terms?.project],
    [labels.contract, terms?.contract],
    [labels.service_period, days.map(formats.day).join(" – ")],
  ]);
  const facts = [...(extras.facts ?? []), ...references];
  const blocks = listBlocks(document, body);
  return { ...extras, facts, blocks, ...(`${type}` !== "381" && { payment, swissBill }) };
}

/** Returns the delivery address, the payee and the supporting documents. */
function listBlocks({ labels, formats }: Document, body: EinvoiceBody): Block[] {
  const { delivery, payee, tax_representative, notes = [], documents = [] } = body;
  const listPlace = (place: Partial<NonNullable<EinvoiceBody["delivery"]>>) => [
    place.name,
    place.address,
    [place.postal_code, place.city].filter(Boolean).join(" "),
    place.region,
    place.country && formats.country(place.country),
  ];
  const representative = tax_representative && [
    ...listPlace(tax_representative),
    `${labels.tax_id} ${tax_representative.vat_id}`,
  ];
  const files = documents.map(({ id, description, filename, url }) =>
    [id, description, filename ?? url].filter(Boolean).join(" · "),
  );
  return presentFacts([
    [labels.tax_representative, representative?.filter(Boolean).join("\n")],
    [labels.delivery_address, delivery && listPlace(delivery).filter(Boolean).join("\n")],
    [labels.payee, payee && [payee.name, payee.id].filter(Boolean).join(" · ")],
    [labels.documents, files.join("\n")],
    [labels.notes, notes.map(({ text }) => text).join("\n")],
  ]).map(([title, text]) => ({ title, text }));
}

/** Rejects taxes that EN 16931 cannot express. */
function checkTaxes({ invoice: { taxes, withholding, items } }: EinvoiceBody): void {
  if (withholding)
    refuse(
      "body.invoice.withholding",
      "must be omitted: EN 16931 has no withholding tax. Describe it in payment_terms",
    );
  const line = items.findIndex((item) => item.taxes);
  if (taxes)
    refuse("body.invoice.taxes", "must be omitted: EN 16931 has one VAT rate for each line");
  if (line >= 0)
    refuse(
      `body.invoice.items.${line}.taxes`,
      "must be omitted: EN 16931 has one VAT rate for each line",
    );
}

function checkFormat(body: EinvoiceBody): void {
  const {
    profile,
    invoice: { cash_rounding },
  } = body;
  const format = resolveFormat(body);
  const at = "body.profile";
  if (profile === "peppol" && format !== "ubl" && !format.startsWith("xrechnung"))
    throw invoice.error(
      "invalid_input",
      `body.format must be ubl for the profile peppol: it is ${format}`,
      { at: "body.format" },
    );
  if (format === "ubl" && (profile === "basic" || profile === "extended"))
    throw invoice.error(
      "invalid_input",
      `${at} must be en16931 or xrechnung in UBL: it is ${profile}`,
      { at },
    );
  if (profile === "basic" && cash_rounding > 0)
    throw invoice.error(
      "invalid_input",
      `${at} must not be basic if cash is rounded: BASIC does not support it`,
      { at },
    );
}

function violationError(violations: readonly Violation[]) {
  const descriptions = violations.map(({ rule, message }) => `${rule} (${message})`);
  return invoice.error(
    "einvoice_rule_violation",
    `The invoice violates ${descriptions.join(", ")}`,
    {
      errors: violations.map(({ rule, message, path }) => ({
        location: path,
        message: `${rule}: ${message}`,
      })),
      members: { violations },
    },
  );
}

/** Rewrites error paths: `body` of the invoice code is `body.invoice` in this request. */
async function mapErrorPaths<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const at = cause instanceof HubError ? cause.errors[0]?.location : undefined;
    if (!(cause instanceof HubError) || at === undefined || !isInner(at)) throw cause;
    const inner = at.replace("body", "body.invoice");
    throw invoice.error(cause.code as "invalid_input", cause.message.replaceAll(at, inner), {
      at: inner,
      cause,
    });
  }
}

function isInner(at: string): boolean {
  return !outerNames.has(at.split(".")[1] ?? "");
}

/** Fields of the body next to the invoice. */
const outerNames: ReadonlySet<string> = new Set([
  ...Object.keys(documentTerms),
  ...["invoice", "format", "profile", "preceding_invoice", "preceding_invoices"],
  ...["period", "documents"],
]);

/** Embeds the XML in the PDF: Factur-X 1.0, ZUGFeRD 2. */
async function makeHybrid(
  pdf: PDFDocument,
  { xml, profile, now }: { xml: string; profile: Profile; now: number },
): Promise<void> {
  const date = new Date(now);
  const fileName = profile === "xrechnung" ? "xrechnung.xml" : "factur-x.xml";
  const facturx = buildFacturXDescription({
    fileName,
    version: profile === "xrechnung" ? "3.0" : "1.0",
    documentType: "INVOICE",
    conformanceLevel: levels[profile === "peppol" ? "en16931" : profile],
  });
  claimStandards(pdf, { facturx });
  await pdf.attach(new TextEncoder().encode(xml), fileName, {
    mimeType: "text/xml",
    description: "Electronic invoice",
    afRelationship: AFRelationship.Alternative,
    creationDate: date,
    modificationDate: date,
  });
}
