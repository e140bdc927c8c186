import { binary, oneOf, t } from "hub";
import currency from "../plugin.ts";
import { movesQuery, provenance } from "../request.ts";

const number = (description: string) => t.Number({ description });
const numberOrNull = (description: string) => t.Union([t.Number(), t.Null()], { description });
const date = (description: string) => t.String({ description });

export default currency.route({
  summary: "Get rate statistics for a date range",
  description:
    "Returns change, high, low, average, volatility and drawdown of each rate. Only published daily rates are used: nothing is interpolated.",
  query: movesQuery,
  response: t.Union([
    t.Object({
      base: t.String({ description: "Base currency" }),
      start_date: date("First day of the requested range"),
      end_date: date("Last day of the requested range"),
      rates: t.Record(
        t.String(),
        t.Object({
          start_rate: number("First rate"),
          end_rate: number("Last rate"),
          change: number("Last rate minus first rate"),
          change_pct: number("Change in percent of the first rate"),
          start_date: date("Day of the first rate"),
          end_date: date("Day of the last rate"),
          high: number("Highest rate"),
          high_date: date("First day with the highest rate"),
          low: number("Lowest rate"),
          low_date: date("First day with the lowest rate"),
          avg: number("Mean of all rates"),
          stddev: numberOrNull(
            "Sample standard deviation of the rates; null for fewer than two rates",
          ),
          volatility_annualised: numberOrNull(
            "Annualised volatility: standard deviation of the daily log returns, times the square root of 252; null for fewer than three rates",
          ),
          max_drawdown_pct: number(
            "Maximum drawdown: largest fall from a previous high, in percent",
          ),
          observations: t.Integer({ description: "Number of rates" }),
          reason: t.Union([oneOf(["too_few_rates"]), t.Null()], {
            description: "Reason why a deviation or the volatility is null; null if none is",
          }),
        }),
        { description: "Statistics by currency" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson"),
  ]),
  heavy: true,
  example: { query: { start_date: "2025-12-01", end_date: "2025-12-31", symbols: ["USD"] } },
  async handler({ query, data, clock }) {
    const { answerMoves } = await import("../response.ts");
    return answerMoves(query, { data, clock });
  },
});
