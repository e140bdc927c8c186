import { binary, t } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import currency from "../../plugin.ts";

export default currency.route({
  summary: "Get a currency (Frankfurter API, version 2)",
  description: "Compatible with Frankfurter's `GET /v2/currency/{code}`.",
  params: t.Object({
    code: t.String({
      pattern: "^[A-Za-z]{3}$",
      errorMessage: "a currency code of three letters, such as EUR",
      description: "A currency code (ISO 4217)",
    }),
  }),
  response: t.Union([
    t.Object({
      iso_code: t.String({ description: "Currency code (ISO 4217)" }),
      iso_numeric: t.Union([t.String(), t.Null()], { description: "Numeric code (ISO 4217)" }),
      name: t.String({ description: "Name in English" }),
      symbol: t.String({ description: "Currency symbol" }),
      providers: t.Array(t.String(), {
        description: "Keys of the banks that publish a rate of it",
      }),
    }),
    binary("text/csv", "application/x-ndjson"),
  ]),
  ...keyless,
  cache: "etag",
  example: { params: { code: "USD" } },
  async handler({ params, data, clock }) {
    const { answerCurrencyV2 } = await import("../../frankfurter/answers-v2.ts");
    return answerCurrencyV2(params.code, { data, clock });
  },
});
