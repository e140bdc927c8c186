import { binary, t } from "hub";
import { buildAnswer, tableTypes } from "../../answer-tables.ts";
import ipGeo from "../../plugin.ts";
import { ipParams, lookUpAddress, lookupQuery, parseAddress } from "../../request.ts";
import { lookupSchema } from "../../response.ts";

export default ipGeo.route({
  summary: "Look up an IP address",
  keywords: "ip location, geoip, ip geolocation, whois ip, ip lookup, geolocate",
  description:
    "Returns location, network, time zone and flags of an IP address, from local data. For bogons (addresses that are not globally reachable), these fields are null. If you show results to others, link to the `sources`. `Accept: text/csv` and `application/x-ndjson` return the result as a row. Responses can be cached for a minute. Responses with `local_time` must be revalidated with their ETag.",
  params: ipParams,
  query: lookupQuery,
  response: t.Union([lookupSchema, binary(...tableTypes)]),
  cache: "etag",
  sameForMs: 1000,
  example: { params: { ip: "8.8.8.8" }, query: {} },
  async handler({ params, query, data, env, net, clock }) {
    const requested = parseAddress(params.ip, "path.ip");
    return buildAnswer(await lookUpAddress(requested, query, { data, env, net, clock }));
  },
});
