import { describe, expect, test } from "bun:test";
import type { Coin } from "../catalogue/catalogue.ts";
import { type Market, unknownMarket } from "../providers/market.ts";
import {
  buildKey,
  getMarkets,
  recallMarkets,
  recallProfile,
  type StoredMarket,
  storeMarket,
  storeProfile,
  takeCoinCall,
  takeProfileCall,
} from "./market-store.ts";

const openDoors = () => {
  const state = { now: 1_000_000 };
  return { state, doors: { kv: {}, clock: () => state.now } as never };
};
const coin = { id: "a" } as Coin;
const market = (price: number, own: Partial<Market> = {}): Market => ({
  ...{ ...unknownMarket, id: "a", price, updatedAt: 0 },
  ...own,
});
const stored = (at: number, own: Partial<StoredMarket> = {}): StoredMarket => ({
  ...{ market: market(at), at, source: "coingecko", withheldTicks: new Set() },
  ...own,
});

describe("a stored market", () => {
  test("is replaced by one of the same time or a newer one", () => {
    const markets = getMarkets(openDoors().doors);
    for (const at of [5, 4]) storeMarket(markets, "a usd", stored(at));
    expect(markets.get("a usd")?.at).toBe(5);
    const same = stored(5, { source: "coinpaprika" });
    storeMarket(markets, "a usd", same);
    expect(markets.get("a usd")).toBe(same);
  });

  test("is the first to go if it was updated least recently", () => {
    const markets = new Map<string, StoredMarket>();
    for (let at = 0; at < 20_000; at++) storeMarket(markets, `${at}`, stored(at));
    storeMarket(markets, "0", stored(30_000));
    storeMarket(markets, "new", stored(1));
    expect([markets.size, markets.has("0"), markets.has("1"), markets.has("2")]).toEqual([
      ...[20_000, true, false, true],
    ]);
  });

  test("belongs to one hub", () => {
    const { doors } = openDoors();
    expect(getMarkets(doors)).toBe(getMarkets(doors));
    expect(getMarkets(openDoors().doors)).not.toBe(getMarkets(doors));
  });
});

describe("stored markets of a coin", () => {
  /** Stores the market in dollars and, if it is given, in euros. Returns what is recalled. */
  function recall(euros?: Partial<StoredMarket>, options = {}) {
    const { state, doors } = openDoors();
    const put = (code: string, own: Partial<StoredMarket>) =>
      getMarkets(doors).set(buildKey(coin, code), stored(state.now, own));
    put("usd", {});
    if (euros) put("eur", euros);
    return recallMarkets(coin, ["usd", "eur"], { doors, ...options });
  }

  test("replace a call if all are there, with the time of the oldest", () => {
    expect(recall()).toBeUndefined();
    expect(recall({ at: 1_000_000 - 59_999 })).toEqual({
      markets: { usd: market(1_000_000), eur: market(1_000_000) },
      fetchedAt: 1_000_000 - 59_999,
    });
  });

  test.each([
    ["a minute old", { at: 1_000_000 - 60_000 }],
    ["of the other provider", { source: "coinpaprika" as const }],
    ["withheld", { withheldTicks: new Set(["1 2"]) }],
  ])("don't replace one if one is %s", (_, own) => {
    expect(recall(own)).toBeUndefined();
  });

  test("can be partial only if that is enough", () => {
    const partial = { market: market(1, { isPartial: true }) };
    expect(recall(partial)).toBeUndefined();
    expect(recall(partial, { mayBePartial: true })?.markets.eur?.price).toBe(1);
  });
});

test("a profile is kept for a week", () => {
  const { state, doors } = openDoors();
  const profile = { genesis_date: null, description: "A", links: null, categories: null };
  const full = { ...profile, platforms: null };
  storeProfile(coin, full, doors);
  state.now += 7 * 86_400_000 - 1;
  expect(recallProfile(coin, doors)).toBe(full);
  state.now += 1;
  expect(recallProfile(coin, doors)).toBeUndefined();
});

describe("calls for single coins", () => {
  test("are limited by provider and minute, and repeated ones don't count", () => {
    const { state, doors } = openDoors();
    const take = (name: string) => takeCoinCall(name, doors);
    const eight = Array.from({ length: 8 }, (_, at) => `coingecko ${at}`);
    expect(eight.map(take)).toEqual(eight.map(() => true));
    expect([take("coingecko 8"), take("coingecko 0"), take("coinpaprika 8")]).toEqual([
      ...[false, true, true],
    ]);
    state.now += 59_999;
    expect(take("coingecko 8")).toBe(false);
    state.now += 1;
    expect(take("coingecko 8")).toBe(true);
  });

  test("may be twice as many for descriptions", () => {
    const { doors } = openDoors();
    const names = Array.from({ length: 17 }, (_, at) => `coingecko ${at}`);
    expect(names.filter((name) => takeProfileCall(name, doors))).toHaveLength(16);
  });
});
