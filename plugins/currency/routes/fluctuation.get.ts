import { binary, t } from "hub";
import { movesQuery, provenance } from "../fields.ts";
import currency from "../plugin.ts";

const number = (description: string) => t.Number({ description });
const date = (description: string) => t.String({ description });

export default currency.route({
  summary: "Describe how rates moved over a range of days",
  description: "Statistics of the published daily rates; none is interpolated.",
  query: movesQuery,
  response: t.Union([
    t.Object({
      base: t.String({ description: "The base currency" }),
      start_date: date("First day of the requested range"),
      end_date: date("Last day of the requested range"),
      rates: t.Record(
        t.String(),
        t.Object({
          start_rate: number("The first rate"),
          end_rate: number("The last rate"),
          change: number("Last rate minus first rate"),
          change_pct: number("The same in per cent of the first rate"),
          start_date: date("The day of the first rate"),
          end_date: date("The day of the last rate"),
          high: number("The highest rate"),
          high_date: date("First day of the highest rate"),
          low: number("The lowest rate"),
          low_date: date("First day of the lowest rate"),
          avg: number("The mean of all rates"),
          stddev: number("Their sample standard deviation"),
          volatility_annualised: number(
            "The standard deviation of the daily log returns, times the root of 252",
          ),
          max_drawdown_pct: number("Deepest fall from a previous high, in per cent"),
          observations: t.Integer({ description: "Number of rates" }),
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
    const { answerMoves } = await import("../answer.ts");
    return answerMoves(query, { data, clock });
  },
});
