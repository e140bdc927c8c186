import { answerChart } from "../../../coingecko/answers.ts";
import { chartQuery, chartResponse, clientKeys, contract } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get a price history by contract address (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /coins/{id}/contract/{contract_address}/market_chart`, with `days`, and `market_chart/range`, with `from` and `to`.",
  params: contract,
  query: chartQuery,
  response: chartResponse,
  ...clientKeys,
  example: {
    params: { id: "ethereum", address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" },
    query: { days: "7" },
  },
  handler(call) {
    const { id: chain, address: coin } = call.params;
    return answerChart({ coin, chain, match: "contract" }, { ...call.query, doors: call });
  },
});
