import type { Coin, CoinIndex } from "../catalogue/catalogue.ts";
import { brief, findCoin } from "../catalogue/find.ts";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { geckoMarkets, geckoPrices } from "./coingecko.ts";
import { paprikaMarkets } from "./coinpaprika.ts";
import { type FromSource, queryWithFailover } from "./failover.ts";
import type { Market } from "./market.ts";
import { orNothing } from "./no-price.ts";
import { readSnapshot } from "./snapshot.ts";
import { believeMarkets } from "./suspect.ts";

/** Coin with its markets. */
export interface CoinMarket {
  coin: Coin;
  /** By currency. */
  markets: Record<string, Market>;
}

interface Named {
  ids?: readonly string[] | undefined;
  symbols?: readonly string[] | undefined;
}

/** Parses the requested coins. Returns them with unknown names and ambiguous symbols. */
export function readCoins(index: CoinIndex, { ids = [], symbols = [] }: Named) {
  const { coinsMax, candidatesMax } = crypto.limits;
  const count = ids.length + symbols.length;
  if (count > coinsMax)
    throw crypto.error(
      "invalid_input",
      `query.ids and query.symbols must name at most ${coinsMax} coins together: they name ${count}`,
      { at: "query.ids" },
    );
  const coins = new Map<string, Coin>();
  const missing: string[] = [];
  const ambiguous: Record<string, ReturnType<typeof brief>[]> = {};
  for (const [match, names] of [["id", ids] as const, ["symbol", symbols] as const])
    for (const name of names) {
      const found = findCoin(index, name, match);
      if (found) coins.set(found.coin.id, found.coin);
      else missing.push(name);
      if (found && found.candidates.length > 0)
        ambiguous[name.toLowerCase()] = found.candidates.slice(0, candidatesMax).map(brief);
    }
  return { coins: [...coins.values()], missing, ambiguous };
}

/** Fetches the markets of coins. Coins that the provider lacks are omitted. */
export async function fetchMarkets(
  coins: readonly Coin[],
  { vs, doors, isFew = false }: { vs: readonly string[]; doors: MarketDoors; isFew?: boolean },
): Promise<FromSource<CoinMarket[]> & { suspect: string[] }> {
  const atGecko = coins.filter(({ isAtGecko }) => isAtGecko);
  const atPaprika = new Map(coins.flatMap((coin) => (coin.paprika ? [[coin.paprika, coin]] : [])));
  // Ranked coins have prices. A response without them is truncated.
  const expected = coins.filter(({ rank, isActive }) => rank !== null && isActive);
  const answer = await queryWithFailover<CoinMarket[]>(
    {
      coingecko: atGecko.length > 0 ? () => byGecko(atGecko, { vs, doors }) : undefined,
      coinpaprika: atPaprika.size > 0 ? () => byPaprika(atPaprika, { vs, doors }) : undefined,
    },
    {
      doors,
      fullness: (found) => ({ has: found.length, expected: expected.length }),
      ...(isFew && { last: () => pricesAlone(coins, vs) }),
    },
  );
  return { ...answer, ...(await believeMarkets(answer, doors)) };
}

/** Returns prices from the package, for coins that it contains. */
async function pricesAlone(coins: readonly Coin[], vs: readonly string[]) {
  const found = await Promise.all(coins.map(({ symbol }) => readSnapshot(symbol, vs)));
  const [first] = found.filter((one) => one !== undefined);
  return (
    first && {
      ...first,
      value: coins.flatMap((coin, place) => {
        const markets = found[place]?.value;
        return markets ? [{ coin, markets }] : [];
      }),
    }
  );
}

/** Fetches full markets for one currency, or only prices for several, with one call. */
async function byGecko(
  coins: readonly Coin[],
  { vs, doors }: { vs: readonly string[]; doors: MarketDoors },
) {
  // Sorted, so that requests for the same coins share a cache entry.
  const ids = coins.map(({ id }) => id).toSorted();
  const [code = "usd"] = vs;
  const read = (ids: readonly string[]) =>
    vs.length > 1
      ? geckoPrices(ids, vs, doors)
      : byMarket(() => geckoMarkets({ vs: code, ids, per_page: 250 }, doors), code);
  const { value, ...dated } = await orNothing<ReadonlyMap<string, Record<string, Market>>>(
    () => read(ids),
    { nothing: new Map(), ofBitcoin: () => read(["bitcoin"]) },
  );
  const own = coins.flatMap((coin) => {
    const markets = value.get(coin.id);
    return markets ? [{ coin, markets }] : [];
  });
  return { ...dated, value: own };
}

async function byMarket(read: () => ReturnType<typeof geckoMarkets>, code: string) {
  const { value, ...dated } = await read();
  const markets = value.map((market): [string, Record<string, Market>] => [
    market.id,
    { [code]: market },
  ]);
  return { ...dated, value: new Map(markets) };
}

async function byPaprika(
  coins: ReadonlyMap<string, Coin>,
  { vs, doors }: { vs: readonly string[]; doors: MarketDoors },
) {
  const { value, ...dated } = await paprikaMarkets(vs, doors);
  const own = value.flatMap(({ id, markets }) => {
    const coin = coins.get(id);
    return coin ? [{ coin, markets }] : [];
  });
  return { ...dated, value: own };
}
