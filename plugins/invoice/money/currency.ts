import { code as findCurrency } from "currency-codes";
import invoice from "../plugin.ts";

/** Returns a currency with its decimals in ISO 4217. Throws `invalid_input` for unknown codes. */
export function parseCurrency(code: string): Currency {
  const at = "body.currency";
  const currency = findCurrency(code.toUpperCase());
  if (!currency)
    throw invoice.error(
      "invalid_input",
      `${at} must be an ISO 4217 currency code, such as EUR: it is "${code}"`,
      { at },
    );
  return { code: currency.code, digits: currency.digits };
}

export interface Currency {
  code: string;
  digits: number;
}
