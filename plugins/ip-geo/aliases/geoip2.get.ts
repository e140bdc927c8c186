import { oneOf, t } from "hub";
import { answerGeoip2 } from "../peers/answers.ts";
import ipGeo from "../plugin.ts";
import { ipParams } from "../request.ts";

export default ipGeo.route({
  summary: "Look up an IP address (GeoIP2 API)",
  description:
    "Compatible with MaxMind's `GET /geoip/v2.1/city/{ip}`, `country` and `insights`. `me` is the caller's own address. Names are in English, and values that the hub lacks are omitted.",
  params: t.Object({
    service: oneOf(["country", "city", "insights"], { description: "Amount of data" }),
    ip: ipParams.properties.ip,
  }),
  response: t.Record(t.String(), t.Unknown(), { description: "The address in GeoIP2's format" }),
  keyHeaders: ["authorization"],
  example: { params: { service: "city", ip: "8.8.8.8" } },
  handler: (call) => answerGeoip2(call.params, call),
});
