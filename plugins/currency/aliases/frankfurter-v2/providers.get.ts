import { binary, t } from "hub";
import currency from "../../plugin.ts";

const orNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default currency.route({
  summary: "List the central banks (Frankfurter API, version 2)",
  description:
    "Compatible with Frankfurter's `GET /v2/providers`. Each bank has the currencies for which the latest rates use it.",
  response: t.Union([
    t.Array(
      t.Object({
        key: t.String({ description: "Key of the bank" }),
        name: t.String({ description: "Name of the bank" }),
        base: t.String({ description: "Currency of the bank" }),
        start_date: orNull("First day with rates, if the hub has a history"),
        end_date: orNull("Last day with rates"),
        currencies: t.Array(t.String(), { description: "Currencies" }),
      }),
    ),
    binary("text/csv", "application/x-ndjson"),
  ]),
  cache: "etag",
  example: {},
  async handler({ data, clock }) {
    const { answerProviders } = await import("../../frankfurter/answers-v2.ts");
    return answerProviders({ data, clock });
  },
});
