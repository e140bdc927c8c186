import { t } from "hub";
import { answerPrices } from "../../../coingecko/answers.ts";
import { clientKeys, geckoObject, simpleFields } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";
import * as shared from "../../../request.ts";

export default crypto.route({
  summary: "Get the prices of several coins (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /simple/price`. If no coin is known, the call fails with 404.",
  query: t.Object({
    ids: shared.names("Coin ids"),
    symbols: shared.names("Coin symbols"),
    ...simpleFields,
  }),
  response: geckoObject("Prices by coin and currency, with the requested values"),
  ...clientKeys,
  sameForMs: 1000,
  example: { query: { ids: ["bitcoin"], vs_currencies: ["usd", "eur"] } },
  handler: (call) => answerPrices(call.query, call),
});
