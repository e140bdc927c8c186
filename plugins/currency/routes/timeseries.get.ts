import { binary, oneOf, t } from "hub";
import { base, day, precision, provenance, symbols } from "../fields.ts";
import currency from "../plugin.ts";

export default currency.route({
  summary: "Read the rates of a range of days",
  description:
    "Begins with the last rates until the first day, so that a range over a weekend has some. Days times currencies are at most 36,600: all of history for three currencies, or a year for all. `svg` draws one pair.",
  query: t.Object({
    start_date: day("The first day"),
    end_date: t.Optional(day("The last day; by default today")),
    base,
    symbols,
    group: oneOf(["day", "week", "month"], {
      default: "day",
      description: "A rate for each day, week or month; a week bears the date of its Monday",
    }),
    agg: oneOf(["last", "first", "avg", "min", "max"], {
      default: "last",
      description: "Which rate of a week or month",
    }),
    fill: oneOf(["none", "previous"], {
      default: "none",
      description: "What a day without rates has: none, or the last one's for up to two weeks",
    }),
    precision,
    format: oneOf(["json", "csv", "ndjson", "svg"], {
      default: "json",
      description: "JSON, a table in CSV, a line of JSON for each row, or a line chart of one pair",
    }),
  }),
  response: t.Union([
    t.Object({
      base: t.String({ description: "The currency that is priced" }),
      start_date: t.String({ description: "The first day that was asked for" }),
      end_date: t.String({ description: "The last day that was asked for" }),
      effective_start_date: t.String({ description: "The first day whose rates are used" }),
      effective_end_date: t.String({ description: "The last day whose rates are used" }),
      group: oneOf(["day", "week", "month"], { description: "What there is a rate for each of" }),
      observations: t.Integer({ description: "How many published rates it is made of" }),
      rates: t.Record(t.String(), t.Record(t.String(), t.Number()), {
        description: "By date and currency",
      }),
      gaps: t.Array(
        t.Object({
          symbol: t.String({ description: "The currency" }),
          from: t.String({ description: "The first day without" }),
          to: t.String({ description: "The last day without" }),
          reason: oneOf(["not_quoted"], { description: "The ECB published no rate of it" }),
        }),
        { description: "Where the ECB published rates, and none of a currency" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson", "image/svg+xml"),
  ]),
  heavy: true,
  example: { query: { start_date: "2025-12-01", end_date: "2025-12-31", symbols: ["USD"] } },
  async handler({ query, data, clock }) {
    const { series } = await import("../work.ts");
    return series(query, { data, clock });
  },
});
