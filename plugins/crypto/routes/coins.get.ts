import { oneOf, reply, t } from "hub";
import { coinsQuery, listCoins } from "../catalogue/list.ts";
import crypto from "../plugin.ts";
import * as shared from "../request.ts";

export default crypto.route({
  summary: "List all coins",
  description:
    "For lists to choose from: the coins of the hub's own catalogue, ordered by rank. The catalogue is updated every week.",
  query: coinsQuery,
  response: t.Object({
    total: t.Integer({ description: "Total number of coins" }),
    page: t.Integer({ description: "Page number" }),
    per_page: t.Integer({ description: "Coins per page" }),
    coins: t.Array(
      t.Object({
        ...shared.coinBrief,
        type: t.Union([oneOf(["coin", "token"]), t.Null()], {
          description: "`coin` has its own blockchain, `token` runs on another one",
        }),
        is_active: t.Union([t.Boolean(), t.Null()], {
          description: "Whether the coin is traded. Null if no provider says so",
        }),
        platforms: t.Optional(
          t.Union([t.Record(t.String(), t.String()), t.Null()], {
            description: "Contract addresses by chain. Null if unknown",
          }),
        ),
      }),
      { description: "The coins on this page" },
    ),
    ...shared.catalogueDate,
  }),
  cache: "etag",
  example: { query: { per_page: 5 } },
  async handler({ query, net, kv, env, data, clock, later }) {
    const { body, link } = await listCoins(query, { net, kv, env, data, clock, later });
    return reply(body, { headers: link ? { link } : {} });
  },
});
