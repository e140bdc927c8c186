import { oneOf, t } from "hub";
import { answerList } from "../../../coingecko/answers.ts";
import { clientKeys } from "../../../coingecko/request.ts";
import crypto from "../../../plugin.ts";
import { coinBrief } from "../../../request.ts";

const { rank: _, ...brief } = coinBrief;

export default crypto.route({
  summary: "List all coins (CoinGecko API)",
  description: "Compatible with CoinGecko's `GET /coins/list`. Updated every week.",
  query: t.Object({
    include_platform: t.Boolean({ default: false, description: "Include contract addresses" }),
    status: oneOf(["active", "inactive"], {
      default: "active",
      description: "Coins that are traded, or those that no longer are",
    }),
  }),
  response: t.Array(
    t.Object({
      ...brief,
      platforms: t.Optional(
        t.Record(t.String(), t.String(), { description: "Contract addresses by chain" }),
      ),
    }),
  ),
  ...clientKeys,
  cache: "etag",
  example: { query: {} },
  handler: (call) => answerList(call.query, call),
});
