import { answerChart } from "../../../coingecko/answers.ts";
import { chartQuery, chartResponse, clientKeys, coinId } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get a price history (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /coins/{id}/market_chart`, with `days`, and `market_chart/range`, with `from` and `to`.",
  params: coinId,
  query: chartQuery,
  response: chartResponse,
  ...clientKeys,
  example: { params: { id: "bitcoin" }, query: { days: "7" } },
  handler: (call) =>
    answerChart({ coin: call.params.id, match: "id" }, { ...call.query, doors: call }),
});
