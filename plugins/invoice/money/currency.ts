import { code as findCurrency } from "currency-codes";
import invoice from "../plugin.ts";

/** A currency in use, with its decimals after ISO 4217. Throws `invalid_input` for any other. */
export function parseCurrency(given: string): Currency {
  const at = "body.currency";
  const found = findCurrency(given.toUpperCase());
  if (!found)
    throw invoice.error(
      "invalid_input",
      `${at} must be a currency of ISO 4217, such as EUR: it is "${given}"`,
      { at },
    );
  return { code: found.code, digits: found.digits };
}

export interface Currency {
  code: string;
  digits: number;
}
