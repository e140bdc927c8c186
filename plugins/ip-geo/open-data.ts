import { HubError } from "hub";
import { openSystems, type Systems } from "./asn/systems.ts";
import { type Cities, openCities } from "./city/cities.ts";
import { type Countries, openCountries } from "./country/country.ts";
import { type KnownList, knownLists, type ListDoors } from "./flags/lists.ts";

/** The doors that data comes by. */
export interface DataDoors extends ListDoors {
  read(path: `data/${string}`): Promise<Uint8Array<ArrayBuffer>>;
  env: Readonly<{ HUB_GEOIP_DIR?: string | undefined }>;
}

/** All that look-ups of one family of addresses need. */
export interface Data {
  cities: Cities;
  systems: Systems;
  countries: Countries;
  /** The time zone at a place. */
  zoneAt(latitude: number, longitude: number): string;
  lists: readonly KnownList[];
}

let systems: Promise<Systems> | undefined;
let countries: Promise<Countries> | undefined;
let zones: Promise<Data["zoneAt"]> | undefined;

/** Opens what is not open yet: nothing is read before the first look-up. */
export async function openData(bits: 32 | 128, doors: DataDoors): Promise<Data> {
  countries ??= openCountries();
  zones ??= import("tz-lookup").then(({ default: zoneAt }) => zoneAt);
  const cities = openCities(bits, doors.env.HUB_GEOIP_DIR);
  return {
    cities: await cities,
    systems: await systemsOf(doors),
    countries: await countries,
    zoneAt: await zones,
    lists: await knownLists(doors),
  };
}

/** The autonomous systems, 9 MB. */
export function systemsOf({ read }: Pick<DataDoors, "read">): Promise<Systems> {
  systems ??= read("data/systems.bin")
    .then(openSystems)
    .catch((cause) => {
      systems = undefined;
      throw new HubError(
        "dataset_unavailable",
        'The list of autonomous systems is not ready: "bun scripts/prepare.ts" makes it, as "bun run start" does',
        { cause },
      );
    });
  return systems;
}
