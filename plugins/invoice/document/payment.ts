import { asTable } from "hub";
import {
  epcText,
  isCreditorReference,
  isQrIban,
  readIban,
  type SwissParty,
  swissBillText,
  type Transfer,
} from "hub/bank";
import { create } from "qrcode";
import { rightToLeft } from "../locales/labels.ts";
import invoice from "../plugin.ts";
import type { PaymentFields as Fields, Party } from "../schema/fields.ts";
import { presentFacts } from "./build-content.ts";
import type { Fact, PrintedContent, PrintedPayment, QrModules, SwissBillPart } from "./content.ts";
import type { Document } from "./document.ts";

interface PaymentExtras {
  payment?: PrintedPayment;
  swissBill?: PrintedContent["swissBill"];
  warnings?: readonly string[];
}

/** Formats the payment details, with a QR code if one was requested and an amount is due. */
export function buildPayment(document: Document, fields: Fields | undefined): PaymentExtras {
  if (!fields) return {};
  const { labels, totals, body } = document;
  const { instructions = "", qr, link } = fields;
  const iban = fields.iban === undefined ? undefined : checkIban(fields.iban);
  checkLink(fields);
  const facts = listPaymentFacts(document, fields, iban);
  const payment = { title: labels.payment, facts, text: instructions, link };
  if (qr === "none") return { payment };
  if (totals.balance.lte(0))
    return { payment, warnings: ["The payment code was left out: no amount is due"] };
  if (qr === "swiss")
    return {
      payment,
      swissBill: { bill: buildSwissBill(document, fields, iban), locale: body.locale },
    };
  const code =
    qr === "link"
      ? { modules: encodeCode(link ?? ""), caption: labels.pay_online }
      : { modules: buildPaymentCode(document, fields, iban), caption: labels.scan_to_pay };
  return { payment: { ...payment, qr: code } };
}

function listPaymentFacts(
  { labels, number, body }: Document,
  fields: Fields,
  iban: string | undefined,
): readonly Fact[] {
  const { bic, beneficiary, reference, account_number, routing_number } = fields;
  const hasAccount = (iban ?? account_number) !== undefined;
  if (routing_number !== undefined && !isRoutingNumber(routing_number))
    throw paymentError(
      "routing_number",
      "must be an ABA routing number whose check digit is right",
      routing_number,
    );
  return presentFacts([
    [labels.account_holder, (hasAccount || beneficiary) && (beneficiary ?? body.from.name)],
    [labels.bank, fields.bank_name],
    [labels.iban, iban && groupFours(iban)],
    [labels.account_number, account_number],
    ["Sort code", fields.sort_code],
    ["ABA routing no.", routing_number],
    ["BSB", fields.bsb],
    ["IFSC", fields.ifsc],
    ["Transit no.", fields.transit_number],
    [labels.bic, bic],
    [labels.reference, (hasAccount || reference) && (reference ?? number)],
  ]);
}

/** Returns whether a routing number has the right check digit: weights 3, 7 and 1. */
function isRoutingNumber(number: string): boolean {
  const weights = [3, 7, 1];
  const sum = [...number].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}

function checkLink({ link, qr }: Fields): void {
  if (qr === "link" && link === undefined)
    throw paymentError("link", "must be present if qr is link", undefined);
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? ""))
    throw paymentError("link", "must be a URL that starts with http:// or https://", link);
}

/** Returns the data of a Swiss QR-bill. Throws `invalid_payment` if it violates the implementation guidelines. */
function buildSwissBill(document: Document, fields: Fields, iban = ""): SwissBillPart {
  const { totals, body, currency, number } = document;
  if (currency.code !== "CHF" && currency.code !== "EUR")
    throw paymentError("qr", "must not be swiss if the currency is neither CHF nor EUR", fields.qr);
  if (rightToLeft.has(body.locale) || body.paper !== "a4")
    throw paymentError(
      "qr",
      "must not be swiss on other paper than a4, or from right to left",
      fields.qr,
    );
  const creditor = toSwissParty({ ...body.from, name: fields.beneficiary ?? body.from.name });
  if (!creditor)
    throw paymentError(
      "qr",
      "must not be swiss without postal_code, city and country of from",
      fields.qr,
    );
  const debtor = toSwissParty(body.to);
  const reference = fields.reference?.replaceAll(" ", "").toUpperCase();
  // Other references are printed as information for the creditor.
  const isStructured =
    reference !== undefined && (isQrIban(iban) || isCreditorReference(reference));
  const message = isStructured ? number : (fields.reference ?? number);
  const bill = {
    iban,
    creditor,
    amount: totals.balance.toNumber(),
    currency: currency.code,
    debtor,
    reference: isStructured ? reference : undefined,
    message: message.replaceAll("\n", " ").slice(0, 140),
  } as const;
  const text = swissBillText(bill, (field, problem, value) => {
    throw paymentError(swissFields[field] ?? "qr", problem, value);
  });
  return {
    account: groupFours(iban),
    creditor: listSwissLines(creditor),
    reference: groupReference(bill.reference ?? ""),
    message: bill.message,
    debtor: debtor ? listSwissLines(debtor) : [],
    currency: currency.code,
    // The guidelines require a space between thousands, and a point.
    amount: formatSwissAmount(totals.balance.toFixed(2)),
    modules: encodeCode(text),
  };
}

/** Request fields by field of the bill. */
const swissFields: Readonly<Record<string, string>> = asTable({
  iban: "iban",
  reference: "reference",
  message: "reference",
});

function toSwissParty({
  name,
  address,
  postal_code,
  city,
  country,
}: Party): SwissParty | undefined {
  if (postal_code === undefined || city === undefined || country === undefined) return undefined;
  const [street] = address.split("\n").filter((line) => line !== "");
  return {
    name: name.slice(0, 70),
    street: street?.slice(0, 70),
    postal_code: postal_code.slice(0, 16),
    city: city.slice(0, 35),
    country: country.toUpperCase(),
  };
}

function listSwissLines({ name, street, postal_code, city }: SwissParty): string[] {
  return [name, street, `${postal_code} ${city}`].filter((line) => line !== undefined);
}

/** Groups a QR reference in fives from the right, and an RF reference in fours from the left. */
function groupReference(reference: string): string {
  if (!/^\d{27}$/.test(reference)) return groupFours(reference);
  return `${reference.slice(0, 2)} ${reference.slice(2).match(/.{5}/g)?.join(" ")}`;
}

function formatSwissAmount(amount: string): string {
  const [whole = "", decimals = ""] = amount.split(".");
  let grouped = "";
  for (let end = whole.length; end > 0; end -= 3)
    grouped = `${whole.slice(Math.max(0, end - 3), end)} ${grouped}`;
  return `${grouped.trim()}.${decimals}`;
}

/** Encodes a text. Both guidelines for payments require level M. */
function encodeCode(text: string): QrModules {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  return { size: modules.size, dark: (row, column) => modules.get(row, column) !== 0 };
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
): QrModules {
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
  return encodeCode(text);
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
