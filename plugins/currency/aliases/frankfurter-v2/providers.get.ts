import { binary, t } from "hub";
import { keyless } from "../../frankfurter/request.ts";
import currency from "../../plugin.ts";

const orNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default currency.route({
  summary: "List the central banks (Frankfurter API, version 2)",
  description:
    "Compatible with Frankfurter's `GET /v2/providers`. Lists the banks whose rates the hub has downloaded.",
  response: t.Union([
    t.Array(
      t.Object({
        key: t.String({ description: "Key of the bank" }),
        name: t.String({ description: "Name of the bank" }),
        country_code: t.String({ description: "Country (ISO 3166-1), or `EU`" }),
        rate_type: t.String({ description: "Type of rates" }),
        pivot_currency: t.String({ description: "Currency of the bank" }),
        data_url: t.String({ description: "Web page of the rates" }),
        terms_url: t.String({ description: "Terms of use" }),
        start_date: orNull("First day that the hub has"),
        end_date: orNull("Last day with rates"),
        currencies: t.Array(t.String(), { description: "Currencies" }),
      }),
    ),
    binary("text/csv", "application/x-ndjson"),
  ]),
  ...keyless,
  cache: "etag",
  example: {},
  async handler({ data, clock }) {
    const { answerProviders } = await import("../../frankfurter/answers-v2.ts");
    return answerProviders({ data, clock });
  },
});
