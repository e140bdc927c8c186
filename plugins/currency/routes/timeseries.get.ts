import { binary, oneOf, t } from "hub";
import { provenance, seriesQuery } from "../fields.ts";
import currency from "../plugin.ts";

export default currency.route({
  summary: "Get the rates of a range of days",
  description:
    "Starts with the last rates on or before the first day, so that a range over a weekend has some. Days times currencies must be at most 36,600: all of history for three currencies, or a year for all of them. `svg` draws a single pair.",
  query: seriesQuery,
  response: t.Union([
    t.Object({
      base: t.String({ description: "The base currency" }),
      start_date: t.String({ description: "First day of the requested range" }),
      end_date: t.String({ description: "Last day of the requested range" }),
      effective_start_date: t.String({ description: "First day whose rates are used" }),
      effective_end_date: t.String({ description: "Last day whose rates are used" }),
      group: oneOf(["day", "week", "month"], { description: "Period of each rate" }),
      observations: t.Integer({ description: "Number of published rates used" }),
      rates: t.Record(t.String(), t.Record(t.String(), t.Number()), {
        description: "By date and currency",
      }),
      gaps: t.Array(
        t.Object({
          symbol: t.String({ description: "The currency" }),
          from: t.String({ description: "First day without a rate" }),
          to: t.String({ description: "Last day without a rate" }),
          reason: oneOf(["not_quoted"], { description: "The ECB published no rate of it" }),
        }),
        { description: "Days on which the ECB published rates, but not of this currency" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson", "image/svg+xml"),
  ]),
  heavy: true,
  example: { query: { start_date: "2025-12-01", end_date: "2025-12-31", symbols: ["USD"] } },
  async handler({ query, data, clock }) {
    const { answerSeries } = await import("../answer.ts");
    return answerSeries(query, { data, clock });
  },
});
