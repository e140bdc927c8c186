import { definePlugin } from "hub";
import { geoip2Errors, ipinfoErrors } from "./error-shapes.ts";

export default definePlugin({
  title: "IP geolocation",
  summary:
    "Location, network and reputation of IP addresses, with the sources of each finding. All data is local; only `hostname=true` sends a DNS query.",
  permissions: {
    net: [
      "check.torproject.org",
      "raw.githubusercontent.com",
      "mask-api.icloud.com",
      "download.db-ip.com",
      "dns:*",
    ],
  },
  settings: {
    HUB_GEOIP_DIR: {
      type: "text",
      fallback: "DB-IP's locations",
      description:
        "Folder with your own `GeoIP2-City.mmdb` or `GeoLite2-City.mmdb`. MaxMind's terms require you to replace a GeoLite2 file within 30 days. The hub reads new files at startup",
    },
  },
  limits: {
    addressMin: 2,
    addressMax: 45,
    batchMax: 100,
    bodyBytesMax: 16_384,
    prefixesMax: 1000,
    listDaysMax: 365,
  },
  errors: {
    invalid_ip: { status: 400, title: "Invalid IP address" },
    reserved_ip: { status: 400, title: "The address is reserved" },
    unknown_ip: { status: 404, title: "The address is in no database" },
    unknown_asn: { status: 404, title: "Unknown AS number, or one without known prefixes" },
    batch_too_large: { status: 422, title: "The batch has too many addresses" },
  },
  optionalAliases: {
    geoip2: { "/geoip/v2.1/:service/:ip": "geoip2.get" },
    ipinfo: {
      "/ipinfo": "ipinfo/own.get",
      "/ipinfo/:ip": "ipinfo/address.get",
      "/ipinfo/:ip/json": "ipinfo/address.get",
    },
  },
  errorShapes: { "/geoip": geoip2Errors, "/ipinfo": ipinfoErrors },
  first: ["lookup/[ip].get", "me.get", "security/[ip].get", "asn/[asn].get"],
  try: { "/ip/:ip": "lookup/[ip].get" },
});
