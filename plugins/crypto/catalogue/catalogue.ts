import { readOnce } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";

/** Name of the package in the sources of a catalogue. */
export const packageName = "web3icons";

const overdueMs = 14 * 86_400_000;

const open = readOnce(async (stored) => new CoinIndex(JSON.parse(await stored.text("coins.json"))));

/** Index of the catalogue by id, symbol, name and contract. */
export class CoinIndex {
  readonly catalogue: Catalogue;
  readonly #byId = new Map<string, Coin>();
  readonly #byPaprika = new Map<string, Coin>();
  readonly #bySymbol = new Map<string, Coin[]>();
  readonly #byName = new Map<string, Coin[]>();
  readonly #byContract = new Map<string, Contract[]>();
  readonly #positions = new Map<Coin, number>();
  #groups: ReadonlyMap<Coin, readonly Coin[]> | undefined;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    for (const coin of catalogue.coins) {
      this.#positions.set(coin, this.#positions.size);
      this.#byId.set(coin.id.toLowerCase(), coin);
      if (coin.paprika) this.#byPaprika.set(coin.paprika.toLowerCase(), coin);
      append(this.#bySymbol, coin.symbol, coin);
      append(this.#byName, coin.name.toLowerCase(), coin);
      for (const [chain, address] of Object.entries(coin.platforms))
        append(this.#byContract, address.toLowerCase(), { coin, chain, address });
    }
  }

  id(text: string): Coin | undefined {
    return this.#byId.get(text) ?? this.#byPaprika.get(text);
  }

  paprika(id: string): Coin | undefined {
    return this.#byPaprika.get(id.toLowerCase());
  }

  /** Returns the coins with a symbol, highest ranked first. */
  symbol(text: string): readonly Coin[] {
    return this.#bySymbol.get(text) ?? [];
  }

  name(text: string): readonly Coin[] {
    return this.#byName.get(text) ?? [];
  }

  /** Returns the coins with a contract address, highest ranked first. Only hexadecimal addresses ignore case. */
  contracts(address: string): readonly Contract[] {
    const found = this.#byContract.get(address.toLowerCase()) ?? [];
    return isHexadecimal(address) ? found : found.filter((one) => one.address === address);
  }

  /** Returns a coin at CoinGecko with those ranked around it, in groups that never overlap. */
  listNeighbours(coin: Coin): readonly Coin[] {
    this.#groups ??= groupCoins(this.catalogue.coins.filter(({ isAtGecko }) => isAtGecko));
    return this.#groups.get(coin) ?? [coin];
  }

  /** Removes duplicates and sorts coins, highest ranked first. */
  sortCoins(coins: Iterable<Coin>): Coin[] {
    const getPosition = (coin: Coin) => this.#positions.get(coin) ?? this.#positions.size;
    return [...new Set(coins)].sort((a, b) => getPosition(a) - getPosition(b));
  }

  /** Whether it has only the coins of a package, because no list was ever downloaded. */
  get isFromPackage(): boolean {
    return this.catalogue.sources.includes(packageName);
  }

  /** Whether it contains the lists of both providers, so that a missing coin doesn't exist. */
  get isComplete(): boolean {
    const { sources } = this.catalogue;
    return sources.includes("coingecko") && sources.includes("coinpaprika");
  }
}

/** Total length of the ids in a group, because servers limit the length of URLs. */
const groupLengthMax = 5000;

/** Groups coins so that each group fits into one request. */
function groupCoins(coins: readonly Coin[]): Map<Coin, readonly Coin[]> {
  const groups = new Map<Coin, readonly Coin[]>();
  let group: Coin[] = [];
  let length = 0;
  for (const coin of coins) {
    const isFull = group.length >= crypto.limits.neighboursMax;
    if (isFull || length + coin.id.length > groupLengthMax) [group, length] = [[], 0];
    group.push(coin);
    length += coin.id.length + 1;
    groups.set(coin, group);
  }
  return groups;
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const existing = map.get(key);
  if (existing) existing.push(value);
  else map.set(key, [value]);
}

/** Returns whether a text is an address in hexadecimal, whose letters have no case. */
export function isHexadecimal(address: string): boolean {
  return /^0x[0-9a-f]+$/i.test(address);
}

/** A contract address of a coin on one chain. */
export interface Contract {
  coin: Coin;
  /** CoinGecko's id of the chain. */
  chain: string;
  address: string;
}

/** Coin of the catalogue. `id` is CoinGecko's id, if CoinGecko has the coin. */
export interface Coin {
  id: string;
  symbol: string;
  name: string;
  /** Rank by market capitalization. Null if neither provider has one. */
  rank: number | null;
  type: "coin" | "token" | null;
  /** Whether the coin is traded. Null if no provider says so. */
  isActive: boolean | null;
  isNew: boolean;
  /** CoinPaprika's id. */
  paprika: string | null;
  isAtGecko: boolean;
  /** Contract addresses by the name of their chain. */
  platforms: Record<string, string>;
}

/** All coins, highest ranked first. */
export interface Catalogue {
  coins: readonly Coin[];
  fetchedAt: number;
  sources: readonly string[];
}

/** Returns the coin index, synchronously if it is in memory. Throws `dataset_unavailable`. */
export function loadCoinIndex({ data }: Pick<MarketDoors, "data">): CoinIndex | Promise<CoinIndex> {
  const stored = data.get("coins");
  return stored instanceof Promise ? stored.then(open) : open(stored);
}

/** Returns the contract addresses of a coin, or null if no list of addresses contains it. */
export function getPlatforms(coin: Coin, { sources }: Catalogue): Record<string, string> | null {
  const isListed = coin.isAtGecko && sources.includes("coingecko");
  return isListed || Object.keys(coin.platforms).length > 0 ? coin.platforms : null;
}

/** Returns whether a catalogue is overdue for an update. */
export function isOld(catalogue: Catalogue, now: number): boolean {
  return catalogue.sources.includes(packageName) || now - catalogue.fetchedAt > overdueMs;
}
