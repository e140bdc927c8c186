import { asTable } from "hub";
import { readIban } from "hub/bank";
import type { Document } from "../document/document.ts";
import { closeTerms } from "../einvoice/skonto.ts";
import { unitCode } from "../einvoice/units.ts";
import type { Terms } from "../einvoice/write-xml.ts";
import { Decimal, sum } from "../money/decimal.ts";
import type { Adjustment } from "../money/line.ts";
import { getTaxDivisor, type TaxGroup } from "../money/tax.ts";
import type { TotalLine } from "../money/totals.ts";
import type { EinvoiceBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import { getGuideline, resolveProfile } from "./profile.ts";

/** Codes of the VATEX list, and default texts for exemption reasons. */
const exemptionDefaults: Readonly<Partial<Record<TaxCategory, { code?: string; reason: string }>>> =
  {
    E: { reason: "Exempt from VAT" },
    AE: { code: "VATEX-EU-AE", reason: "Reverse charge" },
    K: { code: "VATEX-EU-IC", reason: "Intra-community supply" },
    G: { code: "VATEX-EU-G", reason: "Export outside the EU" },
    O: { code: "VATEX-EU-O", reason: "Not subject to VAT" },
  };

type Invoice = EinvoiceBody["invoice"];

/** Returns the terms of EN 16931 as texts. Their names are those of the outlines of both syntaxes. */
export function buildModel(
  document: Document<Invoice>,
  options: Omit<EinvoiceBody, "invoice" | "response" | "pdf">,
): Terms {
  const { body, totals, number, date, currency } = document;
  const isGerman = resolveProfile(options) === "xrechnung";
  const { references = {}, payee, delivery, tax_representative: representative } = options;
  const adjustments = listAdjustments(document);
  const payment = buildPayment(document, options.payment_means);
  const creditor = payment?.mandate?.creditor;
  const notes = [...(body.notes ? [{ text: body.notes }] : []), ...(options.notes ?? [])];
  const address = findDeliveryAddress(document, delivery);
  return {
    ...getGuideline(options),
    number,
    issue_date: date,
    due_date: body.due_date,
    type: `${options.type}`,
    currency: currency.code,
    tax_currency: options.tax_currency,
    tax_point: {
      date: options.tax_point_date,
      code: options.tax_point_code,
      due_code: dueCodes[options.tax_point_code ?? ""],
    },
    notes: notes.map(({ text, subject }: { text: string; subject?: string | undefined }) => ({
      ...{ text, subject },
      coded: subject === undefined ? text : `#${subject}#${text}`,
    })),
    buyer_reference: options.buyer_reference,
    purchase_order: body.purchase_order,
    // The schema of UBL requires the purchase order. Peppol writes NA if there is none.
    required_order: body.purchase_order ?? (references.sales_order && "NA"),
    references,
    preceding_invoices: listPreceding(options),
    // UBL has the creditor of a direct debit at the payee or, without a payee, at the seller.
    seller: { ...buildParty(body.from), ...options.seller, creditor: payee ? undefined : creditor },
    // EN 16931 has no other tax number for buyers.
    buyer: { ...buildParty(body.to), ...options.buyer, tax_id: undefined },
    tax_representative: representative && {
      ...{ name: representative.name, vat_id: representative.vat_id },
      address: buildAddress(representative),
    },
    delivery: {
      name: delivery?.name,
      date: body.delivery_date,
      location: { id: delivery?.location_id, scheme: delivery?.location_scheme },
      place: address && {
        location: { id: delivery?.location_id, scheme: delivery?.location_scheme },
        recipient: delivery?.name ?? body.to.name,
        address,
      },
    },
    payee: payee && {
      name: payee.name,
      identifier: { id: payee.id, scheme: payee.id_scheme },
      registration: { id: payee.registration_id, scheme: payee.registration_scheme },
      creditor,
    },
    period: options.period,
    documents: (options.documents ?? []).map(buildModelDocument),
    payment,
    payment_terms: isGerman ? closeTerms(body.payment_terms) : body.payment_terms,
    adjustments: adjustments.map((one) => ({ ...writeAdjustment(one), ...describeTax(one) })),
    tax_breakdown: totals.groups.map((group) => ({
      ...describeTax(group),
      // Supplies not subject to VAT only have a rate in XRechnung, for BR-DE-14.
      ...(isGerman && { percent: String(group.rate) }),
      base: formatAmount(group.base),
      tax: formatAmount(group.tax),
      ...findExemption(group.category, {
        reason: body.tax_exemption_reason,
        reason_code: options.tax_exemption_code,
      }),
    })),
    lines: buildLines(document),
    totals: {
      ...computeSums(document, adjustments),
      tax_in_tax_currency:
        options.tax_in_tax_currency === undefined
          ? undefined
          : formatAmount(new Decimal(options.tax_in_tax_currency)),
    },
  };
}

/** Codes of UNTDID 2475, which CII uses, by those of UNTDID 2005. */
const dueCodes: Readonly<Record<string, string>> = asTable({ 3: "5", 35: "29", 432: "72" });

/** Lists all preceding invoices of a request. */
export function listPreceding({
  preceding_invoice,
  preceding_invoices = [],
}: Pick<EinvoiceBody, "preceding_invoice" | "preceding_invoices">) {
  return [...(preceding_invoice ? [preceding_invoice] : []), ...preceding_invoices];
}

/** Formats an amount with two decimals, or more if it has more. */
export function formatAmount(value: Decimal): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

function formatUnlessZero(value: Decimal): string | undefined {
  return value.isZero() ? undefined : formatAmount(value);
}

/** Returns the category and rate of a tax. Supplies not subject to VAT have no rate. */
function describeTax({ category, rate }: { category: TaxCategory; rate: number }) {
  return { category, percent: category === "O" ? undefined : String(rate) };
}

function writeAdjustment({ isCharge, amount, code, reason }: Adjustment) {
  return { is_charge: String(isCharge), amount: formatAmount(amount), code, reason };
}

function computeSums({ totals }: Document<Invoice>, adjustments: readonly Adjustment[]) {
  const sumAmounts = (isCharge: boolean) =>
    sum(adjustments.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  return {
    lines: formatAmount(sum(totals.lines.map(({ net }) => net))),
    allowances: formatUnlessZero(sumAmounts(false)),
    charges: formatUnlessZero(sumAmounts(true)),
    without_tax: formatAmount(totals.taxable),
    tax: formatAmount(totals.tax),
    with_tax: formatAmount(totals.total),
    paid: formatUnlessZero(totals.paid),
    rounding: formatUnlessZero(totals.roundingAmount),
    due: formatAmount(totals.balance),
  };
}

function buildParty(party: Invoice["from"]) {
  const { tax_id, contact_name, phone, email } = party;
  const compactId = tax_id?.replace(/[\s.]/g, "");
  const isVat = compactId !== undefined && /^[A-Z]{2}[A-Za-z0-9]/.test(compactId);
  return {
    name: party.name,
    registration: { id: party.registration_id, scheme: party.registration_scheme },
    vat_id: isVat ? compactId : undefined,
    tax_id: isVat ? undefined : tax_id,
    endpoint: buildEndpoint(party),
    address: buildAddress(party),
    contact: contact_name || phone ? { name: contact_name, phone, email } : undefined,
  };
}

/** Returns an address. The schemas allow three lines: further lines are joined in the last. */
function buildAddress({
  address,
  city,
  postal_code,
  region,
  country,
}: Pick<Invoice["from"], "address" | "city" | "postal_code" | "region" | "country">) {
  const [one, two, ...rest] = address.split("\n").filter((line) => line !== "");
  const lines = [one, two, rest.join(", ")];
  return { lines, city, postal_code, region, country: country?.toUpperCase() };
}

/** Returns the electronic address: its own identifier, or the email address, whose scheme is EM. */
function buildEndpoint({ endpoint_id, endpoint_scheme, email }: Partial<Invoice["from"]>) {
  const id = endpoint_id ?? email;
  if (id === undefined) return undefined;
  return { id, scheme: endpoint_scheme ?? (endpoint_id === undefined ? "EM" : undefined) };
}

function buildModelDocument({
  id,
  description,
  url,
  content_base64,
  filename,
  media_type,
}: NonNullable<EinvoiceBody["documents"]>[number]) {
  const isFile = content_base64 !== undefined && filename !== undefined && media_type !== undefined;
  return { id, description, url, ...(isFile && { content_base64, filename, media_type }) };
}

/** Returns the delivery address; by default the buyer's if goods leave the country, as BR-IC-12 requires. */
function findDeliveryAddress(
  { totals, body }: Document<Invoice>,
  delivery: EinvoiceBody["delivery"],
) {
  if (delivery) return buildAddress(delivery);
  const isIntraCommunity = totals.groups.some(({ category }) => category === "K");
  return isIntraCommunity ? buildAddress(body.to) : undefined;
}

function buildPayment(
  { body, number, currency }: Document<Invoice>,
  means: EinvoiceBody["payment_means"],
) {
  const { payment = means && { qr: "none" } } = body;
  if (!payment) return undefined;
  const { card, mandate } = means ?? {};
  const { bic, instructions, reference } = payment;
  const read = payment.iban === undefined ? undefined : readIban(payment.iban);
  const iban = read && "iban" in read ? read.iban : payment.iban;
  const id = iban ?? payment.account_number;
  const name = payment.beneficiary ?? body.from.name;
  // An IBAN starts with its country. CII has another element for other account numbers.
  const isIban = /^[A-Z]{2}\d\d/.test(id ?? "");
  const account = id === undefined ? undefined : { id, name, bic, [isIban ? "iban" : "other"]: id };
  // UNTDID 4461 codes: SEPA direct debit, card, SEPA transfer, credit transfer, or undefined.
  const isSepa = iban !== undefined && currency.code === "EUR";
  const transfer = account === undefined ? "1" : isSepa ? "58" : "30";
  const code = means?.code ?? (mandate ? "59" : card ? "48" : transfer);
  const text = [instructions, payment.link].filter(Boolean).join("\n") || undefined;
  const text_line = text?.replaceAll("\n", " ");
  return { code, text, text_line, reference: reference ?? number, account, card, mandate };
}

/**
 * Returns the document-level allowances and charges by tax group, without tax. If prices include tax, they are the
 * difference between each group's base and its lines.
 */
function listAdjustments({ totals, body, labels }: Document) {
  const discount = { isCharge: false, code: "95", reason: labels.discount };
  const carriage = { isCharge: true, code: "FC", reason: labels.shipping };
  const all = totals.groups.flatMap((group) => {
    const { category, rate } = group;
    const { allowance, charge } = body.prices_include_tax
      ? computeNetAdjustments(group, totals.lines)
      : { allowance: group.discount, charge: group.charge };
    return [
      { ...discount, category, rate, amount: allowance },
      { ...carriage, category, rate, amount: charge },
    ];
  });
  return all.filter(({ amount }) => !amount.isZero());
}

function computeNetAdjustments(group: TaxGroup, lines: readonly TotalLine[]) {
  const { category, rate, base, discount, charge } = group;
  const groupLines = lines.filter((line) => line.category === category && line.rate === rate);
  const difference = base.minus(sum(groupLines.map(({ net }) => net)));
  if (discount.isZero()) return { allowance: discount, charge: difference };
  const share = charge.div(getTaxDivisor(rate, true)).times(100);
  const netCharge = share.toDecimalPlaces(2);
  return { allowance: netCharge.minus(difference), charge: netCharge };
}

/** Converts the lines to EN 16931: prices exclude tax and are never negative. */
function buildLines({ body, totals }: Document<Invoice>) {
  return totals.lines.map((line, index) => {
    const { description, sku, unit } = line.item;
    const [name = "", ...details] = description.split("\n").filter((text) => text.trim() !== "");
    const prices = computePrices(line, body.prices_include_tax);
    const discount = { isCharge: false, amount: prices.discount, ...lineDiscount };
    const adjustments = [...(prices.discount.isZero() ? [] : [discount]), ...prices.adjustments];
    return {
      ...body.items[index]?.terms,
      id: String(index + 1),
      name,
      description: details.length > 0 ? details.join("\n") : undefined,
      sku,
      quantity: prices.quantity.toFixed(),
      unit: unitCode(unit) ?? unit ?? "",
      price: prices.price.toFixed(),
      base_quantity: prices.priceQuantity.equals(1) ? undefined : prices.priceQuantity.toFixed(),
      adjustments: adjustments.map(writeAdjustment),
      ...describeTax(line),
      net: formatAmount(line.net),
    };
  });
}

/** UNTDID 5189 code for a discount. */
const lineDiscount = { code: "95", reason: "Discount" };

/** Computes quantity, price and discount. Returned goods have a negative quantity and a positive price: BR-27. */
function computePrices(line: TotalLine, included: boolean) {
  const { quantity, unitPrice, priceQuantity, discount, adjustments, net } = line;
  const sign = unitPrice.isNegative() ? -1 : 1;
  const signedQuantity = quantity.times(sign);
  if (!included) {
    const price = unitPrice.times(sign);
    return { quantity: signedQuantity, price, priceQuantity, discount, adjustments };
  }
  const price = net.div(signedQuantity).abs().toDecimalPlaces(8);
  const one = new Decimal(1);
  return {
    ...{ quantity: signedQuantity, price, priceQuantity: one },
    ...{ discount: new Decimal(0), adjustments: [] },
  };
}

/** Returns the reason why a category has no tax: BT-120 and BT-121. */
function findExemption(
  category: TaxCategory,
  own: { reason: string | undefined; reason_code: string | undefined },
) {
  const defaults = exemptionDefaults[category];
  if (!defaults) return undefined;
  const { code, reason } = defaults;
  return { reason_code: own.reason_code ?? code, reason: own.reason ?? reason };
}
