import { binary, oneOf, t } from "hub";
import { currenciesQuery, provenance } from "../fields.ts";
import currency from "../plugin.ts";

const orNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default currency.route({
  summary: "List the currencies that have rates",
  description:
    "The currencies in use follow from the ECB's newest rates: those it quotes, the euro, and the lev, which became euro at a fixed rate in 2026. `all` also has every currency ever quoted, `fixed` those that became euro. Until the hub has reached the ECB, the rates of a package tell what is in use, and `all` answers 503.",
  query: currenciesQuery,
  response: t.Union([
    t.Object({
      count: t.Integer({ description: "Number of currencies" }),
      currencies: t.Array(
        t.Object({
          code: t.String({ description: "Currency code (ISO 4217)" }),
          name: t.String({ description: "Name in English" }),
          numeric: orNull("The three digits of ISO 4217"),
          symbol: t.String({ description: "Sign used in prices" }),
          minor_units: t.Integer({ description: "Decimals of an amount of money" }),
          status: oneOf(["active", "fixed", "suspended", "retired"], {
            description:
              "`active`: quoted; `fixed`: fixed to the euro and still listed; `suspended`: no longer quoted; `retired`: replaced by another currency",
          }),
          start_date: orNull(
            "First day with rates; null if the rates here may not reach back that far",
          ),
          end_date: orNull(
            "For a currency that is no longer quoted: the last day it was, or the last day before it became euro if the rates here do not reach back that far",
          ),
          successor: orNull("The currency that replaced it"),
          fixed_rate: orNull("Units that became one unit of the successor"),
        }),
        { description: "The currencies by code" },
      ),
      date: t.String({ description: "Day of the rates that tell what is in use" }),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson"),
  ]),
  sameForMs: 1000,
  example: { query: { scope: "active" } },
  async handler({ query, data, clock }) {
    const { answerCurrencies } = await import("../answer.ts");
    return answerCurrencies(query, { data, clock });
  },
});
