import { reply, t } from "hub";
import * as shared from "../fields.ts";
import { headers } from "../market/provenance.ts";
import { trending, trendingQuery } from "../market/trending.ts";
import crypto from "../plugin.ts";

export default crypto.route({
  summary: "List trending coins",
  description:
    "By searches at CoinGecko, by price or volume among the 250 largest, or as they are new at CoinPaprika. `method` says which: `local_requests` is what this hub was asked for, which it tells while CoinGecko fails.",
  query: trendingQuery,
  response: t.Object({
    kind: t.String({ description: "Kind of trend" }),
    method: t.String({ description: "How the coins were found" }),
    window: t.String({ description: "Period of the trend" }),
    coins: t.Array(
      t.Object({
        ...shared.coinBrief,
        current_price_usd: t.Number({ description: "The price in dollars" }),
        market_cap_usd: shared.nullableNumber("All its coins at this price"),
        volume_24h_usd: shared.nullableNumber("Traded in 24 hours"),
        price_change_pct_24h: shared.nullableNumber("Change in 24 hours, in percent"),
      }),
      { description: "Strongest trend first" },
    ),
    suspect: shared.suspects,
    ...shared.provenance(shared.oldPrices),
  }),
  example: { query: {} },
  handler: async ({ query, net, kv, env, data, clock, later }) =>
    reply(await trending(query, { net, kv, env, data, clock, later }), { headers }),
});
