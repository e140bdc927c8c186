import { oneOf, reply, t } from "hub";
import * as shared from "../../fields.ts";
import { coinPrice, coinPriceQuery } from "../../market/coin-price.ts";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";

const number = shared.nullableNumber;

export default crypto.route({
  summary: "Get the price and market of a coin",
  description:
    "From CoinGecko, and from CoinPaprika while that fails. Of several coins with one id, symbol or name the highest ranked is answered, and `candidates` names them; `match=id` means the one with that id. What the provider does not tell is null: CoinPaprika tells neither the highs and lows of 24 hours nor the all-time low. A coin without a price, as it is not traded any more, is `no_price`.",
  params: shared.coinParams,
  query: coinPriceQuery,
  response: t.Object({
    coin: t.Object({
      id: shared.coinBrief.id,
      symbol: shared.coinBrief.symbol,
      name: shared.coinBrief.name,
      genesis_date: t.Union([t.String(), t.Null()], { description: "Date of its first block" }),
      status: oneOf(["active", "inactive"], { description: "Whether it is still traded" }),
      market_data: t.Object({
        current_price_usd: t.Number({ description: "The price in dollars" }),
        current_price_str: t.String({ description: "The same without an exponent" }),
        market_cap_usd: number("All its coins at this price"),
        market_cap_rank: number("Its rank by that"),
        volume_24h_usd: number("Traded in 24 hours"),
        high_24h_usd: number("The highest price of 24 hours"),
        low_24h_usd: number("The lowest price of 24 hours"),
        price_change_pct_1h: number("Change of the price in an hour, in percent"),
        price_change_pct_24h: number("Change in 24 hours, in percent"),
        price_change_pct_7d: number("Change in 7 days, in percent"),
        price_change_pct_30d: number("Change in 30 days, in percent"),
        price_change_pct_1y: number("Change in a year, in percent"),
        ath_usd: number("The highest price ever"),
        ath_date: t.Union([t.String(), t.Null()], { description: "Date of that price" }),
        atl_usd: number("The lowest price ever"),
        atl_date: t.Union([t.String(), t.Null()], { description: "Date of that price" }),
        fully_diluted_valuation_usd: number("All coins there may ever be at this price"),
        circulating_supply: number("How many are in circulation"),
        total_supply: number("Total number of coins"),
        max_supply: number("How many there may be; null where there is no limit or it is unknown"),
        vs: t.Optional(
          t.Record(
            t.String(),
            t.Object({
              current_price: t.Number({ description: "The price" }),
              market_cap: number("All its coins at this price"),
              volume_24h: number("Traded in 24 hours"),
              price_change_pct_24h: number("Change in 24 hours, in percent"),
            }),
            { description: "The same in the other requested currencies" },
          ),
        ),
      }),
      description: t.Optional(t.Union([t.String(), t.Null()], { description: "In English" })),
      links: t.Optional(t.Array(t.String(), { description: "Its home pages" })),
      categories: t.Optional(t.Array(t.String(), { description: "Its categories" })),
      platforms: t.Optional(
        t.Record(t.String(), t.String(), { description: "Contract addresses by chain" }),
      ),
    }),
    ...shared.ambiguity,
    suspect: shared.suspect,
    ...shared.provenance(shared.oldPrices),
  }),
  sameForMs: 1000,
  example: { params: { coin: "bitcoin" }, query: {} },
  handler: async ({ params, query, net, kv, env, data, clock, later }) =>
    reply(await coinPrice({ ...params, ...query }, { net, kv, env, data, clock, later }), {
      headers,
    }),
});
