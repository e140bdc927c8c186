import { binary, t } from "hub";
import { ratesV2Query, rateV2 } from "../../frankfurter/request-v2.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get the rates of a day or a date range (Frankfurter API, version 2)",
  description:
    "Compatible with Frankfurter's `GET /v2/rates`. The latest rates are those of the ECB, the National Bank of Poland and Norges Bank. Days and ranges have the rates of the ECB only. A week or month has the average.",
  query: ratesV2Query,
  response: t.Union([t.Array(rateV2), binary("text/csv", "application/x-ndjson")]),
  cache: "etag",
  heavy: ({ query }) => query.from !== undefined,
  example: { query: { base: "USD", quotes: ["EUR", "GBP"] } },
  async handler({ query, data, clock }) {
    const { answerRatesV2 } = await import("../../frankfurter/answers-v2.ts");
    return answerRatesV2(query, { data, clock });
  },
});
