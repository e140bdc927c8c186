import { readOnce } from "hub";
import type { MarketDoors } from "../doors.ts";

const overdueMs = 14 * 86_400_000;

const open = readOnce(async (stored) => new CoinIndex(JSON.parse(await stored.text("coins.json"))));

/** Index of the catalogue by id, symbol, name and contract. */
export class CoinIndex {
  readonly catalogue: Catalogue;
  readonly #byId = new Map<string, Coin>();
  readonly #byPaprika = new Map<string, Coin>();
  readonly #bySymbol = new Map<string, Coin[]>();
  readonly #byName = new Map<string, Coin[]>();
  readonly #byContract = new Map<string, Coin>();
  readonly #positions = new Map<Coin, number>();

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
    for (const coin of catalogue.coins) {
      this.#positions.set(coin, this.#positions.size);
      this.#byId.set(coin.id.toLowerCase(), coin);
      if (coin.paprika) this.#byPaprika.set(coin.paprika.toLowerCase(), coin);
      appendCoin(this.#bySymbol, coin.symbol, coin);
      appendCoin(this.#byName, coin.name.toLowerCase(), coin);
      for (const address of Object.values(coin.platforms))
        this.#byContract.set(address.toLowerCase(), coin);
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

  contract(text: string): Coin | undefined {
    return this.#byContract.get(text);
  }

  /** Removes duplicates and sorts coins, highest ranked first. */
  sortCoins(coins: Iterable<Coin>): Coin[] {
    const getPosition = (coin: Coin) => this.#positions.get(coin) ?? this.#positions.size;
    return [...new Set(coins)].sort((a, b) => getPosition(a) - getPosition(b));
  }

  /** Whether it contains the lists of both providers, so that a missing coin doesn't exist. */
  get isComplete(): boolean {
    const { sources } = this.catalogue;
    return sources.includes("coingecko") && sources.includes("coinpaprika");
  }
}

function appendCoin(map: Map<string, Coin[]>, key: string, coin: Coin): void {
  const existing = map.get(key);
  if (existing) existing.push(coin);
  else map.set(key, [coin]);
}

/** Coin of the catalogue. `id` is CoinGecko's id, if CoinGecko has the coin. */
export interface Coin {
  id: string;
  symbol: string;
  name: string;
  /** Rank by market capitalization. Null if neither provider has one. */
  rank: number | null;
  type: "coin" | "token" | null;
  isActive: boolean;
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

/** Returns whether a catalogue is overdue for an update. */
export function isOld(catalogue: Catalogue, now: number): boolean {
  return now - catalogue.fetchedAt > overdueMs;
}
