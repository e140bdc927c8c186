import { binary, t } from "hub";
import { ratesV2Query, rateV2 } from "../../frankfurter/request-v2.ts";
import currency from "../../plugin.ts";

const code = (description: string) => t.String({ pattern: "^[A-Za-z]{3}$", description });

export default currency.route({
  summary: "Get the rate of one pair (Frankfurter API, version 2)",
  description: "Compatible with Frankfurter's `GET /v2/rate/{base}/{quote}`.",
  params: t.Object({ base: code("Base currency"), quote: code("Quote currency") }),
  query: t.Object({ date: ratesV2Query.properties.date }),
  response: t.Union([rateV2, binary("text/csv", "application/x-ndjson")]),
  cache: "etag",
  example: { params: { base: "USD", quote: "EUR" }, query: {} },
  async handler({ params, query: { date }, data, clock }) {
    const { answerRateV2 } = await import("../../frankfurter/answers-v2.ts");
    return answerRateV2(params, { date, doors: { data, clock } });
  },
});
