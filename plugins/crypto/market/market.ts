/** Over how long a price is compared. */
export const spans = ["1h", "24h", "7d", "14d", "30d", "200d", "1y"] as const;
export type Span = (typeof spans)[number];

/** A coin's market in one currency, whoever tells it. What a provider does not tell is null. */
export interface Market {
  /** At the provider that told it. */
  id: string;
  price: number;
  market_cap: number | null;
  rank: number | null;
  volume_24h: number | null;
  high_24h: number | null;
  low_24h: number | null;
  /** In percent. */
  changes: Partial<Record<Span, number | null>>;
  ath: number | null;
  ath_date: string | null;
  atl: number | null;
  atl_date: string | null;
  fully_diluted_valuation: number | null;
  circulating_supply: number | null;
  total_supply: number | null;
  max_supply: number | null;
  /** In milliseconds since 1970. */
  updatedAt: number;
  /** In CoinGecko's markets: hourly prices of 7 days. */
  sparkline?: number[] | null;
}

/** The market in one of the currencies that were asked for. Throws where the provider left it out. */
export function requireMarket(markets: Readonly<Record<string, Market>>, code: string): Market {
  const market = markets[code];
  if (!market) throw new Error(`No price in "${code}"`);
  return market;
}

/** What a market is of which nobody tells more than the price. */
export const unknownMarket = {
  market_cap: null,
  rank: null,
  volume_24h: null,
  high_24h: null,
  low_24h: null,
  changes: {},
  ath: null,
  ath_date: null,
  atl: null,
  atl_date: null,
  fully_diluted_valuation: null,
  circulating_supply: null,
  total_supply: null,
  max_supply: null,
} as const satisfies Partial<Market>;

/** What a coin is, besides its market. */
export interface Profile {
  genesis_date: string | null;
  description: string | null;
  links: string[];
  categories: string[];
  platforms: Record<string, string>;
}
