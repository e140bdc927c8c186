import { fileURLToPath } from "node:url";
import { mapFile, readOnce } from "hub";
import type { Response } from "maxmind";
import { openSystems, type Systems } from "./asn/systems.ts";
import { type Cities, openCities, type Source } from "./city/cities.ts";
import { type Countries, openCountries } from "./country/country.ts";
import type { DataDoors } from "./doors.ts";
import type { KnownList } from "./flags/judge.ts";
import { openLists } from "./open-lists.ts";

let delegations: Promise<Delegations> | undefined;

/** Data for lookups in one address family. */
export interface Data {
  cities: Cities;
  systems: Systems & { source: Source };
  countries: Countries;
  /** Returns the time zone at a location. */
  zoneAt(latitude: number, longitude: number): string;
  lists: readonly KnownList[];
  /** Returns whether a registry has allocated an address. */
  isDelegated: Delegations["isDelegated"];
}

let countries: Promise<Countries> | undefined;
let zones: Promise<Data["zoneAt"]> | undefined;

/** Opens the data on demand. Nothing is loaded before the first lookup. */
export async function openData(bits: 32 | 128, doors: DataDoors): Promise<Data> {
  countries ??= openCountries();
  zones ??= import("tz-lookup").then(({ default: zoneAt }) => zoneAt);
  const cities = openCities(bits, doors);
  return {
    cities: await cities,
    systems: await loadSystems(doors),
    countries: await countries,
    zoneAt: await zones,
    lists: await openLists(doors),
    isDelegated: (await loadDelegations()).isDelegated,
  };
}

const open = readOnce(async (version) =>
  Object.assign(openSystems(mapFile(version.path("systems.bin"))), {
    source: buildAsSource(version.about.build_date),
  }),
);

/** Opens the autonomous systems (9 MB). */
export async function loadSystems({ data }: Pick<DataDoors, "data">): Promise<Data["systems"]> {
  return open(await data.get("systems"));
}

/** Address allocations of the five regional registries. */
interface Delegations {
  /** Returns whether a registry has allocated an address. */
  isDelegated(text: string): boolean;
  /** Returns the country of an address by its registration, or null. */
  findCountry(text: string): string | null;
}

/**
 * Opens the registries' allocations. Location databases also have entries for unallocated addresses: in
 * DB-IP, most unallocated IPv6 space is a village in Switzerland.
 */
export function loadDelegations(): Promise<Delegations> {
  delegations ??= openDelegations();
  return delegations;
}

async function openDelegations(): Promise<Delegations> {
  const { Reader } = await import("maxmind");
  const list = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";
  const reader = new Reader<Response>(mapFile(fileURLToPath(import.meta.resolve(list))));
  return {
    isDelegated: (text) => reader.get(text) !== null,
    findCountry(text) {
      const { country_code: code } = (reader.get(text) ?? {}) as { country_code?: unknown };
      return typeof code === "string" && /^[A-Z]{2}$/.test(code) ? code : null;
    },
  };
}

/** Returns the source of the AS data, with its build date. */
export function buildAsSource(build_date: string): Source {
  return {
    name: "ip-location-db ASN",
    kind: "asn",
    build_date,
    licence: "CC-BY-4.0",
    attribution_url: "https://db-ip.com",
    attribution: "Route Views (routeviews.org), NRO (nro.net) and DB-IP (db-ip.com), merged",
  };
}
