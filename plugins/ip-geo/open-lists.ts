import { readOnce } from "hub";
import datacenters from "./datasets/datacenters.ts";
import relays from "./datasets/relays.ts";
import torExits from "./datasets/tor-exits.ts";
import vpns from "./datasets/vpns.ts";
import type { DataDoors } from "./doors.ts";
import { listFile } from "./flags/address-list.ts";
import { readAddressSet } from "./flags/address-set.ts";
import type { KnownList } from "./flags/judge.ts";

const read = () => readOnce(async (version) => readAddressSet(await version.text(listFile)));

const sources = [
  {
    dataset: "tor-exits",
    name: "Tor exits",
    flag: "is_tor",
    bits: [32],
    licence: torExits.licence,
    isComplete: true,
    open: read(),
  },
  {
    dataset: "vpns",
    name: "X4BNet VPN",
    flag: "is_vpn",
    bits: [32, 128],
    licence: vpns.licence,
    isComplete: false,
    open: read(),
  },
  {
    dataset: "datacenters",
    name: "X4BNet datacenter",
    flag: "is_hosting",
    bits: [32, 128],
    licence: datacenters.licence,
    isComplete: false,
    open: read(),
  },
  {
    dataset: "relays",
    name: "iCloud Private Relay",
    flag: "is_relay",
    bits: [32, 128],
    licence: relays.licence,
    isComplete: true,
    open: read(),
  },
] as const satisfies (Omit<KnownList, "set" | "fetchedAt"> & { dataset: string; open: unknown })[];

/** Opens the stored lists. They are updated in the background, once a day. */
export function openLists({ data }: Pick<DataDoors, "data">): Promise<readonly KnownList[]> {
  return Promise.all(
    sources.map(async ({ dataset, open, ...about }) => {
      const version = await data.find(dataset);
      return {
        ...(about as Omit<KnownList, "set" | "fetchedAt">),
        set: version && (await open(version)),
        fetchedAt: version?.about.fetched_at ?? undefined,
      };
    }),
  );
}
