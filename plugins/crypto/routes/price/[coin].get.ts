import { oneOf, reply, t } from "hub";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";
import { coinPrice, coinPriceQuery } from "../../prices/coin-price.ts";
import * as shared from "../../request.ts";

const number = shared.nullableNumber;

export default crypto.route({
  summary: "Get the price and market data of a coin",
  keywords: "bitcoin price, btc, ethereum, crypto price, eth price",
  description:
    "Returns price, market capitalization, volume, supply and price changes from CoinGecko, or from CoinPaprika if CoinGecko fails. If several coins match an id, symbol or name, the response has the highest-ranked one, and `candidates` also lists the others. With `match=id`, only the id counts. Values that the provider lacks are null: CoinPaprika has no 24-hour high or low and no all-time low. If a coin has no price because it is no longer traded, the call fails with `no_price`.",
  params: shared.coinParams,
  query: coinPriceQuery,
  response: t.Object({
    coin: t.Object({
      id: shared.coinBrief.id,
      symbol: shared.coinBrief.symbol,
      name: shared.coinBrief.name,
      genesis_date: t.Union([t.String(), t.Null()], { description: "Date of the first block" }),
      status: t.Union([oneOf(["active", "inactive"]), t.Null()], {
        description: "Whether the coin is still traded. Null if no provider says so",
      }),
      market_data: t.Object({
        current_price_usd: t.Number({ description: "Current price in dollars" }),
        current_price_str: t.String({ description: "The same price as text, without an exponent" }),
        market_cap_usd: number("Market capitalization"),
        market_cap_rank: number("Rank by market capitalization"),
        volume_24h_usd: number("Trading volume in the last 24 hours"),
        high_24h_usd: number("Highest price in the last 24 hours"),
        low_24h_usd: number("Lowest price in the last 24 hours"),
        price_change_pct_1h: number("Price change in the last hour, in percent"),
        price_change_pct_24h: number("Price change in the last 24 hours, in percent"),
        price_change_pct_7d: number("Price change in the last 7 days, in percent"),
        price_change_pct_30d: number("Price change in the last 30 days, in percent"),
        price_change_pct_1y: number("Price change in the last year, in percent"),
        ath_usd: number("All-time high"),
        ath_date: t.Union([t.String(), t.Null()], { description: "Date of the all-time high" }),
        atl_usd: number("All-time low"),
        atl_date: t.Union([t.String(), t.Null()], { description: "Date of the all-time low" }),
        fully_diluted_valuation_usd: number(
          "Fully diluted valuation: the market capitalization of the maximum supply",
        ),
        circulating_supply: number("Circulating supply"),
        total_supply: number("Total supply"),
        max_supply: number("Maximum supply. Null if there is no limit or it is unknown"),
        vs: t.Optional(
          t.Record(
            t.String(),
            t.Object({
              current_price: t.Number({ description: "Current price" }),
              market_cap: number("Market capitalization"),
              volume_24h: number("Trading volume in the last 24 hours"),
              price_change_pct_24h: number("Price change in the last 24 hours, in percent"),
            }),
            { description: "Market data in the other requested currencies" },
          ),
        ),
      }),
      description: t.Optional(
        t.Union([t.String(), t.Null()], { description: "Description in English" }),
      ),
      links: t.Optional(
        t.Union([t.Array(t.String()), t.Null()], { description: "Websites. Null if unknown" }),
      ),
      categories: t.Optional(
        t.Union([t.Array(t.String()), t.Null()], { description: "Categories. Null if unknown" }),
      ),
      platforms: t.Optional(
        t.Union([t.Record(t.String(), t.String()), t.Null()], {
          description: "Contract addresses by chain. Null if unknown",
        }),
      ),
    }),
    ...shared.ambiguity,
    suspect: shared.suspect,
    ...shared.provenance(shared.oldPrices),
  }),
  sameForMs: 1000,
  example: { params: { coin: "bitcoin" }, query: {} },
  handler: async (call) =>
    reply(await coinPrice({ ...call.params, ...call.query }, call), { headers }),
});
