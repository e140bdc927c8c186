import { oneOf, t } from "hub";
import { describeFreshness } from "../catalogue/list.ts";
import { readIndex } from "../catalogue/read-index.ts";
import { searchCoins } from "../catalogue/search.ts";
import crypto from "../plugin.ts";
import * as shared from "../request.ts";

export default crypto.route({
  summary: "Search for a coin",
  description:
    "Finds coins by symbol, name or contract address. The search runs on the hub's own catalogue: the query is never sent to a provider.",
  query: t.Object({
    q: t.String({
      minLength: 1,
      maxLength: 64,
      description: "A symbol, a name or a part of either, or a contract address",
    }),
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
        score: t.Number({ description: "Relevance, from 0 to 1" }),
        matched_on: oneOf(["contract", "symbol", "name", "id", "prefix", "part", "similar"], {
          description:
            "Type of match: a contract address, the whole symbol, name or id, the beginning (`prefix`), a part, or a similar spelling",
        }),
      }),
      { description: "Best match first" },
    ),
    ...shared.catalogueDate,
  }),
  example: { query: { q: "bit" } },
  async handler({ query, data, clock }) {
    const index = await readIndex({ data });
    return {
      query: query.q,
      results: searchCoins(index, query),
      ...describeFreshness(index.catalogue, clock()),
    };
  },
});
