import { readIban } from "hub/bank";
import type { Document } from "../document/document.ts";
import { Decimal, sum } from "../money/decimal.ts";
import { getTaxDivisor, type TaxGroup } from "../money/tax.ts";
import type { TotalLine } from "../money/totals.ts";
import type { EinvoiceBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import type {
  Allowance,
  Model,
  ModelAddress,
  ModelDocument,
  ModelLine,
  ModelParty,
  ModelPayment,
  Sums,
} from "./model.ts";
import { getGuideline, resolveProfile } from "./profile.ts";
import { closeTerms } from "./skonto.ts";
import { unitCode } from "./units.ts";

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

/** Converts an invoice to the terms of EN 16931. */
export function buildModel(
  document: Document<Invoice>,
  options: Omit<EinvoiceBody, "invoice" | "response" | "pdf">,
): Model {
  const { body, totals, number, date, currency } = document;
  const isGerman = resolveProfile(options) === "xrechnung";
  const lines = buildLines(document);
  const allowances = buildAllowances(document, lines);
  return {
    ...getGuideline(options),
    number,
    issued: date,
    due: body.due_date,
    type: `${options.type}`,
    currency: currency.code,
    taxCurrency:
      options.tax_currency === undefined
        ? undefined
        : { code: options.tax_currency, total: toDecimal(options.tax_in_tax_currency) },
    taxPoint: { date: options.tax_point_date, code: options.tax_point_code },
    notes: [...(body.notes ? [{ text: body.notes }] : []), ...(options.notes ?? [])],
    buyerReference: options.buyer_reference,
    order: body.purchase_order,
    references: options.references ?? {},
    preceding: listPreceding(options),
    seller: { ...buildParty(body.from), ...options.seller },
    buyer: { ...buildParty(body.to), ...options.buyer },
    representative: options.tax_representative && {
      ...options.tax_representative,
      address: buildParty(options.tax_representative),
    },
    delivery: {
      name: options.delivery?.name,
      location: { id: options.delivery?.location_id, scheme: options.delivery?.location_scheme },
      date: body.delivery_date,
      address: getDeliveryAddress(document, options.delivery),
    },
    payee: options.payee && {
      name: options.payee.name,
      id: { id: options.payee.id, scheme: options.payee.id_scheme },
      registration: {
        id: options.payee.registration_id,
        scheme: options.payee.registration_scheme,
      },
    },
    period: options.period && { start: options.period.start, end: options.period.end },
    documents: (options.documents ?? []).map(buildModelDocument),
    payment: buildPayment(document, options.payment_means),
    terms: isGerman ? closeTerms(body.payment_terms) : body.payment_terms,
    allowances,
    breakdown: totals.groups.map(({ category, rate, base, tax }) => ({
      category,
      rate,
      percent: category === "O" && !isGerman ? undefined : rate,
      base,
      tax,
      exemption: findExemption(category, {
        reason: body.tax_exemption_reason,
        code: options.tax_exemption_code,
      }),
    })),
    lines,
    sums: computeSums(document, { lines, allowances }),
  };
}

/** Lists all preceding invoices of a request. */
export function listPreceding({
  preceding_invoice,
  preceding_invoices = [],
}: Pick<EinvoiceBody, "preceding_invoice" | "preceding_invoices">) {
  return [...(preceding_invoice ? [preceding_invoice] : []), ...preceding_invoices];
}

function toDecimal(value: number | undefined): Decimal | undefined {
  return value === undefined ? undefined : new Decimal(value);
}

function computeSums(
  { totals }: Document<Invoice>,
  { lines, allowances }: { lines: readonly ModelLine[]; allowances: readonly Allowance[] },
): Sums {
  const sumAmounts = (isCharge: boolean) =>
    sum(allowances.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  return {
    lines: sum(lines.map(({ net }) => net)),
    allowances: sumAmounts(false),
    charges: sumAmounts(true),
    withoutTax: totals.taxable,
    tax: totals.tax,
    withTax: totals.total,
    paid: totals.paid,
    rounding: totals.roundingAmount,
    due: totals.balance,
  };
}

function buildParty(
  party: Pick<Invoice["from"], "name" | "address"> & Partial<Invoice["from"]>,
): ModelParty {
  const { tax_id, address, country } = party;
  const compactId = tax_id?.replace(/[\s.]/g, "");
  const isVat = compactId !== undefined && /^[A-Z]{2}[A-Za-z0-9]/.test(compactId);
  return {
    ...party,
    country: country?.toUpperCase(),
    vat: isVat ? compactId : undefined,
    taxNumber: isVat ? undefined : tax_id,
    endpoint: buildEndpoint(party),
    lines: address.split("\n").filter((line) => line !== ""),
  } as ModelParty;
}

/** Returns the electronic address: its own identifier, or the email address, whose scheme is EM. */
function buildEndpoint({ endpoint_id, endpoint_scheme, email }: Partial<Invoice["from"]>) {
  const id = endpoint_id ?? email;
  if (id === undefined) return undefined;
  return { id, scheme: endpoint_scheme ?? (endpoint_id === undefined ? "EM" : "") };
}

function buildModelDocument({
  id,
  description,
  url,
  content_base64,
  filename,
  media_type,
}: NonNullable<EinvoiceBody["documents"]>[number]): ModelDocument {
  const isFile = content_base64 !== undefined && filename !== undefined && media_type !== undefined;
  const file = isFile ? { content_base64, filename, media_type } : undefined;
  return { id, description, url, file };
}

/** Returns the delivery address; by default the buyer's if goods leave the country, as BR-IC-12 requires. */
function getDeliveryAddress(
  { totals, body }: Document<Invoice>,
  delivery: EinvoiceBody["delivery"],
): ModelAddress | undefined {
  if (delivery) return buildParty({ ...delivery, name: delivery.name ?? body.to.name });
  const isIntraCommunity = totals.groups.some(({ category }) => category === "K");
  return isIntraCommunity ? buildParty(body.to) : undefined;
}

function buildPayment(
  { body, number, currency }: Document<Invoice>,
  means: EinvoiceBody["payment_means"],
): ModelPayment | undefined {
  const { payment = means && { qr: "none" } } = body;
  if (!payment) return undefined;
  const { card, mandate } = means ?? {};
  const { bic, instructions, reference } = payment;
  const read = payment.iban === undefined ? undefined : readIban(payment.iban);
  const iban = read && "iban" in read ? read.iban : payment.iban;
  const id = iban ?? payment.account_number;
  const name = payment.beneficiary ?? body.from.name;
  const account = id === undefined ? undefined : { iban: id, name, bic };
  // UNTDID 4461 codes: SEPA direct debit, card, SEPA transfer, credit transfer, or undefined.
  const isSepa = iban !== undefined && currency.code === "EUR";
  const transfer = account === undefined ? "1" : isSepa ? "58" : "30";
  const code = means?.code ?? (mandate ? "59" : card ? "48" : transfer);
  const text = [instructions, payment.link].filter(Boolean).join("\n") || undefined;
  return { code, text, reference: reference ?? number, account, card, mandate };
}

/**
 * Returns the document-level allowances and charges by tax group, without tax. If prices include tax, they are the
 * difference between each group's base and its lines.
 */
function buildAllowances(
  { totals, body, labels }: Document,
  lines: readonly ModelLine[],
): Allowance[] {
  const discount = { isCharge: false, code: "95", reason: labels.discount };
  const carriage = { isCharge: true, code: "FC", reason: labels.shipping };
  const all = totals.groups.flatMap((group): Allowance[] => {
    const { category, rate } = group;
    const { allowance, charge } = body.prices_include_tax
      ? computeNetAdjustments(group, lines)
      : { allowance: group.discount, charge: group.charge };
    return [
      { ...discount, category, rate, amount: allowance },
      { ...carriage, category, rate, amount: charge },
    ];
  });
  return all.filter(({ amount }) => !amount.isZero());
}

function computeNetAdjustments(group: TaxGroup, lines: readonly ModelLine[]) {
  const { category, rate, base, discount, charge } = group;
  const groupLines = lines.filter((line) => line.category === category && line.rate === rate);
  const difference = base.minus(sum(groupLines.map(({ net }) => net)));
  if (discount.isZero()) return { allowance: discount, charge: difference };
  const share = charge.div(getTaxDivisor(rate, true)).times(100);
  const netCharge = share.toDecimalPlaces(2);
  return { allowance: netCharge.minus(difference), charge: netCharge };
}

/** Converts the lines to EN 16931: prices exclude tax and are never negative. */
function buildLines({ body, totals }: Document<Invoice>): ModelLine[] {
  return totals.lines.map((line, index) => {
    const { description, sku, unit } = line.item;
    const [name = "", ...details] = description.split("\n").filter((text) => text.trim() !== "");
    const { category, rate, net } = line;
    return {
      id: String(index + 1),
      name,
      description: details.length > 0 ? details.join("\n") : undefined,
      sku,
      unit: unitCode(unit) ?? unit ?? "",
      category,
      rate,
      net,
      terms: body.items[index]?.terms ?? {},
      ...computePrices(line, body.prices_include_tax),
    };
  });
}

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
  own: { reason: string | undefined; code: string | undefined },
) {
  const defaults = exemptionDefaults[category];
  return defaults && { code: own.code ?? defaults.code, reason: own.reason ?? defaults.reason };
}
