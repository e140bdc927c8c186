import { code as findCurrency } from "currency-codes";
import { refuse } from "../refuse.ts";

/** Returns a currency with its decimals in ISO 4217. Throws `invalid_input` for unknown codes. */
export function parseCurrency(code: string): Currency {
  const at = "body.currency";
  const currency = findKnownCurrency(code.toUpperCase());
  if (currency) return currency;
  refuse(at, `must be an ISO 4217 currency code, such as EUR: it is "${code}"`);
}

/** Returns a currency with its decimals in ISO 4217, if it is known. */
export function findKnownCurrency(code = ""): Currency | undefined {
  const currency = findCurrency(code);
  return currency && { code: currency.code, digits: currency.digits };
}

export interface Currency {
  code: string;
  digits: number;
}
