import { answerCoin } from "../../../coingecko/answers.ts";
import { clientKeys, coinQuery, contract, geckoObject } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get a coin by contract address (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /coins/{id}/contract/{contract_address}`.",
  params: contract,
  query: coinQuery,
  response: geckoObject("The coin with its profile and its market"),
  ...clientKeys,
  example: {
    params: { id: "ethereum", address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" },
    query: {},
  },
  handler(call) {
    const { id: chain, address: coin } = call.params;
    return answerCoin({ coin, chain, match: "contract" }, { ...call.query, doors: call });
  },
});
