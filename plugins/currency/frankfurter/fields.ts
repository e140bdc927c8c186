import { type Static, t } from "hub";
import { ratesQuery } from "../fields.ts";

const { amount, base, symbols } = ratesQuery.properties;

/** What Frankfurter takes. `from` and `to` are the names that it had before. */
export const frankfurterQuery = t.Object({
  base,
  symbols,
  amount,
  from: t.Optional({ ...base, default: undefined, description: "Another name of `base`" }),
  to: t.Optional({ ...symbols, description: "Another name of `symbols`" }),
});

/** A request as Frankfurter has it. */
export type FrankfurterQuery = Static<typeof frankfurterQuery>;

const rates = t.Record(t.String(), t.Number(), {
  description: "Value of the amount in each currency",
});

/** The answer for one day. */
export const dayAnswer = t.Object({
  amount: t.Number({ description: "Amount of the base currency" }),
  base: t.String({ description: "The base currency" }),
  date: t.String({ description: "Day of the rates" }),
  rates,
});

/** The answer for a range of days. */
export const rangeAnswer = t.Object({
  amount: t.Number({ description: "Amount of the base currency" }),
  base: t.String({ description: "The base currency" }),
  start_date: t.String({ description: "First day whose rates are used" }),
  end_date: t.String({ description: "Last day whose rates are used" }),
  rates: t.Record(t.String(), rates, { description: "By date and currency" }),
});

/** What stands in a path: a day, or the first and the last of a range with two dots between them. */
export const dateField = t.String({
  minLength: 1,
  maxLength: 40,
  description:
    "A day such as 2026-01-30, a range of them such as 2026-01-01..2026-01-31, or one until today such as 2026-01-01..",
});

/** Whether a path asks for more than one day. */
export function isRange(date: string): boolean {
  return date.includes("..");
}
