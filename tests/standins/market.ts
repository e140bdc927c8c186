import type { DataFault } from "./faults.ts";
import { invented, swing } from "./invented.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** A coin of the stand-ins. Known IDs have invented figures, which their names say. */
export interface Coin {
  /** CoinGecko's ID. */
  id: string;
  symbol: string;
  name: string;
  rank: number;
  started: string;
  supply: number;
  /** Null if it has no maximum. */
  maxSupply: number | null;
}

const NAMED = [
  ["bitcoin", "btc", "Bitcoin"],
  ["ethereum", "eth", "Ethereum"],
  ["moonrock", "moon", "Moonrock"],
  ["moonbeam-cheese", "moon", "Moonbeam Cheese"],
  ["fabulon", "fab", "Fabulon"],
] as const;

/** All coins by rank: a few with known names, and enough others to fill a catalogue. */
export const COINS: readonly Coin[] = Array.from({ length: 10_200 }, (_, index) => {
  const number = String(index + 1).padStart(5, "0");
  const [id, symbol, name] = NAMED[index] ?? [`invented-${number}`, `x${number}`, `No ${number}`];
  const supply = Math.round(1e6 + invented(`${id} supply`) * 1e8);
  return {
    id,
    symbol,
    name: `${name} (invented)`,
    rank: index + 1,
    started: `${2009 + Math.floor(invented(`${id} year`) * 15)}-01-03`,
    supply,
    maxSupply: index % 3 === 0 ? supply * 2 : null,
  };
});

/** Units of each currency per invented dollar. */
export const CURRENCIES: Readonly<Record<string, number>> = {
  usd: 1,
  eur: 0.8,
  gbp: 0.7,
  jpy: 125,
  btc: 0.00002,
};

/** A coin's market at a time, in dollars. */
export interface Quote {
  price: number | null;
  marketCap: number;
  volume: number;
  high: number;
  low: number;
  highest: number;
  lowest: number;
  /** Returns the change of the price over a number of days, in percent. */
  change(days: number): number;
  updatedAt: number;
}

/** Returns a coin's price in dollars at a time, consistent across all requests. */
export function priceAt({ id, rank }: Coin, time: number): number {
  const middle = Math.max(0.000012, 25_000 * 0.7 ** (rank - 1));
  return Number(swing(id, { middle, time }).toPrecision(8));
}

/** Returns a coin's market at the full minute. */
export function computeQuote(coin: Coin, now: number, fault?: DataFault): Quote {
  const updatedAt = Math.floor(now / minuteMs) * minuteMs;
  const price = priceAt(coin, updatedAt);
  const earlier = (days: number) => priceAt(coin, updatedAt - days * dayMs);
  const spoilt: Partial<Record<DataFault, number | null>> = {
    "zero-rate": 0,
    nan: Number.NaN,
    "missing-currency": null,
  };
  return {
    price: fault && fault in spoilt ? (spoilt[fault] ?? null) : price,
    marketCap: Math.round(price * coin.supply),
    volume: Math.round(price * coin.supply * 0.03),
    high: price * 1.01,
    low: price * 0.99,
    highest: price * 3,
    lowest: price * 0.1,
    change: (days) => Number(((price / earlier(days) - 1) * 100).toFixed(5)),
    updatedAt: fault === "future-date" ? Date.UTC(2999, 11, 31) : updatedAt,
  };
}

/** Returns times at full steps in a range. A fault repeats one or moves it far away. */
export function steps(
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
  fault?: DataFault,
): number[] {
  const times: number[] = [];
  for (let time = Math.ceil(from / stepMs) * stepMs; time <= to; time += stepMs) times.push(time);
  if (fault === "duplicate-day" && times.length > 0) times.push(times.at(-1)!);
  if (fault === "future-date") times.push(Date.UTC(2999, 11, 31));
  return times;
}
