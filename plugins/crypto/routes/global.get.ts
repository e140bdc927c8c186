import { reply, t } from "hub";
import * as shared from "../fields.ts";
import { readGlobal } from "../market/global.ts";
import { headers } from "../market/provenance.ts";
import crypto from "../plugin.ts";

const amounts = (description: string) => t.Record(t.String(), t.Number(), { description });

export default crypto.route({
  summary: "Get the whole market",
  query: t.Object({ vs: shared.vsList }),
  response: t.Object({
    active_cryptocurrencies: t.Integer({ description: "Number of coins the provider tracks" }),
    markets: shared.nullableNumber("How many exchanges it follows"),
    total_market_cap: amounts("By currency: all coins together"),
    total_volume: amounts("By currency: traded in 24 hours"),
    market_cap_percentage: amounts("By symbol: the share of the largest coins, in percent"),
    market_cap_change_pct_24h: shared.nullableNumber("Change in 24 hours, in percent"),
    updated_at: t.String({ description: "Time of the numbers" }),
    ...shared.provenance("they are older than twenty minutes"),
  }),
  sameForMs: 1000,
  example: { query: {} },
  handler: async ({ query, net, kv, env, data, clock, later }) =>
    reply(await readGlobal(query.vs, { net, kv, env, data, clock, later }), { headers }),
});
