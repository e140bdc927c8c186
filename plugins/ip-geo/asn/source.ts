import type { Source } from "../city/cities.ts";

/** The date of the package that the embedded systems are made of. */
export const AS_DATE = "2026-06-17";

/** Whose the data of autonomous systems is, with the day it is of. */
export function asSource(build_date: string): Source {
  return {
    name: "ip-location-db ASN",
    kind: "asn",
    build_date,
    licence: "CC-BY-4.0",
    attribution_url: "https://db-ip.com",
    attribution: "Route Views (routeviews.org), NRO (nro.net) and DB-IP (db-ip.com), merged",
  };
}
