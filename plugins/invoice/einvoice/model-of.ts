import { readIban } from "hub";
import type { Document } from "../document/document.ts";
import { sum } from "../money/totals.ts";
import type { EinvoiceBody } from "../schema/einvoice.ts";
import { adjustments } from "./adjustments.ts";
import { exemptionOf } from "./exemptions.ts";
import { guidelineOf, profileOf } from "./guidelines.ts";
import { linesOf } from "./lines.ts";
import type { Model, ModelParty, ModelPayment, Sums } from "./model.ts";
import { closeTerms } from "./skonto.ts";

type Invoice = EinvoiceBody["invoice"];

/** Says an invoice in the terms of EN 16931. */
export function buildModel(
  document: Document<Invoice>,
  options: Omit<EinvoiceBody, "invoice" | "response" | "pdf">,
): Model {
  const { body, totals, number, date, currency } = document;
  const isGerman = profileOf(options) === "xrechnung";
  const lines = linesOf(document);
  const allowances = adjustments(document, lines);
  const of = (isCharge: boolean) =>
    sum(allowances.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  const sums: Sums = {
    lines: sum(lines.map(({ net }) => net)),
    allowances: of(false),
    charges: of(true),
    withoutTax: totals.taxable,
    tax: totals.tax,
    withTax: totals.total,
    paid: totals.paid,
    rounding: totals.roundingAmount,
    due: totals.balance,
  };
  return {
    ...guidelineOf(options),
    number,
    issued: date,
    due: body.due_date,
    type: `${options.type}`,
    currency: currency.code,
    note: body.notes,
    buyerReference: options.buyer_reference,
    order: body.purchase_order,
    preceding: options.preceding_invoice && {
      number: options.preceding_invoice.number,
      date: options.preceding_invoice.date,
    },
    seller: partyOf(body.from),
    buyer: partyOf(body.to),
    delivery: { date: body.delivery_date, address: deliveryAddress(document) },
    payment: paymentOf(document),
    terms: isGerman ? closeTerms(body.payment_terms) : body.payment_terms,
    allowances,
    breakdown: totals.groups.map(({ category, rate, base, tax }) => ({
      category,
      rate,
      percent: category === "O" && !isGerman ? undefined : rate,
      base,
      tax,
      exemption: exemptionOf(category, body.tax_exemption_reason),
    })),
    lines,
    sums,
  };
}

function partyOf(party: Invoice["from"]): ModelParty {
  const { tax_id, address, country } = party;
  const plain = tax_id?.replace(/[\s.]/g, "");
  const isVat = plain !== undefined && /^[A-Z]{2}[A-Za-z0-9]/.test(plain);
  return {
    ...party,
    country: country?.toUpperCase(),
    vat: isVat ? plain : undefined,
    taxNumber: isVat ? undefined : tax_id,
    lines: address.split("\n").filter((line) => line !== ""),
  } as ModelParty;
}

/** Told only where goods leave the country, as BR-IC-12 asks: they go to the buyer. */
function deliveryAddress({ totals, body }: Document<Invoice>): ModelParty | undefined {
  const leaves = totals.groups.some(({ category }) => category === "K");
  return leaves ? partyOf(body.to) : undefined;
}

function paymentOf({ body, number, currency }: Document<Invoice>): ModelPayment | undefined {
  const { payment } = body;
  if (!payment) return undefined;
  const { bic, instructions, reference } = payment;
  const read = payment.iban === undefined ? undefined : readIban(payment.iban);
  const iban = read && "iban" in read ? read.iban : payment.iban;
  const account =
    iban === undefined ? undefined : { iban, name: payment.beneficiary ?? body.from.name, bic };
  // UNTDID 4461: SEPA transfer, transfer, or not defined.
  const code = account === undefined ? "1" : currency.code === "EUR" ? "58" : "30";
  return { code, text: instructions, reference: reference ?? number, account };
}
