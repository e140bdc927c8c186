import { type Static, t } from "hub";
import { present, text } from "./kind.ts";

// The order of vCard's ADR (RFC 2426, 3.2.1), which MECARD shares.
const parts = ["po_box", "extended", "street", "city", "region", "postal_code", "country"] as const;

/** Fields of a postal address. */
export const postalFields = {
  po_box: t.Optional(text(60, "Post office box")),
  extended: t.Optional(text(100, "Flat, floor or suite")),
  street: t.Optional(text(150, "Street and house number")),
  city: t.Optional(text(100, "City")),
  region: t.Optional(text(100, "State or province")),
  postal_code: t.Optional(text(20, "Postal code")),
  country: t.Optional(text(60, "Country")),
};

const postalSchema = t.Object(postalFields);

export type PostalAddress = Static<typeof postalSchema>;

/** Returns the seven parts in ADR order; missing parts are empty. */
export function postalParts(address: PostalAddress): string[] {
  return parts.map((part) => address[part] ?? "");
}

/** Builds an address from seven parts. Further parts are ignored. */
export function postalAddress(values: readonly string[]): PostalAddress {
  return present(
    Object.fromEntries(parts.map((part, index) => [part, values[index] || undefined])),
  );
}
