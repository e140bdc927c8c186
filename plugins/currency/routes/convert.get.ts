import { binary, oneOf, t } from "hub";
import * as fields from "../fields.ts";
import currency from "../plugin.ts";

const { code, dated, day, format, precision, provenance } = fields;

export default currency.route({
  summary: "Convert an amount of money",
  description:
    "Worked out exactly from the published digits and rounded once, to the decimals that money of the target has. Currencies that became euro convert at the fixed rates of the law. `text/plain` is the bare result for one target.",
  query: t.Object({
    from: code("The currency of the amount"),
    to: t.Array(code("A currency"), {
      minItems: 1,
      maxItems: currency.limits.targetsMax,
      description: "The currencies to convert to, separated by commas",
    }),
    amount: fields.amount,
    date: t.Optional(day("The day whose rates to use; by default the newest")),
    rounding: oneOf(["half_even", "half_up", "none"], {
      default: "half_even",
      description:
        "How a result that lies between two is rounded: to the even one, up, or not at all",
    }),
    precision,
    format,
  }),
  response: t.Union([
    t.Object({
      from: t.String({ description: "The currency of the amount" }),
      amount: t.Number({ description: "The amount" }),
      ...dated,
      to: t.Optional(t.String({ description: "The target, where there is one" })),
      rate: t.Optional(t.Number({ description: "What one unit is worth in it" })),
      result: t.Optional(t.Number({ description: "What the amount is worth in it" })),
      results: t.Array(
        t.Object({
          to: t.String({ description: "The target" }),
          rate: t.Number({ description: "What one unit is worth in it" }),
          inverse_rate: t.Number({ description: "What one unit of the target is worth" }),
          result: t.Number({ description: "What the amount is worth, rounded" }),
          result_exact: t.String({ description: "The same before it was rounded, to 34 digits" }),
          path: oneOf(["identity", "direct", "fixed", "EUR-pivot"], {
            description:
              "The same currency, a published rate, rates fixed by law, or over the euro",
          }),
        }),
        { description: "The conversions, in the order of `to`" },
      ),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson", "text/plain"),
  ]),
  sameForMs: 1000,
  example: { query: { amount: "100", from: "USD", to: ["JPY"] } },
  async handler({ query, data, clock }) {
    const { conversion } = await import("../work.ts");
    return conversion(query, { data, clock });
  },
});
