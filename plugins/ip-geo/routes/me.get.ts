import { lookupSchema } from "../answer.ts";
import ipGeo from "../plugin.ts";
import { addressAt, lookupFor, lookupQuery } from "../request.ts";

export default ipGeo.route({
  summary: "Tell where the caller is",
  description:
    "The caller's address is the connection's own, or what a proxy says that the operator trusts.",
  query: lookupQuery,
  response: lookupSchema,
  plain: "ip",
  cache: "never",
  example: { query: {} },
  handler: ({ query, caller, data, env, net, clock }) =>
    lookupFor(addressAt(caller.address, "caller.address"), query, { data, env, net, clock }),
});
