import { oneOf, t } from "hub";
import { dateOf } from "../catalogue/list.ts";
import { coinsOf } from "../catalogue/memory.ts";
import { searchCoins } from "../catalogue/search.ts";
import * as shared from "../fields.ts";
import crypto from "../plugin.ts";

export default crypto.route({
  summary: "Search for a coin",
  description: "In the hub's own catalogue: what is searched for goes to nobody.",
  query: t.Object({
    q: t.String({ minLength: 1, maxLength: 64, description: "A symbol, a name or some of it" }),
    limit: t.Integer({ minimum: 1, maximum: 50, default: 10, description: "How many at most" }),
  }),
  response: t.Object({
    query: t.String({ description: "What was searched for" }),
    results: t.Array(
      t.Object({
        ...shared.coinBrief,
        score: t.Number({ description: "How well it fits, from 0 to 1" }),
        matched_on: oneOf(["symbol", "name", "id", "prefix", "part", "similar"], {
          description:
            "What fits: all of a symbol, name or id, its beginning, a part, or its sound",
        }),
      }),
      { description: "The best first" },
    ),
    ...shared.catalogueDate,
  }),
  example: { query: { q: "bit" } },
  async handler({ query, data, clock }) {
    const index = await coinsOf({ data });
    return {
      query: query.q,
      results: searchCoins(index, query),
      ...dateOf(index.catalogue, clock()),
    };
  },
});
