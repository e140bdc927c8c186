import { reply, t } from "hub";
import { headers } from "../market/provenance.ts";
import crypto from "../plugin.ts";
import { prices, pricesQuery } from "../prices/prices.ts";
import * as shared from "../request.ts";

export default crypto.route({
  summary: "Get the prices of several coins",
  description: `Returns the prices of up to ${crypto.limits.coinsMax} coins in one call. Coins that are unknown or have no price are listed in \`missing\`.`,
  query: pricesQuery,
  response: t.Object({
    prices: t.Record(
      t.String(),
      t.Record(t.String(), t.Union([t.Number(), t.String(), t.Null()])),
      {
        description:
          "Prices by coin and currency, such as `usd`. If requested, also `usd_market_cap`, `usd_volume_24h`, `usd_change_24h` and `last_updated`",
      },
    ),
    missing: t.Array(t.String(), { description: "Requested coins without a price" }),
    ambiguous: t.Record(t.String(), t.Array(t.Object(shared.coinBrief)), {
      description: "Coins that share a symbol, by symbol",
    }),
    suspect: shared.suspects,
    ...shared.provenance(shared.oldPrices),
  }),
  sameForMs: 1000,
  example: { query: { ids: ["bitcoin", "ethereum"] } },
  handler: async (call) => reply(await prices(call.query, call), { headers }),
});
