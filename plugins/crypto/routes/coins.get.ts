import { oneOf, reply, t } from "hub";
import { coinsQuery, listCoins } from "../catalogue/list.ts";
import * as shared from "../fields.ts";
import crypto from "../plugin.ts";

export default crypto.route({
  summary: "List all coins",
  description: "From the hub's own catalogue, which it renews every week. Ordered by rank.",
  query: coinsQuery,
  response: t.Object({
    total: t.Integer({ description: "Total number of coins" }),
    page: t.Integer({ description: "Number of this page" }),
    per_page: t.Integer({ description: "Coins per page" }),
    coins: t.Array(
      t.Object({
        ...shared.coinBrief,
        type: t.Union([oneOf(["coin", "token"]), t.Null()], { description: "Coin or token" }),
        is_active: t.Boolean({ description: "Whether it is traded" }),
        platforms: t.Optional(
          t.Record(t.String(), t.String(), { description: "Contract addresses by chain" }),
        ),
      }),
      { description: "The coins of this page" },
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
