import { type CommonDoors, type DataDoor, readOnce } from "hub";
import { asSource } from "./asn/source.ts";
import { openSystems, type Systems } from "./asn/systems.ts";
import { type Cities, openCities, type Source } from "./city/cities.ts";
import { type Countries, openCountries } from "./country/country.ts";
import { openDelegations } from "./country/delegations.ts";
import { type KnownList, knownLists } from "./flags/lists.ts";

/** The doors that data comes by. */
export interface DataDoors extends Pick<CommonDoors, "clock"> {
  data: DataDoor;
  env: Readonly<{ HUB_GEOIP_DIR?: string | undefined }>;
}

/** All that look-ups of one family of addresses need. */
export interface Data {
  cities: Cities;
  systems: Systems & { source: Source };
  countries: Countries;
  /** The time zone at a place. */
  zoneAt(latitude: number, longitude: number): string;
  lists: readonly KnownList[];
  /** Whether a registry has given an address to anybody, as far as is known. */
  isDelegated(text: string): boolean;
}

let countries: Promise<Countries> | undefined;
let zones: Promise<Data["zoneAt"]> | undefined;

/** Opens what is not open yet: nothing is read before the first look-up. */
export async function openData(bits: 32 | 128, doors: DataDoors): Promise<Data> {
  countries ??= openCountries();
  zones ??= import("tz-lookup").then(({ default: zoneAt }) => zoneAt);
  const cities = openCities(bits, doors);
  return {
    cities: await cities,
    systems: await systemsOf(doors),
    countries: await countries,
    zoneAt: await zones,
    lists: await knownLists(doors),
    isDelegated: await openDelegations(bits),
  };
}

const open = readOnce(async (kept) => ({
  ...openSystems(await kept.bytes("systems.bin")),
  source: asSource(kept.about.build_date),
}));

/** The autonomous systems, 9 MB. */
export async function systemsOf({ data }: Pick<DataDoors, "data">): Promise<Data["systems"]> {
  return open(await data.get("systems"));
}
