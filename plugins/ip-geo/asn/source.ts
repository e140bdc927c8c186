import type { Source } from "../city/cities.ts";

/** Where `data/systems.bin` is from. */
export const AS_SOURCE: Source = {
  name: "ip-location-db ASN",
  kind: "asn",
  build_date: "2026-06-17",
  licence: "CC-BY-4.0",
  attribution_url: "https://db-ip.com",
  attribution: "Route Views (routeviews.org), NRO (nro.net) and DB-IP (db-ip.com), merged",
};
