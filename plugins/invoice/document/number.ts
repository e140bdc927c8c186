import invoice from "../plugin.ts";

/** A document's own number, or that of its invoice. Throws `invalid_input` where it has neither. */
export function numberOf(
  name: "receipt_number" | "quote_number",
  body: { [Name in typeof name | "invoice_number"]?: string },
): string {
  const number = body[name] ?? body.invoice_number;
  if (number !== undefined) return number;
  throw invoice.error(
    "invalid_input",
    `body must have one of ${name} and invoice_number: it has none`,
    { at: `body.${name}` },
  );
}
