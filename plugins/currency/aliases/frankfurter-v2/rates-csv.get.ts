import { binary } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import { ratesV2Query } from "../../frankfurter/request-v2.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get the rates of a day or a date range as a table (Frankfurter API, version 2)",
  description: "Compatible with Frankfurter's `GET /v2/rates.csv`.",
  query: ratesV2Query,
  response: binary("text/csv"),
  ...keyless,
  cache: "etag",
  heavy: ({ query }) => query.from !== undefined || query.date !== undefined,
  example: { query: { base: "USD", quotes: ["EUR", "GBP"] } },
  async handler({ query, data, clock }) {
    const { answerRatesV2 } = await import("../../frankfurter/answers-v2.ts");
    return answerRatesV2(query, { data, clock }, "csv");
  },
});
