import { answerChart } from "../../../coingecko/answers.ts";
import { chartResponse, clientKeys, coinId, rangeQuery } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get the prices of a range (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /coins/{id}/market_chart/range`.",
  params: coinId,
  query: rangeQuery,
  response: chartResponse,
  ...clientKeys,
  example: { params: { id: "bitcoin" }, query: { from: "2025-12-01", to: "2025-12-08" } },
  handler: (call) =>
    answerChart({ coin: call.params.id, match: "id" }, { ...call.query, doors: call }),
});
