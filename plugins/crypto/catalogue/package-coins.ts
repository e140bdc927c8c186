import { type Coin, packageName } from "./catalogue.ts";

/** Day on which the list of the package was published. Its ranks are older, so they only order the coins. */
const listDay = "2026-09-16";

/** Market rates of one day. */
interface MarketRates {
  date: string;
  /** Value of a dollar, by symbol. */
  usd: Readonly<Record<string, number>>;
}

/** Reads the 1,800 coins of a package: those with a price first, then by rank. */
export async function readPackageCoins() {
  const { tokens } = await import("@web3icons/common/metadata/tokens");
  const names = await readNames();
  const listed = tokens
    // The others are networks, and coins without an id of CoinGecko.
    .filter(({ id, filePath }) => filePath.startsWith("token:") && /^[a-z0-9][a-z0-9-]*$/.test(id))
    .map(({ id, symbol, name, marketCapRank, addresses }) => {
      const coin = { id, symbol: symbol.toLowerCase(), name };
      return { ...coin, addresses, hasPrice: isNamed(coin, names), order: marketCapRank ?? 0 };
    })
    .toSorted((a, b) => Number(b.hasPrice) - Number(a.hasPrice) || a.order - b.order);
  const coins = listed.map(
    ({ id, symbol, name, addresses }): Coin => ({
      id,
      symbol,
      name,
      rank: null,
      type: null,
      isActive: null,
      isNew: false,
      paprika: null,
      isAtGecko: true,
      platforms: { ...addresses } as Record<string, string>,
    }),
  );
  return { coins, fetchedAt: Date.parse(listDay), sources: [packageName] };
}

/** Returns the package's price of a coin, or undefined if it has none. */
export async function findPackagePrice(coin: Coin) {
  const { date, usd } = await readTable();
  const coinsPerDollar = usd[coin.symbol];
  if (!coinsPerDollar || !isNamed(coin, await readNames())) return undefined;
  return { date, usd, coinsPerDollar };
}

async function readTable(): Promise<MarketRates> {
  const { default: table } = await import("@fawazahmed0/currency-api/v1/currencies/usd.json");
  return table;
}

type Names = Readonly<Record<string, string>>;

/** Returns the names of the currencies with market rates, by symbol, without current and former fiat currencies. */
async function readNames(): Promise<Names> {
  const { default: all } = await import("@fawazahmed0/currency-api/v1/currencies.json");
  const money = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));
  const names = Object.entries(all as Record<string, string>);
  return Object.fromEntries(names.filter(([symbol, name]) => name && !money.has(symbol)));
}

/** Shortest name that identifies a coin as a part of another name. */
const nameLengthMin = 4;

/**
 * Returns whether the market rate of a symbol is that of this coin. Symbols are ambiguous: the names must be the same,
 * or one must contain the other, such as "Casper" and "Casper Network".
 */
function isNamed(
  { id, symbol, name }: Pick<Coin, "id" | "symbol" | "name">,
  names: Names,
): boolean {
  const known = Object.hasOwn(names, symbol) ? normalize(names[symbol] ?? "") : "";
  if (known.length < nameLengthMin) return known !== "" && known === normalize(name);
  return [id, name].map(normalize).some((own) => {
    const [short, long] = own.length < known.length ? [own, known] : [known, own];
    return short === long || (short.length >= nameLengthMin && long.includes(short));
  });
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
