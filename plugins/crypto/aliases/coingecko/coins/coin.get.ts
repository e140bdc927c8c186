import { answerCoin } from "../../../coingecko/answers.ts";
import { clientKeys, coinId, coinQuery, geckoObject } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get a coin (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /coins/{id}`. Highs, lows and supplies are in dollars only. Values that the hub lacks are null, empty or omitted, and `block_time_in_minutes` and `watchlist_portfolio_users` are 0.",
  params: coinId,
  query: coinQuery,
  response: geckoObject("The coin with its profile and its market"),
  ...clientKeys,
  example: { params: { id: "bitcoin" }, query: {} },
  handler: (call) =>
    answerCoin({ coin: call.params.id, match: "id" }, { ...call.query, doors: call }),
});
