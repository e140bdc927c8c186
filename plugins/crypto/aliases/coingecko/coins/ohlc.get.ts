import { oneOf, t } from "hub";
import { ohlc, ohlcQuery } from "../../../chart/ohlc.ts";
import { clientKeys, coinId, repeated } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

const { vs, days, precision } = ohlcQuery.properties;

export default crypto.route({
  summary: "Get candles of a coin (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /coins/{id}/ohlc`.",
  params: coinId,
  query: t.Object({
    ...repeated,
    vs_currency: vs,
    days,
    precision,
    interval: t.Optional(oneOf(["daily"], { description: "Length of a candle" })),
  }),
  response: t.Array(t.Array(t.Number()), {
    description: "Closing time in milliseconds, open, high, low and close of each candle",
  }),
  ...clientKeys,
  example: { params: { id: "bitcoin" }, query: { days: "7" } },
  async handler(call) {
    const { vs_currency: vs, interval, id: _, ...query } = call.query;
    const choice = { coin: call.params.id, match: "id", vs } as const;
    const length = interval ? "1d" : "auto";
    const { candles } = await ohlc({ ...query, ...choice, interval: length }, call);
    return candles.map((candle) => candle.slice(0, 5));
  },
});
