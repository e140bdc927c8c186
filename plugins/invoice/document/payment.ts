import { epcText, isCreditorReference, readIban, type Transfer } from "hub/bank";
import { create } from "qrcode";
import invoice from "../plugin.ts";
import type { PaymentFields as Fields } from "../schema/fields.ts";
import { presentFacts } from "./build-content.ts";
import type { Modules, Payment } from "./content.ts";
import type { Document } from "./document.ts";

/** How to pay, with a code to scan where one was asked for and something is due. */
export function buildPayment(
  document: Document,
  fields: Fields | undefined,
): { payment?: Payment; warnings?: readonly string[] } {
  if (!fields) return {};
  const { labels, number, totals, body } = document;
  const { bic, beneficiary, reference, instructions = "", qr } = fields;
  const iban = fields.iban === undefined ? undefined : checkIban(fields.iban);
  const facts = presentFacts([
    [labels.account_holder, (iban !== undefined || beneficiary) && (beneficiary ?? body.from.name)],
    [labels.iban, iban && groupFours(iban)],
    [labels.bic, bic],
    [labels.reference, (iban !== undefined || reference) && (reference ?? number)],
  ]);
  const payment = { title: labels.payment, facts, text: instructions };
  if (qr === "none") return { payment };
  if (totals.balance.lte(0))
    return { payment, warnings: ["There is no code to pay by: nothing is due"] };
  const code = { modules: buildPaymentCode(document, fields, iban), caption: labels.scan_to_pay };
  return { payment: { ...payment, qr: code } };
}

/** An IBAN as it is printed: ISO 13616 asks for groups of four. */
function groupFours(iban: string): string {
  return Array.from({ length: Math.ceil(iban.length / 4) }, (_, index) =>
    iban.slice(index * 4, index * 4 + 4),
  ).join(" ");
}

function checkIban(given: string): string {
  const read = readIban(given);
  if ("iban" in read) return read.iban;
  throw paymentError("iban", read.fault, given);
}

function buildPaymentCode(
  { totals, number, body, currency }: Document,
  fields: Fields,
  iban = "",
): Modules {
  if (currency.code !== "EUR")
    throw paymentError("qr", "must be none where the currency is not EUR", fields.qr);
  const { beneficiary = body.from.name, reference = number, bic } = fields;
  const isStructured = isCreditorReference(reference.replaceAll(" ", "").toUpperCase());
  const transfer: Transfer = {
    name: beneficiary.slice(0, 70),
    iban,
    bic,
    amount: totals.balance.toNumber(),
    ...(isStructured ? { reference } : { remittance: reference }),
  };
  const text = epcText(transfer, (field, fault, value) => {
    throw paymentError(placeOf[field] ?? field, fault, value);
  });
  // EPC069-12 has level M, and no code above version 13, which its 331 bytes do not need.
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  return { size: modules.size, dark: (row, column) => modules.get(row, column) !== 0 };
}

/** What the request calls the fields of a transfer. */
const placeOf: { [Field in keyof Transfer]?: string } = {
  name: "beneficiary",
  remittance: "reference",
};

function paymentError(field: string, fault: string, value: unknown) {
  const at = `body.payment.${field}`;
  const is = value === undefined ? "" : `: it is ${JSON.stringify(value)}`;
  return invoice.error("invalid_payment", `${at} ${fault}${is}`, { at });
}
