/** A coin of the catalogue, by its id at CoinGecko where that has it. */
export interface Coin {
  id: string;
  symbol: string;
  name: string;
  /** By market capitalisation; null where neither provider tells. */
  rank: number | null;
  type: "coin" | "token" | null;
  isActive: boolean;
  isNew: boolean;
  /** Its id at CoinPaprika. */
  paprika: string | null;
  isAtGecko: boolean;
  /** Contract addresses by the name of their chain. */
  platforms: Record<string, string>;
}

/** All coins there are, the highest ranked first. */
export interface Catalogue {
  coins: readonly Coin[];
  fetchedAt: number;
  sources: readonly string[];
}
