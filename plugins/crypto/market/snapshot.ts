import { HubError } from "hub";
import { CoinIndex, coinsOf } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import type { FromSource } from "./failover.ts";
import { type Market, unknownMarket } from "./market.ts";

interface Table {
  date: string;
  /** What a dollar bought, by symbol. */
  usd: Readonly<Record<string, number>>;
}

/** The catalogue, or where there is none the few coins that a package has prices of. */
export async function readIndex(doors: MarketDoors): Promise<CoinIndex> {
  try {
    return await coinsOf(doors);
  } catch (error) {
    if (error instanceof HubError && error.code === "dataset_unavailable") return few();
    throw error;
  }
}

/** Whether a hub has never reached a provider: later, an old price would be told for today's. */
export function isFew({ catalogue }: CoinIndex): boolean {
  return catalogue.sources.includes("currency-api");
}

/**
 * The prices of one day that come with a package; undefined where it has none of the coin. All else
 * of the market is null.
 */
export async function snapshotOf(
  symbol: string,
  vs: readonly string[],
): Promise<FromSource<Record<string, Market>> | undefined> {
  const { date, usd } = await table();
  const bought = usd[symbol];
  if (!bought || !(await isCoin(symbol))) return undefined;
  const updatedAt = Date.parse(`${date}T00:00:00Z`);
  const markets = vs.map((code) => [
    code,
    {
      ...unknownMarket,
      id: symbol,
      updatedAt,
      price: (code === "usd" ? 1 : (usd[code] ?? Number.NaN)) / bought,
    },
  ]);
  return {
    value: Object.fromEntries(markets),
    fetchedAt: updatedAt,
    source: "currency-api",
    stale: true,
    degraded: true,
  };
}

let index: Promise<CoinIndex> | undefined;

function few(): Promise<CoinIndex> {
  index ??= readFew();
  return index;
}

async function readFew(): Promise<CoinIndex> {
  const { date, usd } = await table();
  const names = await coinNames();
  const coins = Object.entries(names)
    .filter(([symbol]) => usd[symbol])
    .map(([symbol, name]) => ({
      id: name.toLowerCase().replaceAll(" ", "-"),
      symbol,
      name,
      rank: null,
      type: null,
      isActive: true,
      isNew: false,
      paprika: null,
      isAtGecko: true,
      platforms: {},
    }));
  return new CoinIndex({ coins, fetchedAt: Date.parse(date), sources: ["currency-api"] });
}

async function table(): Promise<Table> {
  const { default: table } = await import("@fawazahmed0/currency-api/v1/currencies/usd.json");
  return table;
}

async function isCoin(symbol: string): Promise<boolean> {
  return Object.hasOwn(await coinNames(), symbol);
}

/** Whatever of the package is no money of a state, nor was one. */
async function coinNames(): Promise<Record<string, string>> {
  const { default: all } = await import("@fawazahmed0/currency-api/v1/currencies.json");
  const money = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));
  const names = Object.entries(all as Record<string, string>);
  return Object.fromEntries(names.filter(([symbol, name]) => name && !money.has(symbol)));
}
