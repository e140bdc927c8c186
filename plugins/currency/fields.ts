import { oneOf, t } from "hub";
import currency from "./plugin.ts";

const { symbolsMax } = currency.limits;
const places = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;

/** A currency's code, in capitals or not. */
export function code(description: string, options: { default?: string } = {}) {
  return t.String({ pattern: "^[A-Za-z]{3}$", ...options, description });
}

export const base = code("The currency that one unit of is priced: ISO 4217", { default: "EUR" });

export const symbols = t.Optional(
  t.Array(code("A currency"), {
    minItems: 1,
    maxItems: symbolsMax,
    description: "The currencies to answer, separated by commas; by default all that are in use",
  }),
);

export const precision = oneOf(["auto", "full", ...places], {
  default: "auto",
  description:
    "Decimals of a rate: a number, `full` for all that a double has, or `auto` for as many as rates of its size usually have. Rates that the ECB itself publishes keep their digits with `auto`",
});

export const amount = t.String({
  minLength: 1,
  maxLength: 32,
  default: "1",
  description: "The amount of money, from 0 to 10^15 with at most 8 decimals; no digit is lost",
});

export const format = oneOf(["json", "csv", "ndjson"], {
  default: "json",
  description: "JSON, a table in CSV, or a line of JSON for each row",
});

/** A day of the request. */
export function day(description: string) {
  return t.String({ minLength: 1, maxLength: 16, description: `${description}: 2026-01-30` });
}

/** Where the rates are from. */
export const provenance = {
  source: oneOf(["ecb", "currency-api"], {
    description:
      "Whose rates they are: the ECB's, or those of a package while the hub has never reached it",
  }),
  source_url: t.String({ description: "What the source says about them" }),
  fetched_at: t.Union([t.String(), t.Null()], {
    description:
      "When the hub last read rates; null where they came with a package. The ECB tells the day of its rates alone, and not when it published them",
  }),
  next_update_at: t.String({
    description:
      "When the ECB is expected to publish next: about 16:00 in Frankfurt, if TARGET is open",
  }),
  stale: t.Boolean({
    description:
      "Whether rates must be out which the hub has not got and which would change this answer: never for days that it has all rates of. True of a package's rates",
  }),
  disclaimer: t.String({ description: "What the source says about their use" }),
};

/** Which day's rates they are, and why. */
export const dated = {
  date: t.String({ description: "The day whose rates they are" }),
  requested_date: t.String({ description: "The day that was asked for, or today" }),
  reason: t.Union(
    [oneOf(["weekend", "target_holiday", "not_yet_published", "not_fetched", "no_rate"]), t.Null()],
    {
      description:
        "Why `date` is another day than was asked for; null where it is not. `not_fetched`: nearer rates must be out, and the hub has not got them. `no_rate`: there are nearer ones, but none of one of the currencies",
    },
  ),
};

export const rates = t.Record(t.String(), t.Number(), {
  description: "By currency: what the amount is worth in it",
});

/** The answer of `latest` and `historical`. */
export const ratesAnswer = t.Object({
  base: t.String({ description: "The currency that is priced" }),
  amount: t.Number({ description: "How much of it is priced" }),
  ...dated,
  rates,
  ...provenance,
});
