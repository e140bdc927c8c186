import { lookupSchema } from "../../answer.ts";
import ipGeo from "../../plugin.ts";
import { addressAt, ipParams, lookupFor, lookupQuery } from "../../request.ts";

export default ipGeo.route({
  summary: "Tell where an address is, and whose",
  description:
    "From data in the hub itself. An address that no host can have is answered without looking, with nulls. Whoever shows the answers to others must link to what `sources` names.",
  params: ipParams,
  query: lookupQuery,
  response: lookupSchema,
  sameForMs: 1000,
  example: { params: { ip: "8.8.8.8" }, query: {} },
  handler: ({ params, query, data, env, net, clock }) =>
    lookupFor(addressAt(params.ip, "path.ip"), query, { data, env, net, clock }),
});
