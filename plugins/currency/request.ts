import { oneOf, type Static, t } from "hub";
import currency from "./plugin.ts";
import { banks } from "./rate-sources.ts";

const { symbolsMax, targetsMax } = currency.limits;
const decimalCounts = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"] as const;

/** Schema of a currency code in upper or lower case. */
function code(description: string, options: { default?: string } = {}) {
  return t.String({
    pattern: "^[A-Za-z]{3}$",
    errorMessage: "a currency code of three letters, such as EUR",
    ...options,
    description,
  });
}

const base = code("Base currency (ISO 4217). Rates are the price of one unit of it", {
  default: "EUR",
});

const symbols = t.Optional(
  t.Array(code("A currency code (ISO 4217)"), {
    minItems: 1,
    maxItems: symbolsMax,
    description: "Currencies to return, separated by commas. The default is all current currencies",
  }),
);

const precision = oneOf(["auto", "full", ...decimalCounts], {
  default: "auto",
  description:
    "Number of decimals of a rate: a number, `full` for double precision, or `auto` for the usual number of decimals for its size, with at least 5 significant digits. With `auto`, rates published by the ECB are not rounded",
});

const amount = t.String({
  minLength: 1,
  maxLength: 32,
  default: "1",
  description:
    "Amount to convert, from 0 to 10^15 with at most 8 decimals. It is processed exactly",
});

const bankIds = banks.map(({ id }) => id);

/** The banks with their first year. */
const bankList = banks
  .map(({ id, title, first }) => `\`${id}\` (${title}, since ${first.slice(0, 4)})`)
  .join(", ");

const sources = oneOf(["ecb", "central_banks", "all", ...bankIds], {
  default: "ecb",
  description: `Sources of the rates: the ECB, with 31 currencies; the ECB and other central banks, with 150; these and market rates from a package, which \`origins\` marks as \`indicative\`; or one other bank: ${bankList}`,
});

/** Sources of past days. */
const pastSources = oneOf(["ecb", "central_banks", "all", ...bankIds], {
  default: "ecb",
  description: `Sources of the rates: the ECB since 1999; the ECB and other central banks; these and market rates from a package, which has only one day; or one other bank: ${bankList}. The hub downloads the earlier days of these banks over some hours`,
});

const format = oneOf(["json", "csv", "ndjson"], {
  default: "json",
  description: "Response format: JSON, a CSV table, or one line of JSON per row",
});

/** Schema of a day in a request. */
export function day(description: string) {
  return t.String({
    minLength: 1,
    maxLength: 16,
    description: `${description}, such as 2026-01-30`,
  });
}

/** Query parameters of `latest`. */
export const ratesQuery = t.Object({ base, symbols, amount, sources, precision, format });

/** Query parameters of `historical`. */
export const dayQuery = t.Object({
  base,
  symbols,
  amount,
  sources: pastSources,
  precision,
  fallback: oneOf(["previous", "next", "none"], {
    default: "previous",
    description:
      "Day to use if this day has no rates: the previous one with rates, the next one, or none, which returns an error",
  }),
  format,
});

/** Query parameters of `convert`. */
export const conversionQuery = t.Object({
  from: code("Source currency (ISO 4217)"),
  to: t.Array(code("A currency code (ISO 4217)"), {
    minItems: 1,
    maxItems: targetsMax,
    description: "Target currencies, separated by commas",
  }),
  amount,
  date: t.Optional(day("Day of the rates to use. The default is the latest day")),
  sources,
  rounding: oneOf(["half_even", "half_up", "none"], {
    default: "half_even",
    description:
      "Rounding of results that are halfway between two values: to the even value (`half_even`), up (`half_up`), or no rounding at all (`none`)",
  }),
  precision,
  format,
});

const range = {
  start_date: day("First day of the range"),
  end_date: t.Optional(day("Last day of the range, today by default")),
  base,
  symbols,
  sources: pastSources,
};

/** Query parameters of `fluctuation`. */
export const movesQuery = t.Object({ ...range, precision, format });

/** Periods of the rates of a series. */
const periods = ["day", "week", "month", "quarter", "year"] as const;

export type Period = (typeof periods)[number];

/** Query parameters of `timeseries`. */
export const seriesQuery = t.Object({
  ...range,
  group: oneOf(periods, {
    default: "day",
    description:
      "Period of each rate: a day, week, month, quarter or year. A week has the date of its Monday. The first period is complete, also if `start_date` is within it",
  }),
  agg: oneOf(["last", "first", "avg", "min", "max"], {
    default: "last",
    description: "Aggregation of the rates of a period",
  }),
  fill: oneOf(["none", "previous"], {
    default: "none",
    description: "Value for days without rates: none, or the previous rate, for up to two weeks",
  }),
  precision,
  format: oneOf(["json", "csv", "ndjson", "svg"], {
    default: "json",
    description:
      "Response format: JSON, a CSV table, one line of JSON per row, or a line chart of one currency pair",
  }),
});

/** Query parameters of `currencies`. */
export const currenciesQuery = t.Object({
  scope: oneOf(["active", "all", "fixed"], {
    default: "active",
    description:
      "Currencies to list: the current ones, all that were ever quoted, or those replaced by the euro",
  }),
  sources,
  format,
});

export type RatesQuery = Static<typeof ratesQuery>;
export type DayQuery = Static<typeof dayQuery>;
export type ConversionQuery = Static<typeof conversionQuery>;
export type MovesQuery = Static<typeof movesQuery>;
export type SeriesQuery = Static<typeof seriesQuery>;
export type CurrenciesQuery = Static<typeof currenciesQuery>;

/** Source and age of the rates. */
export const provenance = {
  source: oneOf(["ecb", ...bankIds, "law"], {
    description:
      "Source of the rates: the ECB, the bank that `sources` names, or the law if it fixed all rates",
  }),
  source_url: t.String({ description: "Web page of the source" }),
  fetched_at: t.Union([t.String(), t.Null()], {
    description:
      "Time when the hub last downloaded rates. Null if they are part of the hub or fixed by law. The ECB publishes the day of its rates, but not the time of publication",
  }),
  next_update_at: t.Union([t.String(), t.Null()], {
    description:
      "Next expected publication by the ECB: about 16:00 Frankfurt time on TARGET business days. Null for another bank, whose calendar the hub does not have, and for rates fixed by law",
  }),
  stale: t.Boolean({
    description:
      "Whether newer rates that would change this response are due: the hub has not downloaded them, or the newest day lacks a requested currency, or a rate of another source is `stale`. Also true for past days if the hub does not have all of them yet",
  }),
  disclaimer: t.String({ description: "Terms of use of the source" }),
};

/** Names of the sources of a rate. */
export const sourceName = oneOf(["ecb", ...bankIds, "currency-api", "law"], {
  description:
    "Source: the ECB, another central bank as in `sources`, market rates from a package, or a legally fixed rate",
});

/** Source of the rate of one currency. */
export const origin = t.Object({
  source: sourceName,
  date: t.String({ description: "Day of the rate" }),
  stale: t.Boolean({
    description: "Whether a newer rate is due. Always true for rates from a package",
  }),
  indicative: t.Boolean({
    description: "Whether it is a market rate that no central bank published",
  }),
  via: t.Union([t.String(), t.Null()], {
    description:
      "Currency of the central bank, through which its rate is converted to euros. Null if the rate is quoted in euros",
  }),
});

/** The day of the rates, and why it differs from the requested day. */
export const dated = {
  date: t.String({ description: "Day of the rates" }),
  requested_date: t.String({ description: "The requested day, or today" }),
  reason: t.Union(
    [oneOf(["weekend", "target_holiday", "not_yet_published", "not_fetched", "no_rate"]), t.Null()],
    {
      description:
        "Reason why `date` is not the requested day. Null if it is. `not_fetched`: rates of a nearer day are due, but the hub has not downloaded them. `no_rate`: a nearer day has rates, but not for every requested currency",
    },
  ),
};

const rates = t.Record(t.String(), t.Number(), {
  description: "Value of the amount in each currency",
});

/** Response of `latest` and `historical`. */
export const ratesAnswer = t.Object({
  base: t.String({ description: "Base currency" }),
  amount: t.Number({ description: "Amount of the base currency" }),
  ...dated,
  rates,
  carried: t.Record(t.String(), t.String(), {
    description:
      "With `sources=ecb`: currencies that the ECB did not publish on `date` although it quotes them, with the day of their last rate, which `rates` has. `stale` is then true",
  }),
  origins: t.Optional(
    t.Record(t.String(), origin, {
      description: "Source of the rate of each currency, unless `sources` is `ecb`",
    }),
  ),
  ...provenance,
});
