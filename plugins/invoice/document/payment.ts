import { epcText, isCreditorReference, readIban, type Transfer } from "hub/bank";
import { create } from "qrcode";
import invoice from "../plugin.ts";
import type { PaymentFields as Fields } from "../schema/fields.ts";
import { presentFacts } from "./build-content.ts";
import type { Modules, Payment } from "./content.ts";
import type { Document } from "./document.ts";

/** Formats the payment details, with a QR code if one was requested and an amount is due. */
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
    return { payment, warnings: ["The payment code was left out: no amount is due"] };
  const code = { modules: buildPaymentCode(document, fields, iban), caption: labels.scan_to_pay };
  return { payment: { ...payment, qr: code } };
}

/** Formats an IBAN for printing: ISO 13616 requires groups of four. */
function groupFours(iban: string): string {
  return Array.from({ length: Math.ceil(iban.length / 4) }, (_, index) =>
    iban.slice(index * 4, index * 4 + 4),
  ).join(" ");
}

function checkIban(iban: string): string {
  const result = readIban(iban);
  if ("iban" in result) return result.iban;
  throw paymentError("iban", result.fault, iban);
}

function buildPaymentCode(
  { totals, number, body, currency }: Document,
  fields: Fields,
  iban = "",
): Modules {
  if (currency.code !== "EUR")
    throw paymentError("qr", "must be none if the currency is not EUR", fields.qr);
  const { beneficiary = body.from.name, reference = number, bic } = fields;
  const isStructured = isCreditorReference(reference.replaceAll(" ", "").toUpperCase());
  const transfer: Transfer = {
    name: beneficiary.slice(0, 70),
    iban,
    bic,
    amount: totals.balance.toNumber(),
    ...(isStructured ? { reference } : { remittance: reference }),
  };
  const text = epcText(transfer, (field, problem, value) => {
    throw paymentError(fieldNames[field] ?? field, problem, value);
  });
  // EPC069-12 requires level M and at most version 13, which holds its 331 bytes.
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  return { size: modules.size, dark: (row, column) => modules.get(row, column) !== 0 };
}

/** Request fields by field of the transfer. */
const fieldNames: { [Field in keyof Transfer]?: string } = {
  name: "beneficiary",
  remittance: "reference",
};

function paymentError(field: string, problem: string, value: unknown) {
  const at = `body.payment.${field}`;
  const suffix = value === undefined ? "" : `: it is ${JSON.stringify(value)}`;
  return invoice.error("invalid_payment", `${at} ${problem}${suffix}`, { at });
}
