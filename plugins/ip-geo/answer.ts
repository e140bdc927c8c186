import { oneOf, type Static, t } from "hub";
import { kinds } from "./asn/kind.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });
const number = (description: string) => t.Union([t.Number(), t.Null()], { description });
const answer = (description: string) =>
  t.Union([t.Boolean(), t.Null()], {
    description: `${description}. Null, which does not mean false, if nothing tells`,
  });

/** The flags of an address. */
export const flagFields = {
  is_mobile: answer(
    "Whether its AS is a mobile network, by its name or a curated list; false if a list says that it is a data centre",
  ),
  is_proxy: answer("Whether it belongs to a VPN or is a Tor exit; false if neither"),
  is_hosting: answer(
    "Whether it is in a data centre, by a list or by its AS; false if the list does not have it",
  ),
  is_vpn: answer("Whether a list has it as the address of a VPN"),
  is_tor: answer("Whether a list has it as a Tor exit"),
  is_relay: answer("Whether a list has it as an address of iCloud Private Relay"),
  is_anycast: answer(
    "True if its AS or block is known to answer from many places at once; never false",
  ),
};

/** Evidence and notes. */
export const reasonFields = {
  evidence: t.Array(
    t.Object({
      flag: t.String({ description: "The flag that it supports or contradicts" }),
      says: t.Boolean({ description: "The value that it gives the flag" }),
      list: t.String({ description: "The list that it comes from" }),
      matched: text("The block or AS in the list; null if the list does not have the address"),
      as_of: t.String({ description: "The date of the list" }),
      licence: t.String({ description: "The licence of the list" }),
      weight: t.Integer({ description: "What it adds to the risk score, out of 100" }),
    }),
    { description: "What each true or false flag is based on; `is_proxy` is based on VPN and Tor" },
  ),
  notes: t.Array(
    t.Object({
      flag: t.String({ description: "The flag" }),
      reason: t.String({ description: "Why it is unknown, or based on less than it could be" }),
    }),
    { description: "Which flags are unknown, or based on less than they could be, and why" },
  ),
};

/** What is kept apart when an address is no host's. */
export const bogonFields = {
  is_bogon: t.Boolean({
    description:
      "Whether no host on the internet can have it: by the IANA registries it is not globally reachable, or unassigned",
  }),
  bogon_type: text("What it is reserved for, such as `private` or `loopback`, if it is a bogon"),
};

/** Where an answer is from. */
export const sourceSchema = t.Object({
  name: t.String({ description: "Name of the data" }),
  kind: t.String({ description: "`city` or `asn`" }),
  build_date: t.String({ description: "When it was built" }),
  licence: t.String({ description: "Its licence" }),
  attribution_url: t.String({ description: "Where to link if you show the data" }),
  attribution: t.String({ description: "Whom to credit" }),
});

const fields = {
  ip: t.String({ description: "The address in its canonical notation" }),
  ip_version: t.Integer({ description: "4 or 6" }),
  embedded_ipv4: text(
    "The IPv4 address inside an IPv6 address (IPv4-mapped, 6to4, NAT64, Teredo); it is the one that is looked up",
  ),
  continent: text(
    "The continent, in the requested language. This and all places are null if the address has not been assigned to anybody",
  ),
  continent_code: text("Its code: AF, AN, AS, EU, NA, OC or SA"),
  country: text("The country, in the requested language"),
  country_code: text("Its code, by ISO 3166-1"),
  region_name: text("The state or region"),
  region_code: text("Its code, if the data has one"),
  city: text("The city"),
  city_language: text("The language that city and region are named in"),
  postal: text("The postal code, if the data has one"),
  latitude: number("Degrees north"),
  longitude: number("Degrees east"),
  accuracy: t.Object(
    {
      level: oneOf(["city", "region", "country", "none"], {
        description: "How precise the place is; no more than the country for anycast",
      }),
      radius_km: number("How far off it may be, if the data says so"),
    },
    { description: "How precise the place is" },
  ),
  timezone: text("The time zone, by its IANA name"),
  utc_offset: text("Its current offset from UTC, such as `-07:00`"),
  local_time: text("Its current local time (RFC 3339)"),
  is_dst: t.Union([t.Boolean(), t.Null()], {
    description: "Whether daylight saving time is in effect",
  }),
  currency: text("The country's currency, by ISO 4217"),
  currency_symbol: text("Its symbol"),
  calling_code: text("The country's first calling code"),
  languages: t.Array(t.String(), { description: "The country's languages, by ISO 639-1" }),
  is_eu: t.Union([t.Boolean(), t.Null()], {
    description: "Whether the country is in the European Union",
  }),
  hostname: t.Optional(
    text("With `hostname`: its name in the DNS; null if it has none or the DNS does not answer"),
  ),
  network: text("The block of addresses that share this place"),
  isp: text("Who announces the address: the name of its AS"),
  org: text("The same: the data does not distinguish the organisation from its provider"),
  asn: number("The number of its autonomous system (AS)"),
  as_name: text("The name of its AS"),
  as_network: text("The largest block around the address that its AS announces"),
  as_type: t.Union([oneOf(kinds), t.Null()], {
    description: "Kind of AS, by its name or a curated list",
  }),
  ...flagFields,
  ...bogonFields,
  distance_km: t.Optional(
    number("With `distance_to`: how far it is; null if either place is unknown"),
  ),
  bearing_deg: t.Optional(number("With `distance_to`: in which direction, in degrees from north")),
  evidence: t.Optional(reasonFields.evidence),
  notes: t.Optional(reasonFields.notes),
  source: text("The data that the place comes from"),
  sources: t.Array(sourceSchema, {
    description: "All data used in this answer, as its licences require",
  }),
  data_as_of: text("When the oldest of that data was built"),
  stale: t.Boolean({ description: "Whether that is more than 90 days ago" }),
};

const whole = t.Object(fields);

/** All that is told of an address. */
export type Lookup = Static<typeof whole>;

/** The names of what is told, to choose from. */
export const fieldNames = Object.keys(fields) as [keyof Lookup, ...(keyof Lookup)[]];

/** All of it, or what was chosen. */
export const lookupSchema = t.Partial(whole);
