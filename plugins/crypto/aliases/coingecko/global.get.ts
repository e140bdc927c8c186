import { answerGlobal } from "../../coingecko/answers.ts";
import { clientKeys, geckoObject } from "../../coingecko/request.ts";
import crypto from "../../plugin.ts";

export default crypto.route({
  summary: "Get global market data (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /global`. Totals are in dollars and other money. The hub counts no ICOs.",
  response: geckoObject("Global market data, in `data`"),
  ...clientKeys,
  example: {},
  handler: (doors) => answerGlobal(doors),
});
