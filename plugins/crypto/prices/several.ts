import { HubError } from "hub";
import type { Coin, CoinIndex } from "../catalogue/catalogue.ts";
import { brief, findCoin } from "../catalogue/find.ts";
import type { MarketDoors } from "../doors.ts";
import { fetchWithNeighbours } from "../market/bulk.ts";
import { recallMarkets, takeCoinCall } from "../market/market-store.ts";
import { readSnapshot } from "../market/snapshot.ts";
import { believeMarkets } from "../market/suspect.ts";
import crypto from "../plugin.ts";
import { geckoMarkets, geckoPrices } from "../providers/coingecko.ts";
import { paprikaMarkets, paprikaTicker } from "../providers/coinpaprika.ts";
import { type FromSource, queryWithFailover } from "../providers/failover.ts";
import type { Market } from "../providers/market.ts";
import { orNothing } from "../providers/no-price.ts";
import { refuse } from "../refuse.ts";

/** Coin with its markets. */
export interface CoinMarket {
  coin: Coin;
  /** By currency. */
  markets: Record<string, Market>;
}

interface CoinSelection {
  ids?: readonly string[] | undefined;
  symbols?: readonly string[] | undefined;
}

/** Parses the requested coins. Returns them with unknown names and ambiguous symbols. */
export function readCoins(index: CoinIndex, { ids = [], symbols = [] }: CoinSelection) {
  const { coinsMax, candidatesMax } = crypto.limits;
  const count = ids.length + symbols.length;
  if (count > coinsMax)
    refuse(
      "query.ids",
      `and query.symbols must name at most ${coinsMax} coins together: they name ${count}`,
    );
  const coins = new Map<string, Coin>();
  const missing: string[] = [];
  const ambiguous: Record<string, ReturnType<typeof brief>[]> = {};
  for (const [match, names] of [["id", ids] as const, ["symbol", symbols] as const])
    for (const name of names) {
      const coinMatch = findCoin(index, name, { match });
      if (coinMatch) coins.set(coinMatch.coin.id, coinMatch.coin);
      else missing.push(name);
      if (coinMatch && coinMatch.candidates.length > 0)
        ambiguous[name.toLowerCase()] = coinMatch.candidates
          .slice(0, candidatesMax)
          .map(({ coin }) => brief(coin));
    }
  return { coins: [...coins.values()], missing, ambiguous };
}

/** Fetches the markets of coins. Coins that the provider lacks are omitted. */
export async function fetchMarkets(
  coins: readonly Coin[],
  { vs, doors, index }: { vs: readonly string[]; doors: MarketDoors; index: CoinIndex },
): Promise<FromSource<CoinMarket[]> & { suspect: string[] }> {
  const recalled = recallAll(coins, vs, doors);
  if (recalled) return { ...recalled, suspect: [] };
  const atGecko = coins.filter(({ isAtGecko }) => isAtGecko);
  const atPaprika = new Map(coins.flatMap((coin) => (coin.paprika ? [[coin.paprika, coin]] : [])));
  // Ranked coins have prices. A response without them is truncated.
  const expected = coins.filter(({ rank, isActive }) => rank !== null && isActive !== false);
  const result = await queryWithFailover<CoinMarket[]>(
    {
      coingecko:
        atGecko.length > 0 ? () => fetchFromGecko(atGecko, { vs, doors, index }) : undefined,
      coinpaprika:
        atPaprika.size > 0 ? () => fetchFromPaprika(atPaprika, { vs, doors }) : undefined,
    },
    {
      doors,
      fullness: (markets) => ({ has: markets.length, expected: expected.length }),
      ...(index.isFromPackage && { last: () => readPackagePrices(coins, vs) }),
    },
  );
  return { ...result, ...(await believeMarkets(result, doors)) };
}

/** Returns the markets of coins if all of them are stored and fresh. */
function recallAll(
  coins: readonly Coin[],
  vs: readonly string[],
  doors: MarketDoors,
): FromSource<CoinMarket[]> | undefined {
  const recalled = coins.flatMap((coin) => {
    const found = recallMarkets(coin, vs, { doors, mayBePartial: true });
    return found ? [{ coin, ...found }] : [];
  });
  if (recalled.length < coins.length) return undefined;
  return {
    value: recalled.map(({ coin, markets }) => ({ coin, markets })),
    fetchedAt: Math.min(...recalled.map(({ fetchedAt }) => fetchedAt)),
    source: "coingecko",
    stale: false,
    degraded: false,
  };
}

/** Returns prices from the package, for coins that it contains. */
async function readPackagePrices(coins: readonly Coin[], vs: readonly string[]) {
  const snapshots = await Promise.all(coins.map((coin) => readSnapshot(coin, vs)));
  const [first] = snapshots.filter((one) => one !== undefined);
  return (
    first && {
      ...first,
      value: coins.flatMap((coin, position) => {
        const markets = snapshots[position]?.value;
        return markets ? [{ coin, markets }] : [];
      }),
    }
  );
}

/** Fetches full markets for one currency, or only prices for several, with one call. */
async function fetchFromGecko(
  coins: readonly Coin[],
  { vs, doors, index }: { vs: readonly string[]; doors: MarketDoors; index: CoinIndex },
) {
  // Sorted, so that requests for the same coins share a cache entry.
  const ids = coins.map(({ id }) => id).toSorted();
  const isShort = coins.length <= crypto.limits.coinCallsMax;
  if (isShort && !takeCoinCall(`coingecko ${ids.join(",")}`, doors))
    return fetchAllWithNeighbours(coins, vs, { index, doors });
  const [code = "usd"] = vs;
  const read = (ids: readonly string[]) =>
    vs.length > 1
      ? geckoPrices(ids, vs, doors)
      : indexById(() => geckoMarkets({ vs: code, ids, per_page: 250 }, doors), code);
  const { value, ...dated } = await orNothing<ReadonlyMap<string, Record<string, Market>>>(
    () => read(ids),
    { nothing: new Map(), ofBitcoin: () => read(["bitcoin"]) },
  );
  const coinMarkets = coins.flatMap((coin) => {
    const markets = value.get(coin.id);
    return markets ? [{ coin, markets }] : [];
  });
  return { ...dated, value: coinMarkets };
}

/** Fetches a few coins from lists of many, which other requests can share. Coins without a price are omitted. */
async function fetchAllWithNeighbours(
  coins: readonly Coin[],
  vs: readonly string[],
  context: { index: CoinIndex; doors: MarketDoors },
) {
  const all = await Promise.all(
    coins.map(async (coin) => {
      const response = await fetchWithNeighbours(coin, vs, context).catch(ignoreNoPrice);
      return response ? [{ coin, ...response }] : [];
    }),
  );
  const found = all.flat();
  return {
    value: found.map(({ coin, value }) => ({ coin, markets: value })),
    fetchedAt: Math.min(context.doors.clock(), ...found.map(({ fetchedAt }) => fetchedAt)),
    stale: found.some(({ stale }) => stale),
  };
}

function ignoreNoPrice(failure: unknown): undefined {
  if (!(failure instanceof HubError && failure.code === "no_price")) throw failure;
}

async function indexById(read: () => ReturnType<typeof geckoMarkets>, code: string) {
  const { value, ...dated } = await read();
  const markets = value.map((market): [string, Record<string, Market>] => [
    market.id,
    { [code]: market },
  ]);
  return { ...dated, value: new Map(markets) };
}

async function fetchFromPaprika(
  coins: ReadonlyMap<string, Coin>,
  { vs, doors }: { vs: readonly string[]; doors: MarketDoors },
) {
  const { value, ...dated } = await paprikaMarkets(vs, doors);
  const listed = value.flatMap(({ id, markets }) => {
    const coin = coins.get(id);
    return coin ? [{ coin, markets }] : [];
  });
  const others = [...coins].filter(([, coin]) => !listed.some((one) => one.coin === coin));
  // The list of some plans has only the largest coins.
  if (others.length > crypto.limits.coinCallsMax) return { ...dated, value: listed };
  const tickers = await Promise.all(
    others.map(async ([id, coin]) => {
      const ticker = await paprikaTicker(id, vs, doors).catch(ignoreNoPrice);
      return ticker && !ticker.stale ? [{ coin, markets: ticker.value }] : [];
    }),
  );
  return { ...dated, value: [...listed, ...tickers.flat()] };
}
