import { reply } from "hub";
import { readIban } from "hub/bank";
import { AFRelationship, buildFacturXDescription, type PDFDocument } from "pdf-lib";
import type { InvoiceAnswerOptions } from "../document/answer-options.ts";
import { cleanTexts } from "../document/clean.ts";
import { checkDay } from "../document/day.ts";
import { buildDocument, type Document, getInvoiceKind, withNumber } from "../document/document.ts";
import { readXml } from "../einvoice/read/read-xml.ts";
import { checkRules, type RuleSet, type Rules } from "../einvoice/rules/check.ts";
import { writeXml } from "../einvoice/write-xml.ts";
import { encodePdf } from "../pdf/file.ts";
import { claimStandards } from "../pdf/standards.ts";
import invoice from "../plugin.ts";
import { describeFile, drawDocument, replyPdf } from "../response.ts";
import type { EinvoiceBody } from "../schema/bodies.ts";
import { buildModel } from "./build-model.ts";
import { checkDates, checkRequest } from "./check-request.ts";
import { printExtras } from "./printed-extras.ts";
import { type Profile, resolveFormat, resolveProfile } from "./profile.ts";
import { findRequestPath, mapErrorPaths } from "./request-path.ts";

const levels = {
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  xrechnung: "XRECHNUNG",
} as const;

/** A violated rule. */
interface Violation {
  /** Rule name in EN 16931, XRechnung or Peppol: `BR-CO-15`. */
  rule: string;
  message: string;
  /** Path of the request field to correct. */
  path: string;
}

/** Creates an electronic invoice and checks it against the rules of its profile. */
export async function makeEinvoice(
  request: EinvoiceBody,
  options: InvoiceAnswerOptions,
  release: Rules["release"],
) {
  const body = cleanTexts(request);
  checkRequest(body);
  return mapErrorPaths(() =>
    withNumber("invoice_number", { body: body.invoice, options }, (invoice_number) =>
      makeNumbered({ ...body, invoice: { ...body.invoice, invoice_number } }, { options, release }),
    ),
  );
}

type NumberedBody = EinvoiceBody & { invoice: { invoice_number: string } };

async function makeNumbered(
  body: NumberedBody,
  { options, release }: { options: InvoiceAnswerOptions; release: Rules["release"] },
) {
  const document = await readInvoice(body, options.now);
  const xml = writeXml(buildModel(document, body), {
    syntax: resolveFormat(body).endsWith("ubl") ? "ubl" : "cii",
    isBasic: resolveProfile(body) === "basic",
  });
  const { rules, violations } = await checkXml(xml, { body, release });
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
async function checkXml(
  xml: string,
  { body, release }: { body: EinvoiceBody; release: Rules["release"] },
): Promise<{ rules: number; violations: Violation[] }> {
  const profile = resolveProfile(body);
  const ruleSet: RuleSet = profile === "xrechnung" || profile === "peppol" ? profile : "en16931";
  const checked = await checkRules(readXml(xml, "body"), { ruleSet, release });
  if (!checked)
    throw invoice.error(
      "rules_unavailable",
      `The hub has no rules of ${ruleSet}: its operator can download them`,
    );
  const options = { ruleSet, hasDelivery: body.delivery !== undefined };
  const violations = checked.findings
    .filter(({ isWarning }) => !isWarning)
    .map(({ rule, requirement, term, path }) => ({
      rule,
      message: term === "" ? requirement : `${requirement} (${term})`,
      path: findRequestPath(path, options),
    }));
  const { iban } = body.invoice.payment ?? {};
  if (iban !== undefined && !("iban" in readIban(iban)))
    violations.push({
      rule: "BR-50",
      message: "The payee's account must have a valid identifier (BT-84)",
      path: "body.invoice.payment.iban",
    });
  return { rules: checked.rules, violations: violations.filter(isFirst) };
}

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
  const kind = getInvoiceKind(`${type}`);
  const { invoice_number: number, amount_paid: amountPaid } = body;
  const document = await buildDocument(body, { kind, number, now, amountPaid });
  checkDates(full, document.date);
  return document;
}

interface CheckedInvoice {
  body: EinvoiceBody;
  options: InvoiceAnswerOptions;
  xml: string | null;
  rules: number;
  violations: readonly Violation[];
}

async function respond(
  document: Document<EinvoiceBody["invoice"]>,
  { body, options, xml, rules, violations }: CheckedInvoice,
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
    extras: () => printExtras(document, body),
  });
  await makeHybrid(pdf, { xml: xml ?? "", profile, now: options.now });
  const bytes = await encodePdf(pdf);
  if (options.response === "binary") return replyPdf(bytes, { document, warnings });
  const pdf_base64 = Buffer.from(bytes).toString("base64");
  return reply({ ...members, xml, pages, warnings, pdf_base64 });
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
