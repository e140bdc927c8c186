import { binary, t } from "hub";
import currency from "../../plugin.ts";
import { day, dayQuery, ratesAnswer } from "../../request.ts";

export default currency.route({
  summary: "Get the rates of a day (since 1999)",
  keywords: "historical exchange rates, past exchange rate, rate on a date",
  description:
    "For bookings and tax returns of an earlier day: the reference rates of the ECB. If the day has no rates, the response has those of the last day before it on which all requested currencies had a rate, at most two weeks earlier. Nothing is interpolated. With `sources`, other central banks add the last rates of their own tables, each with its day in `origins`.",
  params: t.Object({ date: day("A day since 1999-01-04") }),
  query: dayQuery,
  response: t.Union([ratesAnswer, binary("text/csv", "application/x-ndjson")]),
  sameForMs: 1000,
  heavy: ({ query }) => query.sources !== "ecb",
  example: { params: { date: "2025-12-27" }, query: { symbols: ["USD", "BGN"] } },
  async handler({ params, query, data, clock }) {
    const { answerRates } = await import("../../response.ts");
    return answerRates({ ...query, ...params }, { data, clock });
  },
});
