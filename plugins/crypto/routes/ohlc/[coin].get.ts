import { oneOf, reply, t } from "hub";
import { ohlc, ohlcQuery } from "../../chart/ohlc.ts";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";
import * as shared from "../../request.ts";

export default crypto.route({
  summary: "Get the candles of a coin (OHLC)",
  description:
    "For candlestick charts: open, high, low and close prices. CoinGecko has 30-minute candles for one day, 4-hour candles for up to 30 days, and 4-day candles beyond. Daily candles (`interval=1d`) come from CoinPaprika, in any currency except btc and eth. They are also the fallback for `interval=auto` if CoinGecko fails.",
  params: shared.coinParams,
  query: ohlcQuery,
  response: t.Object({
    id: shared.coinBrief.id,
    symbol: shared.coinBrief.symbol,
    name: shared.coinBrief.name,
    vs: t.String({ description: "Price currency" }),
    interval: oneOf(["30m", "4h", "1d", "4d"], { description: "Length of a candle" }),
    timestamp: t.Literal("close", {
      description: "The timestamp of a candle is the time when it closes",
    }),
    candles: t.Array(t.Array(t.Number()), {
      description:
        "Each candle: closing time as a Unix time in milliseconds, open, high, low, close, and the volume if it is known",
    }),
    ...shared.ambiguity,
    suspect: shared.suspect,
    ...shared.provenance("the newest candle closed more than two candle lengths ago"),
  }),
  example: { params: { coin: "bitcoin" }, query: {} },
  handler: async (call) => reply(await ohlc({ ...call.params, ...call.query }, call), { headers }),
});
