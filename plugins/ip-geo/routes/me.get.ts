import { binary, reply, t } from "hub";
import { lookupSchema } from "../answer.ts";
import { tables, tableTypes } from "../answer-tables.ts";
import ipGeo from "../plugin.ts";
import { addressAt, lookupFor, lookupQuery } from "../request.ts";

export default ipGeo.route({
  summary: "Look up the caller's own address",
  description:
    "The address is that of the connection, or the one reported by a proxy that the operator trusts. `text/plain` is the bare address; `text/csv` and `application/x-ndjson` are the answer as a row. It is never cached.",
  query: lookupQuery,
  response: t.Union([lookupSchema, binary(...tableTypes, "text/plain")]),
  cache: "never",
  example: { query: {} },
  async handler({ query, caller, data, env, net, clock }) {
    const asked = addressAt(caller.address, "caller.address");
    const found = await lookupFor(asked, query, { data, env, net, clock });
    return reply(found, { alternatives: { ...tables([found]), "text/plain": () => asked.ip } });
  },
});
