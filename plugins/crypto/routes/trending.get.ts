import { reply, t } from "hub";
import { headers } from "../market/provenance.ts";
import crypto from "../plugin.ts";
import { trending, trendingQuery } from "../prices/trending.ts";
import * as shared from "../request.ts";

export default crypto.route({
  summary: "List trending coins",
  description:
    "Returns the coins most searched for at CoinGecko, the top gainers, losers or volumes among the 250 largest coins, or the newest coins at CoinPaprika. `method` is the ranking used. If a list is not available, the call fails: the hub does not rank by its own calls.",
  query: trendingQuery,
  response: t.Object({
    kind: t.String({ description: "Kind of trend" }),
    method: t.String({ description: "Ranking method" }),
    window: t.String({ description: "Period of the trend" }),
    coins: t.Array(
      t.Object({
        ...shared.coinBrief,
        current_price_usd: t.Number({ description: "Current price in dollars" }),
        market_cap_usd: shared.nullableNumber("Market capitalization"),
        volume_24h_usd: shared.nullableNumber("Trading volume in the last 24 hours"),
        price_change_pct_24h: shared.nullableNumber(
          "Price change in the last 24 hours, in percent",
        ),
      }),
      { description: "Strongest trend first" },
    ),
    suspect: shared.suspects,
    ...shared.provenance(shared.oldPrices),
  }),
  example: { query: {} },
  handler: async (call) => reply(await trending(call.query, call), { headers }),
});
