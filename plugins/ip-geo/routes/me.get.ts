import { binary, reply, t } from "hub";
import { createSerializers, tableTypes } from "../answer-tables.ts";
import ipGeo from "../plugin.ts";
import { lookUpAddress, lookupQuery, parseAddress } from "../request.ts";
import { lookupSchema } from "../response.ts";

export default ipGeo.route({
  summary: "Look up your own IP address",
  keywords: "my ip, what is my ip, own ip address",
  description:
    "For pages that adapt to their visitor: location, network and flags of the caller's address. The address is that of the connection, or the one that a trusted proxy reports. `Accept: text/plain` returns only the address, and `text/csv` or `application/x-ndjson` the result as a row. The response is never cached.",
  query: lookupQuery,
  response: t.Union([lookupSchema, binary(...tableTypes, "text/plain")]),
  cache: "never",
  example: { query: {} },
  async handler({ query, caller, data, env, net, clock }) {
    const requested = parseAddress(caller.address, "caller.address");
    const result = await lookUpAddress(requested, query, { data, env, net, clock });
    return reply(result, {
      alternatives: { ...createSerializers([result]), "text/plain": () => requested.ip },
    });
  },
});
