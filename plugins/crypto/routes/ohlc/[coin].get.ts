import { oneOf, reply, t } from "hub";
import { ohlc, ohlcQuery } from "../../chart/ohlc.ts";
import * as shared from "../../fields.ts";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";

export default crypto.route({
  summary: "Get the candles of a coin",
  description:
    "Of 30 minutes for a day, 4 hours up to 30 days, and 4 days beyond, from CoinGecko; of whole days in dollars from CoinPaprika, which also stands in for the others.",
  params: shared.coinParams,
  query: ohlcQuery,
  response: t.Object({
    id: shared.coinBrief.id,
    symbol: shared.coinBrief.symbol,
    name: shared.coinBrief.name,
    vs: t.String({ description: "The currency" }),
    interval: oneOf(["30m", "4h", "1d", "4d"], { description: "Length of a candle" }),
    timestamp: t.Literal("close", { description: "Which time of a candle its timestamp is" }),
    candles: t.Array(t.Array(t.Number()), {
      description:
        "The moment it closes in milliseconds since 1970, open, high, low, close, and volume where it is known",
    }),
    ...shared.ambiguity,
    suspect: shared.suspect,
    ...shared.provenance("the newest candle closed more than twice its length ago"),
  }),
  example: { params: { coin: "bitcoin" }, query: {} },
  handler: async ({ params, query, net, kv, env, data, clock, later }) =>
    reply(await ohlc({ ...params, ...query }, { net, kv, env, data, clock, later }), { headers }),
});
