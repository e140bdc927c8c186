import { type Rule, rule } from "./rule.ts";

/** What Germany asks for besides: XRechnung 3.0, section 12. */
export const xrechnungRules: readonly Rule[] = [
  rule("BR-DE-1", {
    says: "There is a way to pay (BG-16)",
    path: "payment",
    kept: ({ payment }) => payment !== undefined,
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
  rule("BR-DE-15", {
    says: "There is a buyer's reference, the Leitweg-ID of an authority (BT-10)",
    path: "^buyer_reference",
    kept: ({ buyerReference }) => buyerReference !== undefined,
  }),
  rule("BR-DE-27", {
    says: "The seller's telephone number has three digits at least",
    path: "from.phone",
    kept: ({ seller }) =>
      seller.phone === undefined || seller.phone.replace(/[^0-9]/g, "").length >= 3,
  }),
  rule("BR-DE-28", {
    says: "The seller's e-mail address has one @ between its parts",
    path: "from.email",
    kept: ({ seller }) => seller.email === undefined || isMail(seller.email),
  }),
  rule("PEPPOL-EN16931-R010", {
    says: "The buyer has an electronic address (BT-49)",
    path: "to.email",
    kept: ({ buyer }) => buyer.email !== undefined,
  }),
];

function isMail(text: string): boolean {
  const parts = text.split("@");
  return parts.length === 2 && parts.every((part) => part.length >= 2 && !part.includes(" "));
}
