import { binary, oneOf, t } from "hub";
import { format, provenance } from "../fields.ts";
import currency from "../plugin.ts";

const orNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default currency.route({
  summary: "List the currencies there are rates of",
  description:
    "What is in use follows from the ECB's newest rates: those it quotes, the euro, and the lev, which became euro at a fixed rate in 2026. `all` has every currency ever quoted too, `fixed` those that became euro. Until the hub has reached the ECB a package's day tells what is in use, and `all` answers 503.",
  query: t.Object({
    scope: oneOf(["active", "all", "fixed"], {
      default: "active",
      description: "Those in use, all that were ever quoted, or those that became euro",
    }),
    format,
  }),
  response: t.Union([
    t.Object({
      count: t.Integer({ description: "How many there are" }),
      currencies: t.Array(
        t.Object({
          code: t.String({ description: "ISO 4217" }),
          name: t.String({ description: "In English" }),
          numeric: orNull("The three digits of ISO 4217"),
          symbol: t.String({ description: "The sign that prices have" }),
          minor_units: t.Integer({ description: "Decimals of an amount of money" }),
          status: oneOf(["active", "fixed", "suspended", "retired"], {
            description:
              "Quoted; euro by now and still in use; quoted no longer; replaced by another",
          }),
          start_date: orNull(
            "The first day with rates; null where the rates here may not reach back to it",
          ),
          end_date: orNull(
            "The last day that it was quoted, where it is no longer, or that it was no euro yet, where the rates here do not tell",
          ),
          successor: orNull("The currency that it became"),
          fixed_rate: orNull("How many units became one of the successor"),
        }),
        { description: "The currencies by code" },
      ),
      date: t.String({ description: "The day whose rates tell what is in use" }),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson"),
  ]),
  sameForMs: 1000,
  example: { query: { scope: "active" } },
  async handler({ query, data, clock }) {
    const { currencies } = await import("../work.ts");
    return currencies(query, { data, clock });
  },
});
