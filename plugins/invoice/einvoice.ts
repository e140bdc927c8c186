import { HubError, reply } from "hub";
import { AFRelationship, embedFacturX, type PDFDocument } from "pdf-lib";
import { type Extras, presentFacts } from "./document/build-content.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay, checkNotBefore } from "./document/day.ts";
import { buildDocument, type Document } from "./document/document.ts";
import { buildModel } from "./einvoice/build-model.ts";
import { writeCii } from "./einvoice/cii.ts";
import type { Model } from "./einvoice/model.ts";
import { type Profile, resolveProfile } from "./einvoice/profile.ts";
import { checkRules, type Violation } from "./einvoice/rules.ts";
import { writeUbl } from "./einvoice/ubl.ts";
import { invoiceExtras } from "./generate.ts";
import { encodePdf, identify } from "./pdf/file.ts";
import invoice from "./plugin.ts";
import { buildDisposition, drawDocument, replyPdf } from "./response.ts";
import type { EinvoiceBody } from "./schema/bodies.ts";
import type { InvoiceAnswerOptions } from "./schema/response.ts";

const levels = {
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  xrechnung: "XRECHNUNG",
} as const;

/** Creates an electronic invoice and checks it against the rules of its profile. */
export async function makeEinvoice(request: EinvoiceBody, options: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  checkFormat(body);
  return mapErrorPaths(async () => {
    const document = await readInvoice(body, options.now);
    const model = buildModel(document, body);
    const { rules, violations } = checkRules(model, resolveProfile(body));
    const isDryRun = options.response === "json" && !options.pdf;
    if (violations.length > 0 && !isDryRun) throw violationError(violations);
    const xml = violations.length > 0 ? null : writeXml(model, body);
    return respond(document, { body, options, xml, rules, violations });
  });
}

async function readInvoice(
  { invoice: body, type, preceding_invoice }: EinvoiceBody,
  now: number,
): Promise<Document<EinvoiceBody["invoice"]>> {
  checkDay(body.due_date, "body.due_date");
  checkDay(preceding_invoice?.date, "body.preceding_invoice.date");
  const kind = `${type}` === "381" ? "credit_note" : "invoice";
  const { invoice_number: number, amount_paid: amountPaid } = body;
  const document = await buildDocument(body, { kind, number, now, amountPaid });
  const { date } = document;
  if (body.due_date !== undefined)
    checkNotBefore(date, { day: body.due_date, at: "body.due_date" });
  if (preceding_invoice?.date !== undefined && preceding_invoice.date > date)
    throw invoice.error(
      "invalid_input",
      `body.preceding_invoice.date must not be after the date of issue, ${date}: it is ${preceding_invoice.date}`,
      { at: "body.preceding_invoice.date" },
    );
  return document;
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
  const { format } = body;
  const profile = resolveProfile(body);
  const isHybrid = format === "facturx" || format === "zugferd";
  const members = { format, profile, rules_checked: rules, violations };
  if (options.response === "json" && (!options.pdf || !isHybrid))
    return reply({ ...members, xml, pages: 0, warnings: [], pdf_base64: null });
  if (!isHybrid)
    return reply(xml ?? "", {
      type: "application/xml",
      headers: { "content-disposition": buildDisposition(document, "xml") },
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
  const { payment, ...extras } = invoiceExtras(document);
  const { type, preceding_invoice, buyer_reference } = body;
  const { labels } = document;
  const references = presentFacts([
    [labels.invoice, preceding_invoice?.number],
    [labels.buyer_reference, buyer_reference],
  ]);
  const facts = [...(extras.facts ?? []), ...references];
  return { ...extras, facts, ...(`${type}` === "380" && payment && { payment }) };
}

function writeXml(model: Model, options: EinvoiceBody): string {
  const { format } = options;
  if (format === "ubl" || format === "xrechnung-ubl") return writeUbl(model);
  return writeCii(model, { basic: resolveProfile(options) === "basic" });
}

function checkFormat({ format, profile, invoice: { cash_rounding } }: EinvoiceBody): void {
  const at = "body.profile";
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
  return !["invoice", "profile", "preceding_invoice"].includes(at.split(".")[1] ?? "");
}

/** Embeds the XML in the PDF and converts it to PDF/A-3: Factur-X 1.0, ZUGFeRD 2. */
async function makeHybrid(
  pdf: PDFDocument,
  { xml, profile, now }: { xml: string; profile: Profile; now: number },
): Promise<void> {
  const date = new Date(now);
  // Must precede the conversion to PDF/A, which would add a random identifier.
  identify(pdf);
  await embedFacturX(pdf, new TextEncoder().encode(xml), {
    fileName: profile === "xrechnung" ? "xrechnung.xml" : "factur-x.xml",
    version: profile === "xrechnung" ? "3.0" : "1.0",
    conformanceLevel: levels[profile],
    afRelationship: AFRelationship.Alternative,
    description: "Electronic invoice",
    creationDate: date,
    modificationDate: date,
  });
}
