import { binary, t } from "hub";
import { base, day, format, precision, provenance, symbols } from "../fields.ts";
import currency from "../plugin.ts";

const number = (description: string) => t.Number({ description });
const date = (description: string) => t.String({ description });

export default currency.route({
  summary: "Tell how rates have moved over a range of days",
  description: "Statistics over the published rates of each day; none is interpolated.",
  query: t.Object({
    start_date: day("The first day"),
    end_date: t.Optional(day("The last day; by default today")),
    base,
    symbols,
    precision,
    format,
  }),
  response: t.Union([
    t.Object({
      base: t.String({ description: "The currency that is priced" }),
      start_date: date("The first day that was asked for"),
      end_date: date("The last day that was asked for"),
      rates: t.Record(
        t.String(),
        t.Object({
          start_rate: number("The first rate"),
          end_rate: number("The last rate"),
          change: number("The last rate less the first"),
          change_pct: number("The same in percent of the first"),
          start_date: date("The day of the first rate"),
          end_date: date("The day of the last rate"),
          high: number("The highest rate"),
          high_date: date("The first day of the highest"),
          low: number("The lowest rate"),
          low_date: date("The first day of the lowest"),
          avg: number("The mean of all rates"),
          stddev: number("Their sample standard deviation"),
          volatility_annualised: number(
            "The standard deviation of the daily log returns, times the root of 252",
          ),
          max_drawdown_pct: number("The deepest fall from a high before it, in percent"),
          observations: t.Integer({ description: "How many rates there are" }),
        }),
        { description: "By currency" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson"),
  ]),
  heavy: true,
  example: { query: { start_date: "2025-12-01", end_date: "2025-12-31", symbols: ["USD"] } },
  async handler({ query, data, clock }) {
    const { moves } = await import("../work.ts");
    return moves(query, { data, clock });
  },
});
