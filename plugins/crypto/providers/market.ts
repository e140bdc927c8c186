/** Periods of price changes. */
export const spans = ["1h", "24h", "7d", "14d", "30d", "200d", "1y"] as const;
export type ChangePeriod = (typeof spans)[number];

/** Market of a coin in one currency. Values that the provider lacks are null. */
export interface Market {
  /** Id at the provider. */
  id: string;
  price: number;
  market_cap: number | null;
  rank: number | null;
  volume_24h: number | null;
  high_24h: number | null;
  low_24h: number | null;
  /** In percent. */
  changes: Partial<Record<ChangePeriod, number | null>>;
  ath: number | null;
  ath_date: string | null;
  atl: number | null;
  atl_date: string | null;
  fully_diluted_valuation: number | null;
  circulating_supply: number | null;
  total_supply: number | null;
  max_supply: number | null;
  /** Unix time in milliseconds. */
  updatedAt: number;
  /** Whether the response had only prices, market capitalization and volume. */
  isPartial?: true;
  /** Hourly prices of 7 days, only from CoinGecko. */
  sparkline?: number[] | null;
}

/** Returns the market in a requested currency. Throws if the provider left it out. */
export function requireMarket(markets: Readonly<Record<string, Market>>, code: string): Market {
  const market = markets[code];
  if (!market) throw new Error(`No price in "${code}"`);
  return market;
}

/** Market fields that depend on the price, if only that is known. */
export const unknownAmounts = {
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
} as const satisfies Partial<Market>;

/** Market fields if only the price is known. */
export const unknownMarket = {
  ...unknownAmounts,
  circulating_supply: null,
  total_supply: null,
  max_supply: null,
} as const satisfies Partial<Market>;

/** Description of a coin. Null values are unknown. */
export interface Profile {
  genesis_date: string | null;
  description: string | null;
  links: string[] | null;
  categories: string[] | null;
  platforms: Record<string, string> | null;
}
