import { binary, t } from "hub";
import { lookupSchema } from "../../answer.ts";
import { answerAs, tableTypes } from "../../answer-as.ts";
import ipGeo from "../../plugin.ts";
import { addressAt, ipParams, lookupFor, lookupQuery } from "../../request.ts";

export default ipGeo.route({
  summary: "Tell where an address is, and whose",
  description:
    "From data in the hub itself. An address that no host can have is answered without looking, with nulls. Whoever shows the answers to others must link to what `sources` names. `text/csv` and `application/x-ndjson` are the same as a row. Caches may keep an answer for a minute; one with `local_time` is asked for anew, by its ETag.",
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
