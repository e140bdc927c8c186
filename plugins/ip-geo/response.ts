import { oneOf, type Static, t } from "hub";
import { kinds } from "./asn/kind.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });
const number = (description: string) => t.Union([t.Number(), t.Null()], { description });
const answer = (description: string) =>
  t.Union([t.Boolean(), t.Null()], {
    description: `${description}. Null means unknown, not false`,
  });

/** Flags of an address. */
export const flagFields = {
  is_mobile: answer(
    "Whether the AS is a mobile network, by its name or a curated list. False if a curated list has the AS as a hosting provider",
  ),
  is_proxy: answer("Whether the address belongs to a VPN or is a Tor exit"),
  is_hosting: answer(
    "Whether the address is in a data centre, by a list or by its AS. False if a curated list has the AS as a mobile network: the lists of data centres do not contain all of them",
  ),
  is_vpn: answer(
    "Whether the address belongs to a VPN, by a list. False if a curated list has the AS as a mobile network: no list contains all VPNs",
  ),
  is_tor: answer("Whether a list of Tor exits contains the address"),
  is_relay: answer("Whether Apple's list of iCloud Private Relay networks contains the address"),
  is_anycast: answer(
    "Whether IANA or the operator lists the address block as anycast. Never false, because no complete list exists",
  ),
};

/** Evidence and notes for the flags. */
export const reasonFields = {
  evidence: t.Array(
    t.Object({
      flag: t.String({ description: "Flag that the evidence supports or contradicts" }),
      says: t.Boolean({ description: "Value that the evidence gives the flag" }),
      list: t.String({ description: "List that the evidence comes from" }),
      matched: text(
        "Matching block or AS in the list. Null if the list does not contain the address",
      ),
      complete: t.Boolean({
        description:
          "Whether the list contains every address for which the flag is true. Only then does absence count as false",
      }),
      as_of: t.String({ description: "Date of the list" }),
      licence: t.String({ description: "Licence of the list" }),
      weight: t.Integer({ description: "Points added to the risk score, out of 100" }),
    }),
    {
      description:
        "Evidence for each true or false flag. `is_proxy` follows from `is_vpn` and `is_tor`",
    },
  ),
  notes: t.Array(
    t.Object({
      flag: t.String({ description: "Flag" }),
      reason: t.String({ description: "Why the flag is unknown or based on incomplete data" }),
    }),
    { description: "Flags that are unknown or based on incomplete data, with the reason" },
  ),
};

/** Fields for addresses that are not globally reachable. */
export const bogonFields = {
  is_bogon: t.Boolean({
    description:
      "Whether the address is a bogon: not globally reachable or not allocated, according to the IANA registries",
  }),
  bogon_type: text("Type of bogon, such as `private` or `loopback`. Null if it is not a bogon"),
};

/** Data source of a response. */
export const sourceSchema = t.Object({
  name: t.String({ description: "Name of the data" }),
  kind: t.String({ description: "`city` or `asn`" }),
  build_date: t.String({ description: "Build date of the data" }),
  licence: t.String({ description: "Licence" }),
  attribution_url: t.String({ description: "URL to link to if you display the data" }),
  attribution: t.String({ description: "Attribution to show with the data" }),
});

const fields = {
  ip: t.String({ description: "Address in canonical notation" }),
  ip_version: t.Integer({ description: "4 or 6" }),
  embedded_ipv4: text(
    "IPv4 address embedded in an IPv6 address (IPv4-mapped, 6to4, NAT64, Teredo). The result describes this address",
  ),
  continent: text(
    "Continent, in the requested language. All location fields are null if the address is not allocated, or anycast: at many places",
  ),
  continent_code: text("Continent code: AF, AN, AS, EU, NA, OC or SA"),
  country: text("Country, in the requested language"),
  country_code: text("Country code (ISO 3166-1)"),
  region_name: text("State or region"),
  region_code: text("Region code, if known"),
  city: text("City"),
  city_language: text("Language of the city and region names"),
  postal: text("Postal code, if known"),
  latitude: number("Latitude in degrees"),
  longitude: number("Longitude in degrees"),
  accuracy: t.Object(
    {
      level: t.Union([oneOf(["city", "region", "country", "none"]), t.Null()], {
        description:
          "Level of detail of the location: `city` for a radius of at most 50 km, `region` for at most 250 km, `country` for a larger one, and `none` without a location. Null for anycast addresses, which are at many places, and if the source states no radius, as DB-IP",
      }),
      radius_km: number("Accuracy radius in kilometres. Null if the source does not state it"),
    },
    { description: "Accuracy of the location" },
  ),
  timezone: text("IANA time zone name"),
  utc_offset: text("Current UTC offset, such as `-07:00`"),
  local_time: text("Current local time (RFC 3339)"),
  is_dst: t.Union([t.Boolean(), t.Null()], {
    description: "Whether daylight saving time is in effect",
  }),
  currency: text("Currency of the country (ISO 4217)"),
  currency_symbol: text("Currency symbol"),
  calling_code: text("Calling code of the country, the first if it has several"),
  languages: t.Array(t.String(), { description: "Languages of the country (ISO 639-1)" }),
  is_eu: t.Union([t.Boolean(), t.Null()], {
    description:
      "Whether the country or territory is in the European Union, as Réunion and Åland are",
  }),
  hostname: t.Optional(
    text(
      "Host name from reverse DNS, only with `hostname=true`. Null if there is none or the DNS does not respond",
    ),
  ),
  network: text("Address block that shares this location"),
  isp: text("Internet provider: the name of the AS that announces the address"),
  org: text("Same as `isp`: the data does not distinguish organisations from their providers"),
  asn: number("Number of the autonomous system (AS)"),
  as_name: text("Name of the AS"),
  as_network: text("Largest block around the address that the AS announces"),
  as_type: t.Union([oneOf(kinds), t.Null()], {
    description: "Type of AS, by its name or a curated list",
  }),
  ...flagFields,
  ...bogonFields,
  distance_km: t.Optional(
    number("Distance in kilometres, only with `distance_to`. Null if either location is unknown"),
  ),
  bearing_deg: t.Optional(number("Bearing in degrees from north, only with `distance_to`")),
  evidence: t.Optional(reasonFields.evidence),
  notes: t.Optional(reasonFields.notes),
  source: text("Source of the location"),
  sources: t.Array(sourceSchema, {
    description:
      "All data sources of this response, with the attribution that their licences require",
  }),
  data_as_of: text("Build date of the oldest data source"),
  stale: t.Boolean({ description: "Whether `data_as_of` is more than 90 days ago" }),
};

const whole = t.Object(fields);

/** Complete lookup result. */
export type Lookup = Static<typeof whole>;

/** Field names that `fields` accepts. */
export const fieldNames = Object.keys(fields) as [keyof Lookup, ...(keyof Lookup)[]];

/** Schema of a lookup result, complete or reduced by `fields`. */
export const lookupSchema = t.Partial(whole);
