import { t } from "hub";
import { answerTokenPrices } from "../../../coingecko/answers.ts";
import { clientKeys, geckoObject, simpleFields } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "Get prices by contract address (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /simple/token_price/{id}`.",
  params: t.Object({
    id: t.String({ minLength: 1, maxLength: 64, description: "A chain, such as `ethereum`" }),
  }),
  query: t.Object({
    contract_addresses: t.Array(
      t.String({ minLength: 1, maxLength: 128, description: "A contract address" }),
      {
        minItems: 1,
        maxItems: crypto.limits.coinsMax,
        description: "Contract addresses, separated by commas",
      },
    ),
    ...simpleFields,
  }),
  response: geckoObject("Prices by contract address and currency"),
  ...clientKeys,
  example: {
    params: { id: "ethereum" },
    query: { contract_addresses: ["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"] },
  },
  handler: (call) => answerTokenPrices({ ...call.params, ...call.query }, call),
});
