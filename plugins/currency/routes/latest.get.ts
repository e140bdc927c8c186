import { binary, t } from "hub";
import { ratesAnswer, ratesQuery } from "../fields.ts";
import currency from "../plugin.ts";

export default currency.route({
  summary: "Get the newest rates",
  description:
    "The ECB publishes at about 16:00 Frankfurt time on every day that TARGET is open. On other days, and earlier in the day, `date` is the last such day and `reason` says why.",
  query: ratesQuery,
  response: t.Union([ratesAnswer, binary("text/csv", "application/x-ndjson")]),
  sameForMs: 1000,
  example: { query: { base: "USD", symbols: ["EUR", "GBP", "JPY"] } },
  async handler({ query, data, clock }) {
    const { answerRates } = await import("../answer.ts");
    return answerRates(query, { data, clock });
  },
});
