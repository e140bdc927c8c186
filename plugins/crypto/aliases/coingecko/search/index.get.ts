import { t } from "hub";
import { answerSearch } from "../../../coingecko/answers.ts";
import { clientKeys, geckoObject } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Search for a coin (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /search`, but finds only coins. The other lists are empty.",
  query: t.Object({ query: t.String({ minLength: 1, maxLength: 64, description: "A text" }) }),
  response: geckoObject("Coins, best match first"),
  ...clientKeys,
  example: { query: { query: "bit" } },
  handler: (call) => answerSearch(call.query.query, call),
});
