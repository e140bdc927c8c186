import { checkDay, checkNotBefore } from "../document/day.ts";
import { refuse } from "../refuse.ts";
import type { EinvoiceBody } from "../schema/bodies.ts";
import { documentTerms } from "../schema/terms.ts";
import { resolveFormat, resolveProfile } from "./profile.ts";

/** Rejects formats that the profile doesn't have, and taxes that EN 16931 can't express. */
export function checkRequest(body: EinvoiceBody): void {
  checkFormat(body);
  checkTaxes(body);
}

/** Checks dates against the date of issue, the supporting documents, and the terms that are only in the XML. */
export function checkDates(body: EinvoiceBody, date: string): void {
  const { due_date } = body.invoice;
  checkExtras(body);
  if (due_date !== undefined) checkNotBefore(date, { day: due_date, at: "body.due_date" });
  checkPreceding(body, date);
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
    refuse("body.format", `must be ubl for the profile peppol: it is ${format}`);
  if (format === "ubl" && (profile === "basic" || profile === "extended"))
    refuse(at, `must be en16931 or xrechnung in UBL: it is ${profile}`);
  if (profile === "basic" && cash_rounding > 0)
    refuse(at, `must not be basic if cash is rounded: BASIC does not support it`);
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
