import { binary, t } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import { providersField, ratesV2Query, rateV2 } from "../../frankfurter/request-v2.ts";
import currency from "../../plugin.ts";

const code = (description: string) =>
  t.String({
    pattern: "^[A-Za-z]{3}$",
    errorMessage: "a currency code of three letters, such as EUR",
    description,
  });

export default currency.route({
  summary: "Get the rate of one pair (Frankfurter API, version 2)",
  description: "Compatible with Frankfurter's `GET /v2/rate/{base}/{quote}`.",
  params: t.Object({ base: code("Base currency"), quote: code("Quote currency") }),
  query: t.Object({ date: ratesV2Query.properties.date, providers: providersField }),
  response: t.Union([t.Omit(rateV2, ["providers"]), binary("text/csv", "application/x-ndjson")]),
  ...keyless,
  cache: "etag",
  heavy: ({ query }) => query.date !== undefined,
  example: { params: { base: "USD", quote: "EUR" }, query: {} },
  async handler({ params, query, data, clock }) {
    const { answerRateV2 } = await import("../../frankfurter/answers-v2.ts");
    return answerRateV2(params, { ...query, doors: { data, clock } });
  },
});
