import type { Address } from "hub/net";
import type { LookupAddress } from "./address/address.ts";
import { findBlockAround } from "./address/blocks.ts";
import { getBogonType } from "./address/bogon.ts";
import { classifySystem, type Kind } from "./asn/kind.ts";
import type { System } from "./asn/systems.ts";
import type { AddressLocation } from "./city/place.ts";
import { type Judgement, judge, unjudged } from "./flags/judge.ts";
import type { Data } from "./open-data.ts";
import type { Lookup } from "./response.ts";
import { getLocalTime } from "./zone/local-time.ts";

interface LookupOptions {
  lang: string;
  explain: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

type Owner = System & { kind: Kind };

/** Describes an address. Bogons are not looked up in any database. */
export function describeAddress(
  requested: LookupAddress,
  data: Data,
  { lang, explain, now }: LookupOptions,
): Lookup {
  const { address, target, text } = requested;
  const bogon = findBogonType(target, data);
  const owner = bogon ? undefined : findOwner(requested, data);
  const isGiven = !bogon && (owner !== undefined || data.isDelegated(text));
  const { flags, evidence, notes }: Judgement = bogon
    ? unjudged
    : judge(target, { ...data, system: owner, now, maxAgeDays: listDays });
  // An anycast address is at many places: databases have that of its registration.
  const hasPlace = isGiven && !flags.is_anycast;
  const place = hasPlace ? data.cities.find(target, { text, language: lang }) : null;
  const sources = bogon ? [] : [data.cities.source, data.systems.source];
  const asOf = sources.map(({ build_date }) => build_date).sort()[0] ?? null;
  return {
    ip: requested.ip,
    ip_version: address.bits === 32 ? 4 : 6,
    embedded_ipv4: requested.embedded,
    ...buildPlaceFields(place, { lang, data, isAnycast: flags.is_anycast === true }),
    ...clockFields(place, { data, now }),
    network: place?.network ?? null,
    isp: owner?.name ?? null,
    org: owner?.name ?? null,
    asn: owner?.asn ?? null,
    as_name: owner?.name ?? null,
    as_network: owner ? findBlockAround(target, owner) : null,
    as_type: owner?.kind.kind ?? null,
    ...flags,
    is_bogon: bogon !== null,
    bogon_type: bogon,
    ...(explain && { evidence, notes }),
    source: place ? data.cities.source.name : null,
    sources,
    data_as_of: asOf,
    stale: asOf !== null && now - Date.parse(asOf) > staleMs,
  };
}

/** Returns the type of a bogon, or null. Address space that an AS announces counts as allocated. */
export function findBogonType(target: Address, { systems }: Pick<Data, "systems">): string | null {
  const type = getBogonType(target);
  return type === "unallocated" && systems.find(target) ? null : type;
}

/** Returns the AS that announces an address, and its type. */
export function findOwner(
  { target }: LookupAddress,
  { systems }: Pick<Data, "systems">,
): Owner | undefined {
  const system = systems.find(target);
  return system && { ...system, kind: classifySystem(system.asn, system.name) };
}

const listDays = 30;
const staleMs = 90 * 86_400_000;

function buildPlaceFields(
  place: AddressLocation | null,
  { lang, data, isAnycast }: { lang: string; data: Data; isAnycast: boolean },
) {
  const code = place?.country_code ?? null;
  const country = code === null ? undefined : data.countries(code, lang);
  return {
    continent: country?.continent ?? null,
    continent_code: country?.continent_code ?? null,
    country: country?.country ?? null,
    country_code: code,
    region_name: place?.region_name ?? null,
    region_code: place?.region_code ?? null,
    city: place?.city ?? null,
    city_language: place?.language ?? null,
    postal: place?.postal ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    accuracy: {
      level: isAnycast ? null : getAccuracyLevel(place),
      radius_km: place?.radius_km ?? null,
    },
    currency: country?.currency ?? null,
    currency_symbol: country?.currency_symbol ?? null,
    calling_code: country?.calling_code ?? null,
    languages: country?.languages ?? [],
    is_eu: country?.is_eu ?? null,
  };
}

/** Largest accuracy radius of a city and of a region, in kilometres. */
const radiusMax = { city: 50, region: 250 };

/** Returns the level that the source's radius supports. A city name alone doesn't make a place exact. */
function getAccuracyLevel(place: AddressLocation | null): Lookup["accuracy"]["level"] {
  if (!place?.country_code) return "none";
  if (place.radius_km === null) return null;
  if (place.city && place.radius_km <= radiusMax.city) return "city";
  return place.region_name && place.radius_km <= radiusMax.region ? "region" : "country";
}

function clockFields(place: AddressLocation | null, { data, now }: { data: Data; now: number }) {
  const timezone = place && findTimeZone(place, data);
  const clock = timezone ? getLocalTime(timezone, now) : undefined;
  return {
    timezone: timezone ?? null,
    utc_offset: clock?.utc_offset ?? null,
    local_time: clock?.local_time ?? null,
    is_dst: clock?.is_dst ?? null,
  };
}

function findTimeZone(
  { timezone, latitude, longitude }: AddressLocation,
  { zoneAt }: Data,
): string | null {
  if (timezone !== null || latitude === null || longitude === null) return timezone;
  return zoneAt(latitude, longitude);
}
