import { type Static, t } from "hub";
import { ratesQuery } from "../request.ts";

const { amount, base, symbols } = ratesQuery.properties;

/** Query parameters of Frankfurter. `from` and `to` are its older names. */
export const frankfurterQuery = t.Object({
  base,
  symbols,
  amount,
  from: t.Optional({ ...base, default: undefined, description: "Alias of `base`" }),
  to: t.Optional({ ...symbols, description: "Alias of `symbols`" }),
});

/** Frankfurter needs no key. All its callers without one share a limit by IP address, and have no jobs. */
export const keyless = {
  keyless: { policy: "frankfurter", perMinute: 60 },
  background: false,
};

/** Parsed query of a Frankfurter request. */
export type FrankfurterQuery = Static<typeof frankfurterQuery>;

const rates = t.Record(t.String(), t.Number(), {
  description: "Value of the amount in each currency",
});

/** Response for one day. */
export const dayAnswer = t.Object({
  amount: t.Number({ description: "Amount of the base currency" }),
  base: t.String({ description: "Base currency" }),
  date: t.String({ description: "Day of the rates" }),
  rates,
});

/** Response for a date range. */
export const rangeAnswer = t.Object({
  amount: t.Number({ description: "Amount of the base currency" }),
  base: t.String({ description: "Base currency" }),
  start_date: t.String({ description: "First day whose rates are used" }),
  end_date: t.String({ description: "Last day whose rates are used" }),
  rates: t.Record(t.String(), rates, { description: "Rates by date and currency" }),
});

/** Path parameter: a day, or a range of two days separated by two dots. */
export const dateField = t.String({
  minLength: 1,
  maxLength: 40,
  description:
    "A day such as 2026-01-30, a range such as 2026-01-01..2026-01-31, or a range that ends today such as 2026-01-01..",
});

/** Returns whether a path parameter is a range. */
export function isRange(date: string): boolean {
  return date.includes("..");
}
