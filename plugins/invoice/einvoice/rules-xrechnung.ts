import { lineRule, type Rule, rule } from "./rule.ts";
import { isClosed, isSkonto, skontoLines } from "./skonto.ts";

/**
 * The additional German rules: XRechnung 3.0, section 12, as implemented in its Schematron, including the Peppol
 * rules that it adopts and that this service could violate.
 */
export const xrechnungRules: readonly Rule[] = [
  rule("BR-DE-1", {
    requirement: "The invoice must have payment instructions (BG-16)",
    path: "payment",
    isMet: ({ payment }) => payment !== undefined,
  }),
  rule("BR-DE-2", {
    requirement: "The seller must have a contact (BG-6)",
    path: "from.contact_name",
    isMet: ({ seller }) => seller.contact_name !== undefined || seller.phone !== undefined,
  }),
  rule("BR-DE-3", {
    requirement: "The seller's address must have a city (BT-37)",
    path: "from.city",
    isMet: ({ seller }) => seller.city !== undefined,
  }),
  rule("BR-DE-4", {
    requirement: "The seller's address must have a postal code (BT-38)",
    path: "from.postal_code",
    isMet: ({ seller }) => seller.postal_code !== undefined,
  }),
  rule("BR-DE-5", {
    requirement: "The seller must have a contact person (BT-41)",
    path: "from.contact_name",
    isMet: ({ seller }) => seller.contact_name !== undefined,
  }),
  rule("BR-DE-6", {
    requirement: "The seller must have a telephone number (BT-42)",
    path: "from.phone",
    isMet: ({ seller }) => seller.phone !== undefined,
  }),
  rule("BR-DE-7", {
    requirement: "The seller must have an email address (BT-43)",
    path: "from.email",
    isMet: ({ seller }) => seller.email !== undefined,
  }),
  rule("BR-DE-8", {
    requirement: "The buyer's address must have a city (BT-52)",
    path: "to.city",
    isMet: ({ buyer }) => buyer.city !== undefined,
  }),
  rule("BR-DE-9", {
    requirement: "The buyer's address must have a postal code (BT-53)",
    path: "to.postal_code",
    isMet: ({ buyer }) => buyer.postal_code !== undefined,
  }),
  rule("BR-DE-10", {
    requirement: "The delivery address, which is the buyer's, must have a city (BT-77)",
    path: "to.city",
    isMet: ({ delivery: { address } }) => address === undefined || address.city !== undefined,
  }),
  rule("BR-DE-11", {
    requirement: "The delivery address, which is the buyer's, must have a postal code (BT-78)",
    path: "to.postal_code",
    isMet: ({ delivery: { address } }) =>
      address === undefined || address.postal_code !== undefined,
  }),
  rule("BR-DE-14", {
    requirement: "Each VAT category must have a rate (BT-119), 0 if no VAT applies",
    path: "items",
    isMet: ({ breakdown }) => breakdown.every(({ percent }) => percent !== undefined),
  }),
  rule("BR-DE-15", {
    requirement:
      "The invoice must have a buyer reference (BT-10): for authorities, their Leitweg-ID",
    path: "^buyer_reference",
    isMet: ({ buyerReference }) => buyerReference !== undefined,
  }),
  rule("BR-DE-16", {
    requirement:
      "If anything is subject to VAT, the seller must have a VAT or tax number (BT-31, BT-32)",
    path: "from.tax_id",
    isMet: ({ breakdown, seller }) =>
      breakdown.every(({ category }) => category === "O") ||
      (seller.vat ?? seller.taxNumber) !== undefined,
  }),
  rule("BR-DE-18", {
    requirement:
      "A line of the payment terms (BT-20) that starts with # must be an early payment discount such as #SKONTO#TAGE=14#PROZENT=2.25#, and no later line may contain another #",
    path: "payment_terms",
    isMet: ({ terms = "" }) => {
      const lines = skontoLines(terms);
      return lines.length === 0 || (lines.every(isSkonto) && isClosed(terms));
    },
  }),
  rule("BR-DE-27", {
    requirement: "The seller's telephone number must have at least three digits",
    path: "from.phone",
    isMet: ({ seller }) =>
      seller.phone === undefined || seller.phone.replace(/[^0-9]/g, "").length >= 3,
  }),
  rule("BR-DE-28", {
    requirement:
      "The seller's email address must have one @, no spaces and a domain of at least two parts",
    path: "from.email",
    isMet: ({ seller }) => seller.email === undefined || isMail(seller.email),
  }),
  rule("PEPPOL-EN16931-R010", {
    requirement: "The buyer must have an electronic address (BT-49)",
    path: "to.email",
    isMet: ({ buyer }) => buyer.email !== undefined,
  }),
  rule("PEPPOL-EN16931-R020", {
    requirement: "The seller must have an electronic address (BT-34)",
    path: "from.email",
    isMet: ({ seller }) => seller.email !== undefined,
  }),
  lineRule("PEPPOL-EN16931-R120", {
    requirement:
      "The net amount of a line must be quantity times price minus discount, within 0.02",
    path: "unit_price",
    isMet: ({ quantity, price, discount, net }) =>
      quantity.times(price).minus(discount).minus(net).abs().lte(0.02),
  }),
];

function isMail(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0 || local === "" || /\s/.test(text)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => label !== "");
}

/** The remaining rules of XRechnung, which aren't checked, and why this service cannot violate them. */
export const uncheckedRules: Readonly<Record<string, string>> = {
  "BR-DE-17": "The types of invoice are 380 and 381",
  "BR-DE-19": "BR-50 requires it of every account",
  "BR-DE-20": "Direct debits are not supported",
  "BR-DE-21": "The identifier of XRechnung is a constant",
  "BR-DE-22": "The XML has no attachments",
  "BR-DE-23-a": "The code of a transfer is written only with an account",
  "BR-DE-23-b": "Cards and direct debits are not supported",
  "BR-DE-24-a": "Cards are not supported",
  "BR-DE-24-b": "Cards are not supported",
  "BR-DE-25-a": "Direct debits are not supported",
  "BR-DE-25-b": "Direct debits are not supported",
  "BR-DE-26": "The type 384 is not supported",
  "BR-DE-30": "Direct debits are not supported",
  "BR-DE-31": "Direct debits are not supported",
  "BR-DE-TMP-32": "A hint, not a rule: an invoice should have the date or period of delivery",
  "BR-TMP-2": "The invoice links to no documents",
};
