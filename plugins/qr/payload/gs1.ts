import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { decodePercent } from "./uri.ts";
import { webAddress } from "./url.ts";

export const gs1Schema = t.Object(
  {
    type: kind("gs1"),
    gtin: text(14, "GTIN of the product: 8, 12, 13 or 14 digits"),
    lot: t.Optional(text(20, "Batch or lot")),
    serial: t.Optional(text(20, "Serial number")),
    expiry: t.Optional(
      t.String({ format: "date", description: "Expiration date, such as `2027-03-31`" }),
    ),
    base: t.String({
      default: "https://id.gs1.org",
      minLength: 1,
      maxLength: 200,
      description: "Resolver: an http or https URL, without query",
    }),
  },
  { additionalProperties: false, description: "A product as GS1 Digital Link" },
);

/** Returns a GS1 Digital Link URI (version 1.3) in uncompressed form. */
export function gs1Text(gs1: Static<typeof gs1Schema>, refuse: Refuse): string {
  const { gtin, lot, serial, expiry, base } = gs1;
  if (!isGtin(gtin)) refuse("gtin", "must be a GTIN with a valid check digit", gtin);
  const url = webAddress(base);
  if (!url || url.search || url.hash)
    refuse("base", "must be an http or https URL without query", base);
  for (const field of ["lot", "serial"] as const)
    if (!/^[!-~]*$/.test(gs1[field] ?? ""))
      refuse(field, "must be ASCII without spaces", gs1[field]);
  const segments = [
    base.endsWith("/") ? base.slice(0, -1) : base,
    `01/${gtin.padStart(14, "0")}`,
    lot === undefined ? undefined : `10/${encodeURIComponent(lot)}`,
    serial === undefined ? undefined : `21/${encodeURIComponent(serial)}`,
  ];
  const query = expiry === undefined ? "" : `?17=${expiry.slice(2).replaceAll("-", "")}`;
  return segments.filter((segment) => segment !== undefined).join("/") + query;
}

/** Parses a URL that ends with `/01/GTIN` and the qualifiers of a lot and a serial number. */
export function parseGs1(text: string): Parsed | undefined {
  const url = webAddress(text);
  const path = /^(.*)\/01\/(\d{8,14})((?:\/(?:10|21)\/[^/]+)*)\/?$/.exec(url?.pathname ?? "");
  const [, stem = "", gtin = "", qualifiers = ""] = path ?? [];
  if (!url || !isGtin(gtin)) return undefined;
  const parts = qualifiers.split("/").slice(1);
  const value = (id: string) => {
    const index = parts.findIndex((part, at) => at % 2 === 0 && part === id);
    return index < 0 ? undefined : decodePercent(parts[index + 1] ?? "");
  };
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(url.searchParams.get("17") ?? "") ?? [];
  return present({
    type: "gs1",
    gtin,
    lot: value("10"),
    serial: value("21"),
    expiry: year === undefined ? undefined : `20${year}-${month}-${day}`,
    base: url.origin + stem,
  });
}

function isGtin(gtin: string): boolean {
  if (![8, 12, 13, 14].includes(gtin.length) || !/^\d+$/.test(gtin)) return false;
  const digits = [...gtin.padStart(14, "0")].map(Number);
  const sum = digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}
