import { binary, oneOf, t } from "hub";
import { conversionQuery, dated, provenance } from "../fields.ts";
import currency from "../plugin.ts";

export default currency.route({
  summary: "Convert an amount of money",
  description:
    "Computed exactly from the published digits and rounded once, to the decimals of the target currency. Currencies that became euro convert at the rates fixed by law. `text/plain` is the bare result for a single target.",
  query: conversionQuery,
  response: t.Union([
    t.Object({
      from: t.String({ description: "The currency of the amount" }),
      amount: t.Number({ description: "The amount" }),
      ...dated,
      to: t.Optional(t.String({ description: "The target currency, if there is only one" })),
      rate: t.Optional(t.Number({ description: "Value of one unit in the target currency" })),
      result: t.Optional(t.Number({ description: "Value of the amount in the target currency" })),
      results: t.Array(
        t.Object({
          to: t.String({ description: "The target currency" }),
          rate: t.Number({ description: "Value of one unit in the target currency" }),
          inverse_rate: t.Number({ description: "Value of one unit of the target currency" }),
          result: t.Number({ description: "Value of the amount, rounded" }),
          result_exact: t.String({ description: "The same before rounding, to 34 digits" }),
          path: oneOf(["identity", "direct", "fixed", "EUR-pivot"], {
            description:
              "How the rate was found: same currency, published rate, rates fixed by law, or through the euro",
          }),
        }),
        { description: "The conversions, in the order of `to`" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson", "text/plain"),
  ]),
  sameForMs: 1000,
  tryPerMinute: 30,
  example: { query: { amount: "100", from: "USD", to: ["JPY"] } },
  async handler({ query, data, clock }) {
    const { answerConversion } = await import("../answer.ts");
    return answerConversion(query, { data, clock });
  },
});
