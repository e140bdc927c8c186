import { oneOf, t } from "hub";
import { coinsOf } from "../catalogue/catalogue.ts";
import { dateOf } from "../catalogue/list.ts";
import { searchCoins } from "../catalogue/search.ts";
import * as shared from "../fields.ts";
import crypto from "../plugin.ts";

export default crypto.route({
  summary: "Search for a coin",
  description: "Searches the hub's own catalogue; the query is not sent to anyone.",
  query: t.Object({
    q: t.String({ minLength: 1, maxLength: 64, description: "A symbol, a name or part of it" }),
    limit: t.Integer({
      minimum: 1,
      maximum: 50,
      default: 10,
      description: "Maximum number of results",
    }),
  }),
  response: t.Object({
    query: t.String({ description: "The search text" }),
    results: t.Array(
      t.Object({
        ...shared.coinBrief,
        score: t.Number({ description: "How well it matches, from 0 to 1" }),
        matched_on: oneOf(["symbol", "name", "id", "prefix", "part", "similar"], {
          description:
            "What fits: all of a symbol, name or id, its beginning, a part, or its sound",
        }),
      }),
      { description: "Best match first" },
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
