import { oneOf, t } from "hub";
import { answerMarkets } from "../../../coingecko/answers.ts";
import { clientKeys, geckoObject } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";
import { marketsQuery } from "../../../prices/markets.ts";

const { vs, change, order: _, ...fields } = marketsQuery.properties;

export default crypto.route({
  summary: "List coins by market (CoinGecko API)",
  description:
    "Compatible with CoinGecko's `GET /coins/markets`. Values that the hub lacks are null, and `image` is empty.",
  query: t.Object({
    ...fields,
    vs_currency: vs,
    order: oneOf(
      ["market_cap_desc", "market_cap_asc", "volume_desc", "volume_asc", "id_asc", "id_desc"],
      { default: "market_cap_desc", description: "Sort order" },
    ),
    price_change_percentage: { ...change, default: [] },
    locale: t.Optional(oneOf(["en"], { description: "Language" })),
  }),
  response: t.Array(geckoObject("A coin with its market")),
  ...clientKeys,
  example: { query: { vs_currency: "usd", per_page: 5 } },
  handler(call) {
    const { vs_currency: vs, price_change_percentage: periods, locale: _, ...query } = call.query;
    return answerMarkets(
      { ...query, vs, change: [...new Set([...periods, "24h" as const])] },
      call,
    );
  },
});
