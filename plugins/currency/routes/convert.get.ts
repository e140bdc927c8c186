import { binary, oneOf, t } from "hub";
import currency from "../plugin.ts";
import { conversionQuery, dated, provenance, sourceName } from "../request.ts";

export default currency.route({
  summary: "Convert an amount of money",
  keywords: "currency converter, usd to eur, exchange rate, convert money, forex",
  description:
    "Converts an amount into one or more currencies with ECB reference rates. The result is calculated exactly and rounded once, to the decimals of the target currency. Currencies replaced by the euro use their legally fixed rates. `sources=all` converts 150 currencies. For a single target, `Accept: text/plain` returns only the result.",
  query: conversionQuery,
  response: t.Union([
    t.Object({
      from: t.String({ description: "Source currency" }),
      amount: t.Number({ description: "Amount in the source currency" }),
      ...dated,
      to: t.Optional(t.String({ description: "Target currency, if there is only one" })),
      rate: t.Optional(
        t.Number({
          description: "Value of one unit of the source currency in the target currency",
        }),
      ),
      result: t.Optional(t.Number({ description: "Amount in the target currency, rounded" })),
      results: t.Array(
        t.Object({
          to: t.String({ description: "Target currency" }),
          rate: t.Number({
            description: "Value of one unit of the source currency in the target currency",
          }),
          inverse_rate: t.Number({
            description: "Value of one unit of the target currency in the source currency",
          }),
          result: t.Number({ description: "Amount in the target currency, rounded" }),
          result_exact: t.String({ description: "Amount before rounding, with 34 digits" }),
          path: oneOf(["identity", "direct", "fixed", "bank-pivot", "EUR-pivot"], {
            description:
              "Calculation of the rate. `identity`: same currency. `direct`: published rate. `fixed`: legally fixed rate. `bank-pivot`: through the currency of another central bank. `EUR-pivot`: through the euro",
          }),
          steps: t.Array(
            t.Object({
              from: t.String({ description: "Source currency" }),
              to: t.String({ description: "Target currency" }),
              source: sourceName,
              date: t.String({ description: "Day of the rate, or of the law" }),
            }),
            { description: "Published rates from which the rate is calculated, in order" },
          ),
          indicative: t.Boolean({
            description: "Whether a step is a market rate that no central bank published",
          }),
        }),
        { description: "Results, in the order of `to`" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson", "text/plain"),
  ]),
  sameForMs: 1000,
  heavy: ({ query }) => query.date !== undefined && query.sources !== "ecb",
  tryPerMinute: 30,
  example: { query: { amount: "100", from: "USD", to: ["JPY"] } },
  async handler({ query, data, clock }) {
    const { answerConversion } = await import("../response.ts");
    return answerConversion(query, { data, clock });
  },
});
