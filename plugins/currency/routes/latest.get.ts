import { binary, t } from "hub";
import currency from "../plugin.ts";
import { ratesAnswer, ratesQuery } from "../request.ts";

export default currency.route({
  summary: "Get the latest rates",
  description:
    "For prices and dashboards of today: the latest reference rates of the ECB. The ECB publishes them at about 16:00 Frankfurt time on TARGET business days. Before that time and on other days, `date` is the previous business day, and `reason` explains why. `sources=all` returns 150 currencies, and `origins` the source and day of each.",
  query: ratesQuery,
  response: t.Union([ratesAnswer, binary("text/csv", "application/x-ndjson")]),
  sameForMs: 1000,
  example: { query: { base: "USD", symbols: ["EUR", "GBP", "JPY"] } },
  async handler({ query, data, clock }) {
    const { answerRates } = await import("../response.ts");
    return answerRates(query, { data, clock });
  },
});
