import { reply, t } from "hub";
import * as shared from "../fields.ts";
import { markets, marketsQuery } from "../market/markets.ts";
import { headers } from "../market/provenance.ts";
import crypto from "../plugin.ts";

const number = shared.nullableNumber;

export default crypto.route({
  summary: "List markets",
  description:
    "The markets of all coins by page, of a category, or of those that are named. By change of price the 250 largest coins are ordered.",
  query: marketsQuery,
  response: t.Object({
    vs: t.String({ description: "The currency" }),
    page: t.Integer({ description: "Number of this page" }),
    per_page: t.Integer({ description: "Coins per page" }),
    coins: t.Array(
      t.Object({
        ...shared.coinBrief,
        current_price: t.Number({ description: "The price" }),
        market_cap: number("All its coins at this price"),
        volume_24h: number("Traded in 24 hours"),
        high_24h: number("The highest price of 24 hours"),
        low_24h: number("The lowest price of 24 hours"),
        price_change_pct: t.Record(t.String(), number("In percent"), {
          description: "Change of the price in per cent, by period",
        }),
        ath: number("The highest price ever"),
        ath_date: t.Union([t.String(), t.Null()], { description: "Date of that price" }),
        atl: number("The lowest price ever"),
        atl_date: t.Union([t.String(), t.Null()], { description: "Date of that price" }),
        fully_diluted_valuation: number("All coins there may ever be at this price"),
        circulating_supply: number("How many are in circulation"),
        total_supply: number("Total number of coins"),
        max_supply: number("How many there may be"),
        last_updated: t.String({ description: "Time of the numbers" }),
        sparkline: t.Optional(
          t.Union([t.Array(t.Number()), t.Null()], { description: "Prices of the last 7 days" }),
        ),
      }),
      { description: "The coins of this page" },
    ),
    missing: t.Array(t.String(), {
      description: "Requested coins that are unknown or have no price",
    }),
    ambiguous: t.Record(t.String(), t.Array(t.Object(shared.coinBrief)), {
      description: "For each symbol shared by several coins: those coins",
    }),
    suspect: shared.suspects,
    ...shared.provenance(shared.oldPrices),
  }),
  example: { query: { per_page: 3 } },
  handler: async ({ query, net, kv, env, data, clock, later }) =>
    reply(await markets(query, { net, kv, env, data, clock, later }), { headers }),
});
