import { fileURLToPath } from "node:url";
import { isPublicAddress } from "hub/net";
import type { CountryResponse, Reader } from "maxmind";
import type { Caller, Doors } from "../doors.ts";
import {
  addShard,
  addTo,
  buildShardPrefix,
  createShard,
  dayMs,
  type Shard,
  toIsoDay,
} from "./shard.ts";
import { Visitors } from "./visitors.ts";
import { ClickWebhooks, type NotifiedLink } from "./webhooks.ts";

/** Link whose clicks are counted. */
export interface ClickedLink {
  /** Store key of the link. */
  readonly key: string;
  /** Account that created the link. */
  readonly owner: string;
  /** Whether it has a click limit. */
  readonly isLimited: boolean;
  /** Link whose owner wants to know of clicks. */
  readonly notified?: NotifiedLink | undefined;
}

/** Unwritten clicks of one visitor on one link on one day. */
interface Visit extends ClickDetails {
  link: ClickedLink;
  caller: Caller;
  count: number;
  last: number;
}

/** Maximum time that a visitor's IP address is held in memory. */
const waitMs = 50;
const visitsMax = 1000;
const shardsMax = 1000;
const uniqueMax = 100_000;

export type ClicksDoors = Pick<Doors, "kv" | "random" | "log" | "later" | "net" | "clock">;

/** Details of a click. */
interface ClickDetails {
  /** Whether what the visitor did proves that it is no crawler. */
  isPerson?: boolean;
  /** Campaign parameters of the short URL, such as `utm_source=mail`. */
  utm?: readonly string[];
}

/** Counts clicks after the redirect: the first immediately, and later ones in batches. */
export class Clicks {
  readonly #kv: Doors["kv"];
  readonly #log: Doors["log"];
  readonly #visitors: Visitors;
  readonly #webhooks: ClickWebhooks;
  /** Name of this process's shards. */
  readonly #name: string;
  /** Last written shards. */
  readonly #shards = new Map<string, Shard>();
  readonly #later: Doors["later"];
  #visits = new Map<string, Visit>();
  #writing: Promise<void> | undefined;
  #isBusy = false;
  /** Ends the wait for more clicks. */
  #wake: () => void = () => {};

  constructor({ kv, random, log, later, net, clock }: ClicksDoors) {
    this.#kv = kv;
    this.#log = log;
    this.#later = later;
    this.#visitors = new Visitors({ kv, random });
    this.#webhooks = new ClickWebhooks({ net, log, later, clock });
    this.#name = random.bytes(9).toBase64({ alphabet: "base64url" });
  }

  /** Counts a click on a link. */
  count(link: ClickedLink, caller: Caller, now: number, details?: ClickDetails): void {
    this.#add({ link, caller, count: 1, last: now, ...details });
    if (!this.#isBusy) this.#later(this.#writeAsTheyCome());
    else if (this.#visits.size >= visitsMax) this.#wake();
  }

  /** Writes all counts to the store. */
  async flush(): Promise<void> {
    while (this.#writing || this.#visits.size > 0) await (this.#writing ?? this.#write());
  }

  #add(visit: Visit): void {
    const { address, userAgent, referrer } = visit.caller;
    const day = Math.floor(visit.last / dayMs);
    const { key: link, isLimited } = visit.link;
    const utm = visit.utm?.join("\n") ?? "";
    const key = `${day}\n${link}\n${isLimited}\n${address}\n${userAgent}\n${referrer}\n${utm}`;
    const known = this.#visits.get(key);
    if (known) {
      known.count += visit.count;
      known.last = visit.last;
    } else this.#visits.set(key, visit);
  }

  async #writeAsTheyCome(): Promise<void> {
    this.#isBusy = true;
    try {
      while (this.#visits.size > 0) {
        await this.flush();
        const more = Promise.withResolvers<void>();
        this.#wake = more.resolve;
        await Promise.race([more.promise, Bun.sleep(waitMs)]);
      }
    } catch (error) {
      this.#log.error(`Cannot count clicks: ${error}`);
    } finally {
      this.#isBusy = false;
    }
  }

  #write(): Promise<void> {
    this.#writing = this.#work().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #work(): Promise<void> {
    const visits = [...this.#visits.values()];
    this.#visits = new Map();
    const changed = new Map<string, { shard: Shard; account: string }>();
    const news: [NotifiedLink, Shard][] = [];
    try {
      while (visits[0]) {
        const { link, last } = visits[0];
        const key = `${buildShardPrefix(link.key, toIsoDay(last))}${this.#name}`;
        const shard = changed.get(key)?.shard ?? (await this.#shard(key));
        const clicks = await this.#tally(visits[0], shard);
        addShard(shard, clicks);
        if (link.notified) news.push([link.notified, clicks]);
        changed.set(key, { shard, account: link.owner });
        visits.shift();
      }
      for (const [key, { shard, account }] of changed) await this.#kv.set(key, shard, { account });
      for (const [link, clicks] of news) this.#webhooks.add(link, clicks);
    } finally {
      // Retry unwritten clicks next time.
      for (const visit of visits) this.#add(visit);
    }
  }

  /** Returns the counts of a visit. `known` has those of its link and day before it. */
  async #tally(
    { link, caller, count, last, isPerson, utm = [] }: Visit,
    known: Shard,
  ): Promise<Shard> {
    const shard = createShard();
    const { parseUserAgent } = await import("./agents.ts");
    const { isBot, browser, system } = parseUserAgent(caller.userAgent);
    if (isBot && !isPerson) {
      shard.bots = count;
      return shard;
    }
    const country = await findCountry(caller.address);
    const isNew =
      known.unique < uniqueMax &&
      (await this.#visitors.isNew(link.key, caller, { day: toIsoDay(last), now: last }));
    shard.clicks = count;
    if (link.isLimited) shard.limited = count;
    shard.last = last;
    if (isNew) shard.unique = 1;
    addTo(shard.referrers, parseReferrer(caller.referrer) ?? "", count);
    addTo(shard.browsers, browser, count);
    addTo(shard.systems, system, count);
    addTo(shard.countries, country ?? "", count);
    addTo(shard.hours, new Date(last).toISOString().slice(11, 13), count);
    for (const parameter of utm) addTo(shard.utm, parameter, count);
    return shard;
  }

  /** Returns a shard of this process from memory or the store. */
  async #shard(key: string): Promise<Shard> {
    const known = this.#shards.get(key);
    const shard = known ?? createShard();
    if (!known) {
      const stored = await this.#kv.get<Shard>(key);
      if (stored) addShard(shard, stored);
    }
    this.#shards.delete(key);
    this.#shards.set(key, shard);
    const [leastRecent] = this.#shards.keys();
    if (this.#shards.size > shardsMax && leastRecent !== undefined)
      this.#shards.delete(leastRecent);
    return shard;
  }
}

/** Returns the country (ISO 3166-1) in which an address is registered, or null if unknown. */
export async function findCountry(address: string): Promise<string | null> {
  // The list has countries even for 192.168.0.0/16.
  if (!isPublicAddress(address)) return null;
  countries ??= open();
  return (await countries).get(address)?.country_code ?? null;
}

type Countries = Pick<Reader<CountryResponse>, never> & {
  get(address: string): { country_code?: string } | null;
};

let countries: Promise<Countries> | undefined;

/** Opens the country database (8 MB) at the first click. */
async function open(): Promise<Countries> {
  const { open } = await import("maxmind");
  const list = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";
  // The package has no types for the fields of this database.
  return (await open(fileURLToPath(import.meta.resolve(list)))) as unknown as Countries;
}

const hostMax = 100;

/** Returns the referring host without "www.", or null if unknown. */
export function parseReferrer(referrer: string): string | null {
  const page = URL.parse(referrer);
  if (page?.protocol !== "https:" && page?.protocol !== "http:") return null;
  const host = page.hostname.replace(/^www\./, "");
  return host.length <= hostMax ? host : null;
}
