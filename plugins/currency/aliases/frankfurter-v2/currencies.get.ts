import { binary, oneOf, t } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import { providersField } from "../../frankfurter/request-v2.ts";
import currency from "../../plugin.ts";

const orNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default currency.route({
  summary: "List the currencies (Frankfurter API, version 2)",
  description: "Compatible with Frankfurter's `GET /v2/currencies`.",
  query: t.Object({
    scope: t.Optional(oneOf(["all"], { description: "`all`: include former currencies" })),
    providers: providersField,
  }),
  response: t.Union([
    t.Array(
      t.Object({
        iso_code: t.String({ description: "Currency code (ISO 4217)" }),
        iso_numeric: orNull("Numeric code (ISO 4217)"),
        name: t.String({ description: "Name in English" }),
        symbol: t.String({ description: "Currency symbol" }),
        start_date: orNull("First day with rates, if known"),
        end_date: orNull("Last day with rates"),
      }),
    ),
    binary("text/csv", "application/x-ndjson"),
  ]),
  ...keyless,
  cache: "etag",
  example: { query: {} },
  async handler({ query, data, clock }) {
    const { answerCurrenciesV2 } = await import("../../frankfurter/answers-v2.ts");
    const { scope = "active", providers } = query;
    return answerCurrenciesV2({ scope, providers }, { data, clock });
  },
});
