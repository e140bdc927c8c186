import { reply, t } from "hub";
import { headers } from "../market/provenance.ts";
import crypto from "../plugin.ts";
import { markets, marketsQuery } from "../prices/markets.ts";
import * as shared from "../request.ts";

const number = shared.nullableNumber;

export default crypto.route({
  summary: "List coins with market data",
  description:
    "Returns price, market capitalization and volume of all coins, the coins in a category, or the coins in `ids` and `symbols`. Ordering by price change covers the 250 largest coins.",
  query: marketsQuery,
  response: t.Object({
    vs: t.String({ description: "Price currency" }),
    page: t.Integer({ description: "Page number" }),
    per_page: t.Integer({ description: "Coins per page" }),
    coins: t.Array(
      t.Object({
        ...shared.coinBrief,
        current_price: t.Number({ description: "Current price" }),
        market_cap: number("Market capitalization"),
        volume_24h: number("Trading volume in the last 24 hours"),
        high_24h: number("Highest price in the last 24 hours"),
        low_24h: number("Lowest price in the last 24 hours"),
        price_change_pct: t.Record(t.String(), number("Price change in percent"), {
          description: "Price change in percent, by period",
        }),
        ath: number("All-time high"),
        ath_date: t.Union([t.String(), t.Null()], { description: "Date of the all-time high" }),
        atl: number("All-time low"),
        atl_date: t.Union([t.String(), t.Null()], { description: "Date of the all-time low" }),
        fully_diluted_valuation: number(
          "Fully diluted valuation: the market capitalization of the maximum supply",
        ),
        circulating_supply: number("Circulating supply"),
        total_supply: number("Total supply"),
        max_supply: number("Maximum supply"),
        last_updated: t.String({ description: "Time of the data" }),
        sparkline: t.Optional(
          t.Union([t.Array(t.Number()), t.Null()], { description: "Prices in the last 7 days" }),
        ),
      }),
      { description: "The coins on this page" },
    ),
    missing: t.Array(t.String(), {
      description: "Requested coins that are unknown or have no price",
    }),
    ambiguous: t.Record(t.String(), t.Array(t.Object(shared.coinBrief)), {
      description: "Coins that share a symbol, by symbol",
    }),
    suspect: shared.suspects,
    ...shared.provenance(shared.oldPrices),
  }),
  example: { query: { per_page: 3 } },
  handler: async (call) => reply(await markets(call.query, call), { headers }),
});
