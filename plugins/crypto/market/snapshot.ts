import { HubError } from "hub";
import { CoinIndex, loadCoinIndex } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import type { FromSource } from "./failover.ts";
import { type Market, unknownMarket } from "./market.ts";

interface Table {
  date: string;
  /** Value of a dollar, by symbol. */
  usd: Readonly<Record<string, number>>;
}

/** Returns the catalogue, or the few coins in the package if there is none. */
export async function readIndex(doors: MarketDoors): Promise<CoinIndex> {
  try {
    return await loadCoinIndex(doors);
  } catch (error) {
    if (error instanceof HubError && error.code === "dataset_unavailable")
      return loadPackageIndex();
    throw error;
  }
}

/**
 * Returns the prices of one day from the package, or undefined if it lacks the coin. All other market
 * fields are null.
 */
export async function readSnapshot(
  symbol: string,
  vs: readonly string[],
): Promise<FromSource<Record<string, Market>> | undefined> {
  const { date, usd } = await loadTable();
  const coinsPerDollar = usd[symbol];
  if (!coinsPerDollar || !(await isCoin(symbol))) return undefined;
  const updatedAt = Date.parse(`${date}T00:00:00Z`);
  const markets = vs.map((code) => [
    code,
    {
      ...unknownMarket,
      id: symbol,
      updatedAt,
      price: (code === "usd" ? 1 : (usd[code] ?? Number.NaN)) / coinsPerDollar,
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

function loadPackageIndex(): Promise<CoinIndex> {
  index ??= buildPackageIndex();
  return index;
}

async function buildPackageIndex(): Promise<CoinIndex> {
  const { date, usd } = await loadTable();
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

async function loadTable(): Promise<Table> {
  const { default: table } = await import("@fawazahmed0/currency-api/v1/currencies/usd.json");
  return table;
}

async function isCoin(symbol: string): Promise<boolean> {
  return Object.hasOwn(await coinNames(), symbol);
}

/** Returns the package's entries that aren't current or former fiat currencies. */
async function coinNames(): Promise<Record<string, string>> {
  const { default: all } = await import("@fawazahmed0/currency-api/v1/currencies.json");
  const money = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));
  const names = Object.entries(all as Record<string, string>);
  return Object.fromEntries(names.filter(([symbol, name]) => name && !money.has(symbol)));
}
