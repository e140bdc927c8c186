import currency from "../plugin.ts";
import { Decimal } from "./decimal.ts";

const amountMax = "1000000000000000";

/** Reads an amount of money with every digit it has. Throws `invalid_input`. */
export function readAmount(text: string): Decimal {
  const isPlain = /^\d{1,16}(\.\d{1,8})?$/.test(text);
  if (isPlain && new Decimal(text).lte(amountMax)) return new Decimal(text);
  throw currency.error(
    "invalid_input",
    `query.amount must be a number from 0 to ${amountMax} with at most 8 decimals, such as 12.50: it is "${text}"`,
    { at: "query.amount" },
  );
}
