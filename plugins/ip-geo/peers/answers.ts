import type { Doors } from "../doors.ts";
import ipGeo from "../plugin.ts";
import { lookUpAddress, parseAddress } from "../request.ts";
import type { Lookup } from "../response.ts";

/** Words for the caller's own address, in the place of an address. */
const ownWords = ["me", "json"];

type CallDoors = Pick<Doors, "data" | "env" | "net" | "clock" | "caller">;

/** Looks up an address, or the caller's own. */
async function lookUp(ip: string, doors: CallDoors) {
  const isOwn = ownWords.includes(ip);
  const requested = parseAddress(isOwn ? doors.caller.address : ip, isOwn ? "caller" : "path.ip");
  const found = await lookUpAddress(requested, { lang: "en", explain: false }, doors);
  return found as Lookup;
}

/** Returns an address in ipinfo's format. Values that the hub lacks are omitted. */
export async function answerIpinfo(ip: string, doors: CallDoors) {
  const found = await lookUp(ip, doors);
  if (found.is_bogon) return { ip: found.ip, bogon: true };
  const { latitude, longitude, asn, as_name } = found;
  return omitUnknown({
    ip: found.ip,
    anycast: found.is_anycast || null,
    city: found.city,
    region: found.region_name,
    country: found.country_code,
    loc: latitude === null ? null : `${latitude},${longitude}`,
    org: asn === null ? null : `AS${asn}${as_name ? ` ${as_name}` : ""}`,
    postal: found.postal,
    timezone: found.timezone,
  });
}

/** Returns an address in GeoIP2's format. Throws if it is reserved or unknown. */
export async function answerGeoip2(
  { service, ip }: { service: "country" | "city" | "insights"; ip: string },
  doors: CallDoors,
) {
  const found = await lookUp(ip, doors);
  if (found.is_bogon)
    throw ipGeo.error("reserved_ip", `The address "${found.ip}" is reserved: ${found.bogon_type}`);
  if (found.country_code === null && found.asn === null)
    throw ipGeo.error("unknown_ip", `The address "${found.ip}" is in no database of this hub`);
  const country = {
    ...omitUnknown({ iso_code: found.country_code, names: nameIn(found.country) }),
    ...(found.is_eu && { is_in_european_union: true }),
  };
  const network = found.network ?? found.as_network;
  const traits = omitUnknown({ ip_address: found.ip, network, is_anycast: found.is_anycast });
  const continent = omitUnknown({
    code: found.continent_code,
    names: nameIn(found.continent),
  });
  if (service === "country") return { continent, country, traits };
  const region = { iso_code: found.region_code, names: nameIn(found.region_name) };
  return {
    continent,
    country,
    city: omitUnknown({ names: nameIn(found.city) }),
    subdivisions: found.region_name === null ? [] : [omitUnknown(region)],
    postal: omitUnknown({ code: found.postal }),
    location: omitUnknown({
      latitude: found.latitude,
      longitude: found.longitude,
      accuracy_radius: found.accuracy.radius_km,
      time_zone: found.timezone,
    }),
    traits: { ...traits, ...describeNetwork(found, service === "insights") },
  };
}

/** Describes the network. Only GeoIP2 Insights has the flags, of which absent ones are unknown or false. */
function describeNetwork(found: Lookup, hasFlags: boolean) {
  const flags = {
    is_anonymous: found.is_proxy,
    is_anonymous_vpn: found.is_vpn,
    is_hosting_provider: found.is_hosting,
    is_tor_exit_node: found.is_tor,
  };
  return omitUnknown({
    autonomous_system_number: found.asn,
    autonomous_system_organization: found.as_name,
    isp: found.isp,
    organization: found.org,
    ...(hasFlags && flags),
  });
}

function nameIn(en: string | null) {
  return en === null ? null : { en };
}

function omitUnknown(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
