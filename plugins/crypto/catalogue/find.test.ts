import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { now } from "../fixtures.ts";
import { type Coin, CoinIndex } from "./catalogue.ts";
import { byRank } from "./fetch.ts";
import { ambiguity, findCoin, mustFind, unknown } from "./find.ts";

const word = fc.constantFrom("sol", "uni", "pepe", "near", "atom", "luna");
const invented: fc.Arbitrary<Coin> = fc.record({
  id: word,
  symbol: word,
  name: word.map((text) => text.toUpperCase()),
  rank: fc.option(fc.integer({ min: 1, max: 30 })),
  type: fc.constant(null),
  isActive: fc.constant(true),
  isNew: fc.constant(false),
  paprika: fc.constant(null),
  isAtGecko: fc.constant(true),
  platforms: fc.constant({}),
});

test("a name resolves to the highest-ranked coin with that name, and hides no other", () => {
  const coins = fc.uniqueArray(invented, { selector: ({ id }) => id, minLength: 1 });
  fc.assert(
    fc.property(coins, word, (all, asked) => {
      const index = new CoinIndex({
        coins: all.toSorted(byRank),
        fetchedAt: now,
        sources: ["coingecko", "coinpaprika"],
      });
      const called = all.filter(({ id, symbol, name }) =>
        [id, symbol, name.toLowerCase()].includes(asked),
      );
      const found = findCoin(index, asked.toUpperCase());
      const ranks = called.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY);
      expect(found?.coin.rank ?? Number.POSITIVE_INFINITY).toBe(Math.min(...ranks));
      expect(new Set(found?.candidates.map(({ coin }) => coin))).toEqual(
        new Set(called.length > 1 ? called : []),
      );
      expect(findCoin(index, asked, { match: "id" })?.coin.id ?? asked).toBe(asked);
    }),
    cases(200),
  );
});

const address = "0xab";
const build = (id: string, platforms: Coin["platforms"] = {}): Coin => ({
  ...{
    id,
    symbol: "sol",
    name: `Coin ${id}`,
    rank: null,
    type: null,
    isActive: true,
    isNew: false,
  },
  ...{ paprika: null, isAtGecko: true, platforms },
});
const indexOf = (sources: string[], ...coins: Coin[]) =>
  new CoinIndex({ coins, fetchedAt: now, sources });
const both = ["coingecko", "coinpaprika"];

describe("a contract", () => {
  const [one, other] = [
    build("a", { ethereum: address, base: address }),
    build("b", { base: address }),
  ];
  const index = indexOf(both, one, other);

  test("is looked up if no id, symbol or name matches", () => {
    const found = findCoin(index, ` ${address} `)?.candidates;
    expect(found?.map(({ coin, chain }) => [coin, chain])).toEqual([
      [one, "ethereum"],
      [one, "base"],
      [other, "base"],
    ]);
    expect(findCoin(index, address, { match: "symbol" })).toBeUndefined();
    expect(findCoin(index, "a", { match: "contract" })).toBeUndefined();
  });

  test("selects a chain only if the coin has it on one", () => {
    expect(findCoin(index, address)?.chain).toBeNull();
    expect(findCoin(index, address, { chain: "Ethereum" })).toEqual({
      ...{ coin: one, candidates: [], chain: "ethereum" },
    });
    expect(findCoin(index, address, { chain: "base" })).toMatchObject({ coin: one, chain: "base" });
    expect(findCoin(index, "a", { chain: "base" })).toBeUndefined();
  });

  test("can't be on a chain if an id is requested", () => {
    expect(() => mustFind(index, "a", { match: "id", chain: "base" })).toThrow(
      'query.chain must not be set if query.match is "id": it selects a contract',
    );
  });
});

describe("a coin that isn't found", () => {
  test.each([
    [{}, 'No coin found for the id, symbol, name or contract "solo"'],
    [{ match: "id" as const }, 'No coin found for the id "solo"'],
    [{ chain: "base" }, 'No coin found for the contract "solo" on "base"'],
  ])("is described by what was matched: %j", (wanted, message) => {
    expect(() => mustFind(indexOf(both, build("a")), "solo", wanted)).toThrow(message);
  });

  test("doesn't exist only if both lists are known", () => {
    expect(unknown(indexOf(both), { message: "No coin" })).toMatchObject({ code: "unknown_coin" });
    expect(unknown(indexOf(["coingecko"]), { message: "No coin" })).toMatchObject({
      code: "dataset_unavailable",
      headers: { "retry-after": "60" },
    });
  });
});

describe("ambiguity", () => {
  const coins = Array.from({ length: 7 }, (_, at) => build(`${at}`));
  const describeMatch = (sources: string[], ...all: Coin[]) => {
    const index = indexOf(sources, ...all);
    return ambiguity(mustFind(index, "sol"), index);
  };

  test("lists at most five coins", () => {
    const { ambiguous, candidates } = describeMatch(both, ...coins);
    expect(ambiguous).toBe(true);
    expect(candidates.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4"]);
    expect(candidates[0]).toEqual({ id: "0", symbol: "sol", name: "Coin 0", rank: null });
  });

  test("of a single coin is denied only if both lists are known", () => {
    const [coin] = coins;
    const read = (...sources: string[]) => describeMatch(sources, coin!).ambiguous;
    expect([read(...both), read("coingecko"), read("web3icons")]).toEqual([false, null, null]);
  });
});
