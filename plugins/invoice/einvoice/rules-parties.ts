import { readIban } from "hub";
import { lineRule, type Rule, rule } from "./rule.ts";

const regions = new Intl.DisplayNames("en", { type: "region" });

/** Two letters that ISO 3166-1 has a country for; Northern Ireland has XI for VAT alone. */
function isCountry(code: string | undefined): boolean {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return false;
  return regions.of(code) !== code && !["EU", "UN", "ZZ", "EZ"].includes(code);
}

/** Whether a VAT number begins with its country: BR-CO-09, where Greece has EL. */
function hasCountry(vat: string | undefined): boolean {
  const prefix = vat?.slice(0, 2) ?? "";
  return vat === undefined || prefix === "EL" || prefix === "XI" || isCountry(prefix);
}

/** Who, when and what: EN 16931-1, 6.4.1, as far as the schema leaves it open. */
export const partyRules: readonly Rule[] = [
  rule("BR-02", {
    says: "An invoice has a number (BT-1)",
    path: "invoice_number",
    kept: ({ number }) => number !== "",
  }),
  rule("BR-06", {
    says: "An invoice has the seller's name (BT-27)",
    path: "from.name",
    kept: ({ seller }) => seller.name !== "",
  }),
  rule("BR-07", {
    says: "An invoice has the buyer's name (BT-44)",
    path: "to.name",
    kept: ({ buyer }) => buyer.name !== "",
  }),
  rule("BR-09", {
    says: "The seller's address has a country code (BT-40)",
    path: "from.country",
    kept: ({ seller }) => seller.country !== undefined,
  }),
  rule("BR-11", {
    says: "The buyer's address has a country code (BT-55)",
    path: "to.country",
    kept: ({ buyer }) => buyer.country !== undefined,
  }),
  rule("BR-CL-14", {
    says: "The seller's country is a code of ISO 3166-1",
    path: "from.country",
    kept: ({ seller }) => seller.country === undefined || isCountry(seller.country),
  }),
  rule("BR-CL-14", {
    says: "The buyer's country is a code of ISO 3166-1",
    path: "to.country",
    kept: ({ buyer }) => buyer.country === undefined || isCountry(buyer.country),
  }),
  rule("BR-CO-09", {
    says: "The seller's VAT number begins with the code of its country",
    path: "from.tax_id",
    kept: ({ seller }) => hasCountry(seller.vat),
  }),
  rule("BR-CO-09", {
    says: "The buyer's VAT number begins with the code of its country",
    path: "to.tax_id",
    kept: ({ buyer }) => hasCountry(buyer.vat),
  }),
  rule("BR-CO-26", {
    says: "The seller is known by a VAT number (BT-31) or a registration (BT-30)",
    path: "from.tax_id",
    kept: ({ seller }) => seller.vat !== undefined || seller.registration_id !== undefined,
  }),
  rule("BR-CO-25", {
    says: "Where something is due, there is a day for it (BT-9) or terms of payment (BT-20)",
    path: "due_date",
    kept: ({ sums, due, terms }) => sums.due.lte(0) || due !== undefined || terms !== undefined,
  }),
  rule("BR-50", {
    says: "The payee's account has an identifier that can be one (BT-84)",
    path: "payment.iban",
    kept: ({ payment }) => !payment?.account || "iban" in readIban(payment.account.iban),
  }),
  rule("BR-61", {
    says: "A credit transfer has the payee's account (BT-84)",
    path: "payment.iban",
    kept: ({ payment }) => !payment || payment.code === "1" || payment.account !== undefined,
  }),
  lineRule("BR-25", {
    says: "Each line has the name of what is sold (BT-153)",
    path: "description",
    kept: ({ name }) => name !== "",
  }),
  lineRule("BR-CL-23", {
    says: "The unit of a line is a known word or a code of UN/ECE Recommendation 20 or 21; what is only counted needs none",
    path: "unit",
    kept: ({ unit }) => unit !== undefined,
  }),
  lineRule("BR-27", {
    says: "The net price of a line is not below zero (BT-146)",
    path: "unit_price",
    kept: ({ price }) => !price.isNegative(),
  }),
];
