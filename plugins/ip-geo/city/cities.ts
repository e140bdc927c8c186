import { type DatasetVersion, HubError, mapFile, readOnce } from "hub";
import type { Address } from "hub/net";
import type { Response } from "maxmind";
import { format } from "../address/address.ts";
import { formatNetwork } from "../address/blocks.ts";
import type { DataDoors } from "../doors.ts";
import { type AddressLocation, parsePlace } from "./place.ts";

/** Location database. */
export interface Cities {
  source: Source;
  /** Number of nodes in the tree. */
  count: number;
  /** Looks up an address, or returns null if unknown. */
  find(address: Address, options: { text: string; language: string }): Located | null;
  findCountry(address: Address): string | null;
}

interface Located extends AddressLocation {
  network: string;
}

/** Data source with its licence and attribution. */
export interface Source {
  name: string;
  kind: string;
  build_date: string;
  licence: string;
  attribution_url: string;
  attribution: string;
}

type About = Omit<Source, "build_date">;

const dbIp: About = {
  name: "DB-IP City Lite",
  kind: "city",
  licence: "CC-BY-4.0",
  attribution_url: "https://db-ip.com",
  attribution: "IP Geolocation by DB-IP",
};

const ofOperator: About = {
  name: "MaxMind, of the operator",
  kind: "city",
  licence: "MaxMind's, with the operator",
  attribution_url: "https://www.maxmind.com",
  attribution: "This product includes GeoLite data created by MaxMind",
};

/** Readers by address family, because the package has one file for each. */
const open = {
  32: readOnce((version) => openKept(version, 32)),
  128: readOnce((version) => openKept(version, 128)),
};
const own = new Map<string, Promise<Cities>>();

/** Opens the database for an address family. The operator's own takes precedence. */
export function openCities(
  bits: 32 | 128,
  { data, env }: Pick<DataDoors, "data" | "env">,
): Cities | Promise<Cities> {
  const directory = env.HUB_GEOIP_DIR;
  if (directory) return openOwn(directory);
  const version = data.get("cities");
  return version instanceof Promise ? version.then(open[bits]) : open[bits](version);
}

/** Opens the stored DB-IP database. */
export async function openKept({ paths }: DatasetVersion, bits: 32 | 128): Promise<Cities> {
  const path = paths["cities.mmdb"] ?? paths[bits === 32 ? "ipv4.mmdb" : "ipv6.mmdb"];
  if (path === undefined) throw new Error(`No file has locations of ${bits}-bit addresses`);
  return readCities(mapFile(path));
}

/** Opens a DB-IP file. Throws if it is damaged. */
export async function readCities({ buffer, byteOffset, length }: Uint8Array): Promise<Cities> {
  const { Reader } = await import("maxmind");
  return createCities(new Reader(Buffer.from(buffer, byteOffset, length)), dbIp);
}

function openOwn(directory: string): Promise<Cities> {
  const opened = own.get(directory) ?? openFirst(directory);
  own.set(directory, opened);
  // Retry with the next request.
  opened.catch(() => own.delete(directory));
  return opened;
}

async function openFirst(directory: string): Promise<Cities> {
  try {
    const { open } = await import("maxmind");
    // Read and not mapped, because the operator may overwrite them in place.
    const openNamed = (file: string) => open(`${directory}/${file}`);
    const reader = await openNamed("GeoIP2-City.mmdb").catch(() => openNamed("GeoLite2-City.mmdb"));
    return createCities(reader, ofOperator);
  } catch (cause) {
    throw new HubError(
      "dataset_unavailable",
      "Cannot read the location database: HUB_GEOIP_DIR must contain GeoIP2-City.mmdb or GeoLite2-City.mmdb",
      { cause },
    );
  }
}

interface Tree {
  metadata: { buildEpoch: Date; nodeCount: number };
  getWithPrefixLength(text: string): [Response | null, number];
}

function createCities(reader: Tree, about: About): Cities {
  const { buildEpoch, nodeCount } = reader.metadata;
  function find(address: Address, { text, language }: { text: string; language: string }) {
    const [record, prefix] = reader.getWithPrefixLength(text);
    if (!record) return null;
    const place = parsePlace(record as Record<string, unknown>, language);
    return { ...place, network: formatNetwork(address, prefix) };
  }
  return {
    source: { ...about, build_date: buildEpoch.toISOString().slice(0, 10) },
    count: nodeCount,
    find,
    findCountry: (address) =>
      find(address, { text: format(address), language: "en" })?.country_code ?? null,
  };
}
