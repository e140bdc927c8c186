import { answerChart } from "../../../coingecko/answers.ts";
import { chartResponse, clientKeys, contract, rangeQuery } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get the prices of a range by contract address (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /coins/{id}/contract/{contract_address}/market_chart/range`.",
  params: contract,
  query: rangeQuery,
  response: chartResponse,
  ...clientKeys,
  example: {
    params: { id: "ethereum", address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" },
    query: { from: "2025-12-01", to: "2025-12-08" },
  },
  handler(call) {
    const { id: chain, address: coin } = call.params;
    return answerChart({ coin, chain, match: "contract" }, { ...call.query, doors: call });
  },
});
