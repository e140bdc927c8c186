import { oneOf, type Static, t } from "hub";
import currency from "./plugin.ts";

const { symbolsMax, targetsMax } = currency.limits;
const places = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;

/** A currency's code, in capitals or not. */
function code(description: string, options: { default?: string } = {}) {
  return t.String({ pattern: "^[A-Za-z]{3}$", ...options, description });
}

const base = code("The base currency: rates are the price of one unit of it (ISO 4217)", {
  default: "EUR",
});

const symbols = t.Optional(
  t.Array(code("A currency"), {
    minItems: 1,
    maxItems: symbolsMax,
    description: "The currencies to return, separated by commas; all in use by default",
  }),
);

const precision = oneOf(["auto", "full", ...places], {
  default: "auto",
  description:
    "Decimals of a rate: a number, `full` for all that a double holds, or `auto` for as many as is usual for a rate of its size. With `auto`, rates published by the ECB keep their digits",
});

const amount = t.String({
  minLength: 1,
  maxLength: 32,
  default: "1",
  description: "The amount, from 0 to 10^15 with at most 8 decimals; no digit is lost",
});

const format = oneOf(["json", "csv", "ndjson"], {
  default: "json",
  description: "JSON, a CSV table, or one line of JSON per row",
});

/** A day of the request. */
export function day(description: string) {
  return t.String({
    minLength: 1,
    maxLength: 16,
    description: `${description}, such as 2026-01-30`,
  });
}

/** The query of `latest`. */
export const ratesQuery = t.Object({ base, symbols, amount, precision, format });

/** The query of `historical`. */
export const dayQuery = t.Object({
  base,
  symbols,
  amount,
  precision,
  fallback: oneOf(["previous", "next", "none"], {
    default: "previous",
    description: "Which day to use if this one has no rates",
  }),
  format,
});

/** The query of `convert`. */
export const conversionQuery = t.Object({
  from: code("The currency of the amount"),
  to: t.Array(code("A currency"), {
    minItems: 1,
    maxItems: targetsMax,
    description: "The currencies to convert to, separated by commas",
  }),
  amount,
  date: t.Optional(day("Day of the rates to use; the newest by default")),
  rounding: oneOf(["half_even", "half_up", "none"], {
    default: "half_even",
    description: "How a result halfway between two is rounded: to the even one, up, or not at all",
  }),
  precision,
  format,
});

const range = {
  start_date: day("The first day"),
  end_date: t.Optional(day("The last day, today by default")),
  base,
  symbols,
};

/** The query of `fluctuation`. */
export const movesQuery = t.Object({ ...range, precision, format });

/** The query of `timeseries`. */
export const seriesQuery = t.Object({
  ...range,
  group: oneOf(["day", "week", "month"], {
    default: "day",
    description: "One rate per day, week or month; a week has the date of its Monday",
  }),
  agg: oneOf(["last", "first", "avg", "min", "max"], {
    default: "last",
    description: "Which rate of a week or month to return",
  }),
  fill: oneOf(["none", "previous"], {
    default: "none",
    description: "What a day without rates gets: nothing, or the last rate for up to two weeks",
  }),
  precision,
  format: oneOf(["json", "csv", "ndjson", "svg"], {
    default: "json",
    description: "JSON, a CSV table, one line of JSON per row, or a line chart of one pair",
  }),
});

/** The query of `currencies`. */
export const currenciesQuery = t.Object({
  scope: oneOf(["active", "all", "fixed"], {
    default: "active",
    description: "Those in use, all that were ever quoted, or those that became euro",
  }),
  format,
});

/** How precise a rate is answered. */
export type Precision = Static<typeof precision>;
export type RatesQuery = Static<typeof ratesQuery>;
export type DayQuery = Static<typeof dayQuery>;
export type ConversionQuery = Static<typeof conversionQuery>;
export type MovesQuery = Static<typeof movesQuery>;
export type SeriesQuery = Static<typeof seriesQuery>;
export type CurrenciesQuery = Static<typeof currenciesQuery>;

/** Where the rates are from. */
export const provenance = {
  source: oneOf(["ecb", "currency-api"], {
    description:
      "Where the rates come from: the ECB, or a package as long as the hub has never reached the ECB",
  }),
  source_url: t.String({ description: "Page of the source about its rates" }),
  fetched_at: t.Union([t.String(), t.Null()], {
    description:
      "When the hub last read rates; null if they came with a package. The ECB states only the day of its rates, not when it published them",
  }),
  next_update_at: t.String({
    description:
      "When the ECB is expected to publish next: about 16:00 in Frankfurt, if TARGET is open",
  }),
  stale: t.Boolean({
    description:
      "Whether rates that would change this answer must have been published but have not reached the hub. Never true for days whose rates are complete; always true for the rates of a package",
  }),
  disclaimer: t.String({ description: "What the source says about the use of its rates" }),
};

/** Which day's rates they are, and why. */
export const dated = {
  date: t.String({ description: "Day of the rates" }),
  requested_date: t.String({ description: "The requested day, or today" }),
  reason: t.Union(
    [oneOf(["weekend", "target_holiday", "not_yet_published", "not_fetched", "no_rate"]), t.Null()],
    {
      description:
        "Why `date` is not the requested day; null if it is. `not_fetched`: nearer rates must have been published, but the hub does not have them. `no_rate`: there are nearer rates, but not of every currency",
    },
  ),
};

const rates = t.Record(t.String(), t.Number(), {
  description: "Value of the amount in each currency",
});

/** The answer of `latest` and `historical`. */
export const ratesAnswer = t.Object({
  base: t.String({ description: "The base currency" }),
  amount: t.Number({ description: "Amount of the base currency" }),
  ...dated,
  rates,
  ...provenance,
});
