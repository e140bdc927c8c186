import { binary, reply, t } from "hub";
import { lookupSchema } from "../answer.ts";
import { tables, tableTypes } from "../answer-as.ts";
import ipGeo from "../plugin.ts";
import { addressAt, lookupFor, lookupQuery } from "../request.ts";

export default ipGeo.route({
  summary: "Tell where the caller is",
  description:
    "The caller's address is the connection's own, or what a proxy says that the operator trusts. `text/plain` is the bare address, and `text/csv` and `application/x-ndjson` are the answer as a row. No cache keeps it.",
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
