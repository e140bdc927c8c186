import type { CommonDoors, Kv, Net } from "hub";
import { type AddressSet, readAddressSet } from "./address-set.ts";

type Host = "check.torproject.org" | "raw.githubusercontent.com";

/** The doors that lists come and stay by. */
export interface ListDoors extends Pick<CommonDoors, "clock" | "later" | "log"> {
  kv: Kv;
  net: Net<`https://${Host}/${string}`>;
}

/** A list of addresses that are known for something. */
export interface KnownList {
  name: string;
  flag: "is_tor" | "is_vpn" | "is_hosting";
  licence: string;
  /** The families of addresses that it has. */
  bits: readonly (32 | 128)[];
  set: AddressSet | undefined;
  /** When it was fetched, in milliseconds since 1970. */
  fetchedAt: number | undefined;
}

const X4B = "https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output" as const;

const SOURCES = [
  {
    name: "Tor exits",
    flag: "is_tor",
    licence: "Public data of the Tor Project",
    bits: [32],
    urls: ["https://check.torproject.org/torbulkexitlist"],
  },
  {
    name: "X4BNet VPN",
    flag: "is_vpn",
    licence: "MIT, X4B",
    bits: [32, 128],
    urls: [`${X4B}/vpn/ipv4.txt`, `${X4B}/vpn/ipv6.txt`],
  },
  {
    name: "X4BNet datacenter",
    flag: "is_hosting",
    licence: "MIT, X4B",
    bits: [32, 128],
    urls: [`${X4B}/datacenter/ipv4.txt`, `${X4B}/datacenter/ipv6.txt`],
  },
] as const;

type ListSource = (typeof SOURCES)[number];

const dayMs = 86_400_000;
const againMs = 3_600_000;
const listBytesMax = 4_194_304;

interface Shelf {
  lists: KnownList[];
  triedAt: number;
}

const shelves = new WeakMap<Kv, Shelf | Promise<Shelf>>();

/** The lists as they are in the hub's store. New ones are fetched behind the answer, once a day. */
export function knownLists(doors: ListDoors): readonly KnownList[] | Promise<readonly KnownList[]> {
  const shelf = shelves.get(doors.kv);
  if (!shelf || shelf instanceof Promise) return loaded(doors, shelf);
  refreshOld(shelf, doors);
  return shelf.lists;
}

async function loaded(doors: ListDoors, loading: Promise<Shelf> | undefined) {
  const { kv } = doors;
  const work = loading ?? load(kv);
  if (!loading) shelves.set(kv, work);
  try {
    const shelf = await work;
    if (shelves.get(kv) === work) shelves.set(kv, shelf);
    refreshOld(shelf, doors);
    return shelf.lists;
  } catch (error) {
    shelves.delete(kv);
    throw error;
  }
}

async function load(kv: Kv): Promise<Shelf> {
  return { lists: await Promise.all(SOURCES.map((source) => kept(source, kv))), triedAt: -againMs };
}

async function kept({ urls, ...about }: ListSource, kv: Kv): Promise<KnownList> {
  const entry = await kv.get<{ text: string; fetchedAt: number }>(about.name);
  const set = entry && (await readAddressSet(entry.text).catch(() => undefined));
  return { ...about, set, fetchedAt: set && entry?.fetchedAt };
}

function refreshOld(shelf: Shelf, doors: ListDoors): void {
  const now = doors.clock();
  if (now - shelf.triedAt < againMs) return;
  shelf.triedAt = now;
  for (const [index, source] of SOURCES.entries()) {
    const list = shelf.lists[index]!;
    if (now - (list.fetchedAt ?? 0) > dayMs) doors.later(refresh(list, { source, doors }));
  }
}

/** Puts a newer list in the place of an older; one that is damaged, or half gone, changes nothing. */
async function refresh(
  list: KnownList,
  { source, doors: { net, kv, clock, log } }: { source: ListSource; doors: ListDoors },
): Promise<void> {
  try {
    const parts = await Promise.all(source.urls.map((url) => fetched(net, url)));
    const text = parts.join("\n");
    const set = await readAddressSet(text);
    if (list.set && set.entries < list.set.entries / 2)
      throw new Error(`It has ${set.entries} entries, and had ${list.set.entries}`);
    const fetchedAt = clock();
    await kv.set(source.name, { text, fetchedAt });
    Object.assign(list, { set, fetchedAt });
  } catch (error) {
    log.warn(`Cannot refresh the list "${source.name}": ${error}`);
  }
}

async function fetched(net: ListDoors["net"], url: `https://${Host}/${string}`): Promise<string> {
  const response = await net(url, { bodyBytesMax: listBytesMax });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}
