import { reply, t } from "hub";
import { headers } from "../market/provenance.ts";
import crypto from "../plugin.ts";
import { readGlobal } from "../prices/global.ts";
import * as shared from "../request.ts";

const amounts = (description: string) => t.Record(t.String(), t.Number(), { description });

export default crypto.route({
  summary: "Get global market data",
  description: "For an overview of the market: total capitalization, volume and market shares.",
  query: t.Object({ vs: shared.vsList }),
  response: t.Object({
    active_cryptocurrencies: t.Integer({ description: "Number of coins the provider tracks" }),
    markets: shared.nullableNumber("Number of exchanges the provider tracks"),
    total_market_cap: amounts("Total market capitalization, by currency"),
    total_volume: amounts("Trading volume in the last 24 hours, by currency"),
    market_cap_percentage: amounts("Market share of the largest coins in percent, by symbol"),
    market_cap_change_pct_24h: shared.nullableNumber(
      "Change of the total market capitalization in the last 24 hours, in percent",
    ),
    volume_change_pct_24h: shared.nullableNumber("Change of the volume in 24 hours, in percent"),
    updated_at: t.String({ description: "Time of the data" }),
    ...shared.provenance("the data is more than twenty minutes old"),
  }),
  sameForMs: 1000,
  example: { query: {} },
  handler: async (call) => reply(await readGlobal(call.query.vs, call), { headers }),
});
