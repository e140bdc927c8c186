import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { formatAmount, parseAmount } from "./money.ts";
import { buildQuery, readQuery } from "./uri.ts";

export const upiSchema = t.Object(
  {
    type: kind("upi"),
    address: text(255, "UPI address of the recipient, such as `shop@bank`"),
    name: text(99, "Name of the recipient"),
    amount: t.Optional(
      t.Number({
        minimum: 0.01,
        maximum: 9_999_999_999.99,
        description: "Amount in rupees with at most two decimals; if omitted, the payer enters it",
      }),
    ),
    note: t.Optional(text(80, "Note that the payer sees")),
    reference: t.Optional(text(35, "Reference of the transaction: letters, digits, `-` and `.`")),
    merchant_code: t.Optional(text(4, "Merchant category code of four digits")),
  },
  { additionalProperties: false, description: "A payment in India (NPCI's UPI linking)" },
);

/** Returns `upi://pay?pa=…` as in NPCI's "UPI Linking Specifications" 1.6. */
export function upiText(upi: Static<typeof upiSchema>, refuse: Refuse): string {
  const { address, name, amount, note, reference, merchant_code } = upi;
  if (!/^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9]+$/.test(address))
    refuse("address", 'must be a UPI address such as "shop@bank"', address);
  if (reference !== undefined && !/^[A-Za-z0-9.-]+$/.test(reference))
    refuse("reference", 'must be letters, digits, "-" and "."', reference);
  if (merchant_code !== undefined && !/^\d{4}$/.test(merchant_code))
    refuse("merchant_code", "must have four digits", merchant_code);
  // The address keeps its "@": some apps don't decode %40.
  return `upi://pay?pa=${address}&${buildQuery({
    pn: name,
    mc: merchant_code,
    tr: reference,
    tn: note,
    am: amount === undefined ? undefined : formatAmount(amount, refuse),
    cu: "INR",
  }).slice(1)}`;
}

/** Parses a `upi://pay` URI. */
export function parseUpi(text: string): Parsed | undefined {
  const { path, query } = readQuery(text);
  if (path.toLowerCase() !== "upi://pay" || !query.has("pa")) return undefined;
  const value = (name: string) => query.get(name) || undefined;
  return present({
    type: "upi",
    address: value("pa"),
    name: value("pn"),
    amount: parseAmount(value("am")),
    note: value("tn"),
    reference: value("tr"),
    merchant_code: value("mc"),
  });
}
