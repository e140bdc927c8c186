import { binary, t } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import { ratesV2Query, rateV2 } from "../../frankfurter/request-v2.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get the rates of a day or a date range (Frankfurter API, version 2)",
  description:
    "Compatible with Frankfurter's `GET /v2/rates`. The rates are those of the ECB, or of the National Bank of Poland and Norges Bank for other currencies. Frankfurter blends the rates of all its providers instead. A range has only rates that were published on the same day. A week or month has the average.",
  query: ratesV2Query,
  response: t.Union([t.Array(rateV2), binary("text/csv", "application/x-ndjson")]),
  ...keyless,
  cache: "etag",
  heavy: ({ query }) => query.from !== undefined || query.date !== undefined,
  example: { query: { base: "USD", quotes: ["EUR", "GBP"] } },
  async handler({ query, data, clock }) {
    const { answerRatesV2 } = await import("../../frankfurter/answers-v2.ts");
    return answerRatesV2(query, { data, clock });
  },
});
