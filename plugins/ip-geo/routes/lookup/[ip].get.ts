import { binary, t } from "hub";
import { lookupSchema } from "../../answer.ts";
import { answerAs, tableTypes } from "../../answer-tables.ts";
import ipGeo from "../../plugin.ts";
import { addressAt, ipParams, lookupFor, lookupQuery } from "../../request.ts";

export default ipGeo.route({
  summary: "Look up where an address is and who announces it",
  description:
    "Answered from data in the hub itself. For an address that no host can have, the fields are null. If you show answers to others, link to what `sources` names. `text/csv` and `application/x-ndjson` are the same as a row. Caches may store an answer for a minute; one with `local_time` must be revalidated by its ETag.",
  params: ipParams,
  query: lookupQuery,
  response: t.Union([lookupSchema, binary(...tableTypes)]),
  cache: "etag",
  sameForMs: 1000,
  example: { params: { ip: "8.8.8.8" }, query: {} },
  async handler({ params, query, data, env, net, clock }) {
    const asked = addressAt(params.ip, "path.ip");
    return answerAs(await lookupFor(asked, query, { data, env, net, clock }));
  },
});
