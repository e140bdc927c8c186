import { oneOf, t } from "hub";
import { type LookupAddress, readAddress } from "./address/address.ts";
import { languages } from "./country/country.ts";
import { distance, readGoal } from "./distance.ts";
import type { DataDoors, Doors } from "./doors.ts";
import { resolveHostname } from "./hostname.ts";
import { describeAddress } from "./lookup.ts";
import { openData } from "./open-data.ts";
import ipGeo from "./plugin.ts";
import { fieldNames, type Lookup } from "./response.ts";

/** Options of every lookup. */
export const lookupOptions = {
  fields: t.Optional(
    t.Array(oneOf(fieldNames), {
      minItems: 1,
      maxItems: fieldNames.length,
      description: "Fields to return. The default is all",
    }),
  ),
  lang: oneOf(languages, {
    default: "en",
    description:
      "Language of continent and country names, and of region and city names if available (see `city_language`)",
  }),
  explain: t.Boolean({
    default: false,
    description: "Whether to return `evidence` for the flags, and `notes` about unknown flags",
  }),
};

/** Options of a lookup of one address. */
export const lookupQuery = t.Object({
  ...lookupOptions,
  distance_to: t.Optional(
    t.String({
      minLength: 2,
      maxLength: 64,
      description:
        "An IP address, or a latitude and longitude such as `52.5,13.4`. Adds `distance_km` and `bearing_deg` to the response",
    }),
  ),
  hostname: t.Boolean({
    default: false,
    description: "Whether to look up the host name with reverse DNS, for at most half a second",
  }),
});

/** Capabilities of a lookup that can query the DNS. */
type LookupDoors = DataDoors & Pick<Doors, "net">;

/** Path parameter with the address. */
export const ipParams = t.Object({
  ip: t.String({
    minLength: ipGeo.limits.addressMin,
    maxLength: ipGeo.limits.addressMax,
    description:
      "An IPv4 address (four decimal numbers), or an IPv6 address (RFC 4291) without a zone",
  }),
});

interface Options {
  fields?: (keyof Lookup)[];
  lang: string;
  explain: boolean;
  distance_to?: string;
  hostname?: boolean;
}

/** Parses an address. Throws `invalid_ip`. */
export function parseAddress(text: string, at: string): LookupAddress {
  const requested = readAddress(text);
  if (requested) return requested;
  throw ipGeo.error("invalid_ip", describeFault(text, at), { at });
}

/** Describes why a text is not an address. */
export function describeFault(text: string, at: string): string {
  return `${at} must be an IPv4 address (four decimal numbers without leading zeros) or an IPv6 address without a zone: it is ${JSON.stringify(text.slice(0, 64))}`;
}

/** Looks up an address with the requested options. */
export async function lookUpAddress(
  requested: LookupAddress,
  { fields, lang, explain, distance_to, hostname }: Options,
  doors: LookupDoors,
): Promise<Partial<Lookup>> {
  const goal = distance_to === undefined ? undefined : readGoal(distance_to);
  const data = await openData(requested.target.bits, doors);
  const wantsReasons = explain || fields?.some((name) => name === "evidence" || name === "notes");
  const found = describeAddress(requested, data, {
    lang,
    explain: wantsReasons === true,
    now: doors.clock(),
  });
  const wantsHostname = hostname && !found.is_bogon;
  const whole: Lookup = {
    ...found,
    ...(hostname && {
      hostname: wantsHostname ? await resolveHostname(requested.target, doors) : null,
    }),
    ...(goal && (await describeDistance(goal, found, doors))),
  };
  return fields ? pick(whole, fields) : whole;
}

function pick(found: Lookup, fields: readonly (keyof Lookup)[]): Partial<Lookup> {
  return Object.fromEntries(
    fields.filter((name) => name in found).map((name) => [name, found[name]]),
  );
}

async function describeDistance(goal: ReturnType<typeof readGoal>, from: Lookup, doors: DataDoors) {
  const start = getPoint(from);
  const end = getPoint("ip" in goal ? await locateAddress(goal.ip, doors) : goal);
  return start && end ? distance(start, end) : { distance_km: null, bearing_deg: null };
}

function getPoint({ latitude, longitude }: Pick<Lookup, "latitude" | "longitude">) {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

function locateAddress(ip: string, doors: DataDoors) {
  const options = { lang: "en", explain: false, now: doors.clock() };
  const requested = parseAddress(ip, "query.distance_to");
  return openData(requested.target.bits, doors).then((data) =>
    describeAddress(requested, data, options),
  );
}
