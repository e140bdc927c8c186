import { oneOf, type Static, t } from "hub";
import { kinds } from "./asn/kind.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });
const number = (description: string) => t.Union([t.Number(), t.Null()], { description });
const answer = (description: string) =>
  t.Union([t.Boolean(), t.Null()], {
    description: `${description}. Null, which is not false, where nothing tells`,
  });

/** The flags of an address. */
export const flagFields = {
  is_mobile: answer(
    "Whether its AS is a mobile network, by its name or a curated list; false where a list says that it is a data centre",
  ),
  is_proxy: answer("Whether it is a VPN's or a Tor exit; false where neither"),
  is_hosting: answer(
    "Whether it is in a data centre, by a list or by its AS; false where the list is without it",
  ),
  is_vpn: answer("Whether a list has it as a VPN's"),
  is_tor: answer("Whether a list has it as a Tor exit"),
  is_relay: answer("Whether a list has it as iCloud Private Relay's"),
  is_anycast: answer(
    "True where its AS or block is known to answer from many places at once; nothing says that one does not",
  ),
};

/** Evidence and notes. */
export const reasonFields = {
  evidence: t.Array(
    t.Object({
      flag: t.String({ description: "The flag that it speaks for, or against" }),
      says: t.Boolean({ description: "What it says of the flag" }),
      list: t.String({ description: "The list it is from" }),
      matched: text("The block or AS of the list; null where the list is without the address"),
      as_of: t.String({ description: "The date of the list" }),
      licence: t.String({ description: "The licence of the list" }),
      weight: t.Integer({ description: "What it adds to the risk, of 100" }),
    }),
    { description: "What each flag that is true or false rests on; `is_proxy`, on VPN and Tor" },
  ),
  notes: t.Array(
    t.Object({
      flag: t.String({ description: "The flag" }),
      reason: t.String({ description: "Why it is not known, or rests on less than it might" }),
    }),
    { description: "Which flags are not known, or rest on less than they might, and why" },
  ),
};

/** What is kept apart when an address is no host's. */
export const bogonFields = {
  is_bogon: t.Boolean({
    description:
      "Whether no host on the internet can have it: by the registries of IANA it is not globally reachable, or nobody's",
  }),
  bogon_type: text("What it is kept for, such as `private` or `loopback`, if it is a bogon"),
};

/** Where an answer is from. */
export const sourceSchema = t.Object({
  name: t.String({ description: "The name of the data" }),
  kind: t.String({ description: "`city` or `asn`" }),
  build_date: t.String({ description: "When it was made" }),
  licence: t.String({ description: "Its licence" }),
  attribution_url: t.String({ description: "Where whoever shows the data must link to" }),
  attribution: t.String({ description: "Whom to name" }),
});

const fields = {
  ip: t.String({ description: "The address in its canonical notation" }),
  ip_version: t.Integer({ description: "4 or 6" }),
  embedded_ipv4: text(
    "The IPv4 address in an IPv6 one (IPv4-mapped, 6to4, NAT64, Teredo), which is then what is looked up",
  ),
  continent: text(
    "The continent, in the language asked for. This and all places are null where nobody has been given the address",
  ),
  continent_code: text("Its code: AF, AN, AS, EU, NA, OC or SA"),
  country: text("The country, in the language asked for"),
  country_code: text("Its code, by ISO 3166-1"),
  region_name: text("The state or region"),
  region_code: text("Its code, where the data has one"),
  city: text("The city"),
  city_language: text("The language that city and region are named in"),
  postal: text("The postal code, where the data has one"),
  latitude: number("Degrees north"),
  longitude: number("Degrees east"),
  accuracy: t.Object(
    {
      level: oneOf(["city", "region", "country", "none"], {
        description: "How exact the place is; not more than the country for anycast",
      }),
      radius_km: number("How far off it may be, where the data says so"),
    },
    { description: "How exact the place is" },
  ),
  timezone: text("The time zone, by its IANA name"),
  utc_offset: text("What its clocks are ahead of UTC now, such as `-07:00`"),
  local_time: text("What its clocks show now, by RFC 3339"),
  is_dst: t.Union([t.Boolean(), t.Null()], { description: "Whether it has summer time now" }),
  currency: text("The country's currency, by ISO 4217"),
  currency_symbol: text("Its symbol"),
  calling_code: text("The country's first calling code"),
  languages: t.Array(t.String(), { description: "The country's languages, by ISO 639-1" }),
  is_eu: t.Union([t.Boolean(), t.Null()], {
    description: "Whether the country is in the European Union",
  }),
  hostname: t.Optional(
    text("With `hostname`: the name that the DNS has for it; null where it has none or is silent"),
  ),
  network: text("The block of addresses that the place is the same for"),
  isp: text("Who announces the address: the name of its AS"),
  org: text("The same: the data tells no user from the provider"),
  asn: number("The number of its autonomous system (AS)"),
  as_name: text("The name of its AS"),
  as_network: text("The largest block around it that its AS has"),
  as_type: t.Union([oneOf(kinds), t.Null()], {
    description: "What its AS is, by its name or a curated list",
  }),
  ...flagFields,
  ...bogonFields,
  distance_km: t.Optional(
    number("With `distance_to`: how far it is; null if either place is unknown"),
  ),
  bearing_deg: t.Optional(number("With `distance_to`: in which direction, in degrees from north")),
  evidence: t.Optional(reasonFields.evidence),
  notes: t.Optional(reasonFields.notes),
  source: text("Which data the place is from"),
  sources: t.Array(sourceSchema, { description: "All data in this answer, as its licences ask" }),
  data_as_of: text("When the oldest of it was made"),
  stale: t.Boolean({ description: "Whether that is more than 90 days ago" }),
};

const whole = t.Object(fields);

/** All that is told of an address. */
export type Lookup = Static<typeof whole>;

/** The names of what is told, to choose from. */
export const fieldNames = Object.keys(fields) as [keyof Lookup, ...(keyof Lookup)[]];

/** All of it, or what was chosen. */
export const lookupSchema = t.Partial(whole);
