import { binary, oneOf, t } from "hub";
import currency from "../plugin.ts";
import { currenciesQuery, origin, provenance } from "../request.ts";

const orNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default currency.route({
  summary: "List currencies with rates",
  description:
    "Returns code, name, symbol, decimals and status of each currency. The current currencies are those in the latest ECB rates, the euro, and the lev, which the euro replaced at a fixed rate in 2026. `scope=all` adds every currency ever quoted. `scope=fixed` returns the currencies replaced by the euro. Until the hub has reached the ECB, the list comes from a package, and `scope=all` fails with 503.",
  query: currenciesQuery,
  response: t.Union([
    t.Object({
      count: t.Integer({ description: "Number of currencies" }),
      currencies: t.Array(
        t.Object({
          code: t.String({ description: "Currency code (ISO 4217)" }),
          name: t.String({ description: "Name in English" }),
          numeric: orNull("Numeric code (ISO 4217)"),
          symbol: t.String({ description: "Currency symbol" }),
          minor_units: t.Integer({ description: "Number of decimals in amounts" }),
          status: oneOf(["active", "fixed", "suspended", "retired"], {
            description:
              "`active`: quoted. `fixed`: replaced by the euro at a fixed rate, but still listed. `suspended`: no longer quoted. `retired`: replaced by another currency",
          }),
          start_date: orNull(
            "First day with rates. Null if the hub's rates might not go back far enough",
          ),
          end_date: orNull(
            "Last day with rates, for currencies that are no longer quoted. If the hub's rates do not go back far enough, the last day before the euro replaced the currency",
          ),
          successor: orNull("Currency that replaced this one"),
          fixed_rate: orNull("Units of this currency per unit of its successor"),
          origin: t.Optional(
            t.Object(origin.properties, {
              description: "Source of its rate, unless `sources` is `ecb`",
            }),
          ),
        }),
        { description: "Currencies, ordered by code" },
      ),
      date: t.String({ description: "Day of the rates that determine the current currencies" }),
      ...provenance,
    }),
    binary("text/csv", "application/x-ndjson"),
  ]),
  sameForMs: 1000,
  example: { query: { scope: "active" } },
  async handler({ query, data, clock }) {
    const { answerCurrencies } = await import("../response.ts");
    return answerCurrencies(query, { data, clock });
  },
});
