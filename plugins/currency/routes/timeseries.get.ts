import { binary, oneOf, t } from "hub";
import currency from "../plugin.ts";
import { provenance, seriesQuery } from "../request.ts";

export default currency.route({
  summary: "Get the rates of a date range",
  description:
    "Returns the rates of each day, week, month, quarter or year of a date range. The series starts with the last rates on or before the first day, so even a weekend has rates. Days times currencies must be at most 36,600. That is the whole history for three currencies, or a year for all of them. `format=svg` returns a line chart of a single currency pair.",
  query: seriesQuery,
  response: t.Union([
    t.Object({
      base: t.String({ description: "Base currency" }),
      start_date: t.String({ description: "First day of the requested range" }),
      end_date: t.String({ description: "Last day of the requested range" }),
      effective_start_date: t.String({ description: "First day whose rates are used" }),
      effective_end_date: t.String({ description: "Last day whose rates are used" }),
      group: oneOf(["day", "week", "month", "quarter", "year"], {
        description: "Period that each rate covers",
      }),
      unfinished: t.Array(t.String(), {
        description:
          "Dates of the periods, unless they are days, that end after `end_date` or have not ended yet. Their rates can change",
      }),
      observations: t.Integer({ description: "Number of published rates used" }),
      rates: t.Record(t.String(), t.Record(t.String(), t.Number()), {
        description: "Rates by date and currency",
      }),
      gaps: t.Array(
        t.Object({
          symbol: t.String({ description: "Currency" }),
          from: t.String({ description: "First day without a rate" }),
          to: t.String({ description: "Last day without a rate" }),
          reason: oneOf(["not_quoted", "not_fetched"], {
            description:
              "`not_quoted`: the source published no rate for this currency. `not_fetched`: the ECB must have published rates that the hub does not have",
          }),
        }),
        {
          description:
            "Periods without a rate of this currency on days when rates were published. Days that the hub does not have are listed for each currency",
        },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson", "image/svg+xml"),
  ]),
  heavy: true,
  example: { query: { start_date: "2025-12-01", end_date: "2025-12-31", symbols: ["USD"] } },
  async handler({ query, data, clock }) {
    const { answerSeries } = await import("../response.ts");
    return answerSeries(query, { data, clock });
  },
});
