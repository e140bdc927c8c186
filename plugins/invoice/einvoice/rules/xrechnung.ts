import { readIban } from "hub/bank";
import type { ReceivedInvoice } from "../../schema/received.ts";
import { findNode } from "../read/xml-tree.ts";
import { isClosed, isSkonto, skontoLines } from "../skonto.ts";
import {
  type Group,
  type Rule,
  requireFields,
  rule,
  ruleOnEach,
  ruleOnText,
  sortRules,
} from "./rule.ts";

type Payment = NonNullable<ReceivedInvoice["payments"]>[number];

const types = ["326", "380", "381", "384", "389", "875", "876", "877"];

/** Creates the rules that a code of payment requires one group of details and no other. */
function paymentRules(
  number: string,
  {
    codes,
    group,
    name,
  }: { codes: readonly string[]; group: "account" | "card" | "mandate"; name: string },
): Rule[] {
  const term = { account: "BG-17", card: "BG-18", mandate: "BG-19" }[group];
  return [
    ruleOnEach<Payment>(`BR-DE-${number}-a`, {
      each: "payments.*",
      at: `${term} ${group}`,
      requirement: `The payment means ${codes.join(", ")} require the details of a ${name}`,
      isMet: (payment) => !codes.includes(payment.code ?? "") || payment[group] !== undefined,
    }),
    ruleOnEach<Payment>(`BR-DE-${number}-b`, {
      each: "payments.*",
      at: `${term} ${group}`,
      requirement: `The payment means ${codes.join(", ")} must have no details but those of a ${name}`,
      isMet: (payment) =>
        !codes.includes(payment.code ?? "") ||
        (["account", "card", "mandate"] as const).every(
          (other) => other === group || payment[other] === undefined,
        ),
    }),
  ];
}

const termsInCii =
  "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradePaymentTerms/ram:Description";

const isIban = (text: string) => "iban" in readIban(text);

/**
 * The additional German rules: XRechnung 3.0, section 12, as implemented in its Schematron. 12, 13 and 29 were
 * removed.
 */
export const xrechnungRules: readonly Rule[] = sortRules([
  ...requireFields("xrechnung"),
  rule("BR-DE-3", {
    at: "BT-37 seller.address.city",
    requirement: "The seller's address must have a city",
    isMet: ({ seller }) => seller.address?.city !== undefined,
  }),
  rule("BR-DE-4", {
    at: "BT-38 seller.address.postal_code",
    requirement: "The seller's address must have a postal code",
    isMet: ({ seller }) => seller.address?.postal_code !== undefined,
  }),
  rule("BR-DE-8", {
    at: "BT-52 buyer.address.city",
    requirement: "The buyer's address must have a city",
    isMet: ({ buyer }) => buyer.address?.city !== undefined,
  }),
  rule("BR-DE-9", {
    at: "BT-53 buyer.address.postal_code",
    requirement: "The buyer's address must have a postal code",
    isMet: ({ buyer }) => buyer.address?.postal_code !== undefined,
  }),
  rule("BR-DE-16", {
    at: "BT-31 seller.vat_id",
    requirement:
      "If anything is subject to VAT, the seller must have a VAT or tax number, or a tax representative",
    isMet: ({ seller, tax_representative, tax_breakdown = [] }) =>
      tax_breakdown.every(({ tax_category }) => tax_category === "O") ||
      (seller.vat_id ?? seller.tax_id ?? tax_representative) !== undefined,
  }),
  ruleOnText("BR-DE-17", {
    at: "BT-3 type",
    isWarning: true,
    requirement: `The type should be one of ${types.join(", ")}`,
    isMet: (type) => types.includes(type),
  }),
  rule("BR-DE-18", {
    at: "BT-20 payment_terms",
    requirement:
      "A line of the payment terms that starts with # must be an early payment discount such as #SKONTO#TAGE=14#PROZENT=2.25#, and end with a line break; no later line may contain another #",
    isMet: (_, { root, syntax }) => {
      // The line breaks at the end count.
      const terms = findNode(root, syntax === "ubl" ? "cac:PaymentTerms/cbc:Note" : termsInCii);
      const lines = skontoLines(terms?.text ?? "");
      return lines.length === 0 || (lines.every(isSkonto) && isClosed(terms?.text ?? ""));
    },
  }),
  ruleOnEach<Payment>("BR-DE-19", {
    each: "payments.*",
    at: "BT-84 account.id",
    isWarning: true,
    requirement: "The account of a SEPA credit transfer should be a valid IBAN",
    isMet: ({ code, account }) => code !== "58" || account?.id === undefined || isIban(account.id),
  }),
  ruleOnEach<Payment>("BR-DE-20", {
    each: "payments.*",
    at: "BT-91 mandate.account",
    isWarning: true,
    requirement: "The account of a SEPA direct debit should be a valid IBAN",
    isMet: ({ code, mandate }) =>
      code !== "59" || mandate?.account === undefined || isIban(mandate.account),
  }),
  ruleOnText("BR-DE-21", {
    at: "BT-24 specification",
    isWarning: true,
    requirement: "The specification identifier should be that of XRechnung 3.0",
    isMet: (text) =>
      text === version3 ||
      text === `${version3}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  }),
  rule("BR-DE-22", {
    at: "BT-125-2 documents",
    requirement: "The file names of attachments must be unique",
    isMet: ({ documents = [] }) => {
      const names = documents.map(({ filename }) => filename).filter((name) => name !== undefined);
      return new Set(names).size === names.length;
    },
  }),
  ...paymentRules("23", { codes: ["30", "58"], group: "account", name: "credit transfer" }),
  ...paymentRules("24", { codes: ["48", "54", "55"], group: "card", name: "payment card" }),
  ...paymentRules("25", { codes: ["59"], group: "mandate", name: "direct debit" }),
  rule("BR-DE-26", {
    at: "BG-3 preceding_invoices",
    isWarning: true,
    requirement: "A corrected invoice (type 384) should refer to the preceding invoice",
    isMet: ({ type, preceding_invoices }) => type !== "384" || preceding_invoices !== undefined,
  }),
  ruleOnText("BR-DE-27", {
    at: "BT-42 seller.contact.phone",
    isWarning: true,
    requirement: "The seller's telephone number must have at least three digits",
    isMet: (text) => text.replace(/[^0-9]/g, "").length >= 3,
  }),
  ruleOnText("BR-DE-28", {
    at: "BT-43 seller.contact.email",
    isWarning: true,
    requirement:
      "The seller's email address must have one @, no spaces and a domain of at least two parts",
    isMet: isMail,
  }),
  ruleOnEach("BR-DE-30", {
    each: "payments.*.mandate",
    at: "BT-90 creditor",
    requirement: "A direct debit must have the creditor identifier",
    isMet: ({ creditor }) => creditor !== undefined,
  }),
  ruleOnEach("BR-DE-31", {
    each: "payments.*.mandate",
    at: "BT-91 account",
    requirement: "A direct debit must have the debited account",
    isMet: ({ account }) => account !== undefined,
  }),
  rule("BR-DE-TMP-32", {
    at: "BT-72 delivery.date",
    isWarning: true,
    requirement:
      "The invoice should have a date of delivery, or the period of the invoice or its lines",
    isMet: ({ delivery, period, lines = [] }) =>
      (delivery?.date ?? period) !== undefined || lines.every((line) => line.period !== undefined),
  }),
  ruleOnEach<Group>("BR-TMP-2", {
    each: "documents.*",
    at: "BT-124 url",
    requirement: "The URL of a supporting document must be absolute",
    isMet: ({ url }) => typeof url !== "string" || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(url),
  }),
]);

function isMail(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0 || local === "" || /\s/.test(text)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => label !== "");
}

/** The identifier of XRechnung 3.0. */
const version3 = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
