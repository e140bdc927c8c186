import { answerTrending } from "../../../coingecko/answers.ts";
import { clientKeys, geckoObject } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "List the most searched coins (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /search/trending`, but lists only coins.",
  response: geckoObject("Coins, the most searched first"),
  ...clientKeys,
  example: {},
  handler: (doors) => answerTrending(doors),
});
