import { lineRule, type Rule, rule } from "./rule.ts";
import { isClosed, isSkonto, skontoLines } from "./skonto.ts";

/**
 * What Germany asks for besides: XRechnung 3.0, section 12, as its Schematron tests it, with those of
 * Peppol that it takes over and this service could break.
 */
export const xrechnungRules: readonly Rule[] = [
  rule("BR-DE-1", {
    says: "There is a way to pay (BG-16)",
    path: "payment",
    kept: ({ payment }) => payment !== undefined,
  }),
  rule("BR-DE-2", {
    says: "The seller has a contact (BG-6)",
    path: "from.contact_name",
    kept: ({ seller }) => seller.contact_name !== undefined || seller.phone !== undefined,
  }),
  rule("BR-DE-3", {
    says: "The seller's address has a town (BT-37)",
    path: "from.city",
    kept: ({ seller }) => seller.city !== undefined,
  }),
  rule("BR-DE-4", {
    says: "The seller's address has a postal code (BT-38)",
    path: "from.postal_code",
    kept: ({ seller }) => seller.postal_code !== undefined,
  }),
  rule("BR-DE-5", {
    says: "There is somebody to ask at the seller's (BT-41)",
    path: "from.contact_name",
    kept: ({ seller }) => seller.contact_name !== undefined,
  }),
  rule("BR-DE-6", {
    says: "The seller has a telephone number (BT-42)",
    path: "from.phone",
    kept: ({ seller }) => seller.phone !== undefined,
  }),
  rule("BR-DE-7", {
    says: "The seller has an e-mail address (BT-43)",
    path: "from.email",
    kept: ({ seller }) => seller.email !== undefined,
  }),
  rule("BR-DE-8", {
    says: "The buyer's address has a town (BT-52)",
    path: "to.city",
    kept: ({ buyer }) => buyer.city !== undefined,
  }),
  rule("BR-DE-9", {
    says: "The buyer's address has a postal code (BT-53)",
    path: "to.postal_code",
    kept: ({ buyer }) => buyer.postal_code !== undefined,
  }),
  rule("BR-DE-10", {
    says: "An address of delivery has a town (BT-77); it is the buyer's",
    path: "to.city",
    kept: ({ delivery: { address } }) => address === undefined || address.city !== undefined,
  }),
  rule("BR-DE-11", {
    says: "An address of delivery has a postal code (BT-78); it is the buyer's",
    path: "to.postal_code",
    kept: ({ delivery: { address } }) => address === undefined || address.postal_code !== undefined,
  }),
  rule("BR-DE-14", {
    says: "Each VAT category has a rate (BT-119), 0 where there is none",
    path: "items",
    kept: ({ breakdown }) => breakdown.every(({ percent }) => percent !== undefined),
  }),
  rule("BR-DE-15", {
    says: "There is a buyer's reference, the Leitweg-ID of an authority (BT-10)",
    path: "^buyer_reference",
    kept: ({ buyerReference }) => buyerReference !== undefined,
  }),
  rule("BR-DE-16", {
    says: "Where something is subject to VAT, the seller has a VAT or tax number (BT-31, BT-32)",
    path: "from.tax_id",
    kept: ({ breakdown, seller }) =>
      breakdown.every(({ category }) => category === "O") ||
      (seller.vat ?? seller.taxNumber) !== undefined,
  }),
  rule("BR-DE-18", {
    says: "A line of the terms (BT-20) that begins with # is a discount for early payment, as #SKONTO#TAGE=14#PROZENT=2.25#, and no line after it has more of #",
    path: "payment_terms",
    kept: ({ terms = "" }) => {
      const lines = skontoLines(terms);
      return lines.length === 0 || (lines.every(isSkonto) && isClosed(terms));
    },
  }),
  rule("BR-DE-27", {
    says: "The seller's telephone number has three digits at least",
    path: "from.phone",
    kept: ({ seller }) =>
      seller.phone === undefined || seller.phone.replace(/[^0-9]/g, "").length >= 3,
  }),
  rule("BR-DE-28", {
    says: "The seller's e-mail address has one @, no space and a domain of two parts at least",
    path: "from.email",
    kept: ({ seller }) => seller.email === undefined || isMail(seller.email),
  }),
  rule("PEPPOL-EN16931-R010", {
    says: "The buyer has an electronic address (BT-49)",
    path: "to.email",
    kept: ({ buyer }) => buyer.email !== undefined,
  }),
  rule("PEPPOL-EN16931-R020", {
    says: "The seller has an electronic address (BT-34)",
    path: "from.email",
    kept: ({ seller }) => seller.email !== undefined,
  }),
  lineRule("PEPPOL-EN16931-R120", {
    says: "The net amount of a line is its quantity times its price less its discount, to two cents",
    path: "unit_price",
    kept: ({ quantity, price, discount, net }) =>
      quantity.times(price).minus(discount).minus(net).abs().lte(0.02),
  }),
];

function isMail(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0 || local === "" || /\s/.test(text)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => label !== "");
}

/**
 * The other rules of XRechnung, which are not checked, and why nothing that this service writes can
 * break them.
 */
export const uncheckedRules: Readonly<Record<string, string>> = {
  "BR-DE-17": "The types of invoice are 380 and 381",
  "BR-DE-19": "BR-50 asks it of every account",
  "BR-DE-20": "No direct debit is written",
  "BR-DE-21": "The identifier of XRechnung is a constant",
  "BR-DE-22": "The XML carries no attachment",
  "BR-DE-23-a": "The code of a transfer is written only with an account",
  "BR-DE-23-b": "Neither card nor direct debit is written",
  "BR-DE-24-a": "No card is written",
  "BR-DE-24-b": "No card is written",
  "BR-DE-25-a": "No direct debit is written",
  "BR-DE-25-b": "No direct debit is written",
  "BR-DE-26": "The type 384 is not written",
  "BR-DE-30": "No direct debit is written",
  "BR-DE-31": "No direct debit is written",
  "BR-DE-TMP-32": "A hint, not a rule: an invoice should tell the day or period of delivery",
  "BR-TMP-2": "No document is linked to",
};
