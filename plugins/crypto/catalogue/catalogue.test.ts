import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { type Coin, CoinIndex, getPlatforms, isOld } from "./catalogue.ts";

const build = (coin: Partial<Coin> & { id: string }): Coin => ({
  ...{ symbol: coin.id, name: coin.id, rank: null, type: null, isActive: true, isNew: false },
  ...{ paprika: null, isAtGecko: true, platforms: {} },
  ...coin,
});
const indexOf = (...coins: Coin[]) =>
  new CoinIndex({ coins, fetchedAt: 0, sources: ["coingecko", "coinpaprika"] });

test("finds a coin by its id at either provider", () => {
  const coin = build({ id: "Bitcoin", paprika: "btc-Bitcoin" });
  const index = indexOf(coin);
  expect([index.id("bitcoin"), index.id("btc-bitcoin"), index.paprika("BTC-bitcoin")]).toEqual([
    ...[coin, coin, coin],
  ]);
  expect(index.id("btc")).toBeUndefined();
});

test("hexadecimal addresses ignore case, others don't", () => {
  const [first, second] = [
    build({ id: "a", platforms: { ethereum: "0xAb", solana: "SoL" } }),
    build({ id: "b", platforms: { base: "0xaB", solana: "sol" } }),
  ];
  const index = indexOf(first, second);
  const find = (address: string) =>
    index.contracts(address).map(({ coin, chain }) => [coin.id, chain]);
  expect(find("0XAB")).toEqual([
    ["a", "ethereum"],
    ["b", "base"],
  ]);
  expect(find("SoL")).toEqual([["a", "solana"]]);
  expect(find("sOl")).toEqual([]);
});

test("coins are sorted as in the catalogue, and returned once", () => {
  const [a, b, c] = [build({ id: "a" }), build({ id: "b" }), build({ id: "c" })];
  const index = indexOf(b, a);
  expect(index.sortCoins([c, a, b, a])).toEqual([b, a, c]);
});

test("each coin at CoinGecko has neighbours in one group that fits into a request", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 700 }), ([size = 1], count) => {
      const coins = Array.from({ length: count }, (_, at) =>
        build({ id: `${at}`.padStart(size * 5, "x"), isAtGecko: at % 7 !== 3 }),
      );
      const index = indexOf(...coins);
      const atGecko = coins.filter(({ isAtGecko }) => isAtGecko);
      const groups = [...new Set(atGecko.map((coin) => index.listNeighbours(coin)))];
      expect(groups.flat()).toEqual(atGecko);
      for (const [at, group] of groups.entries()) {
        const length = group.reduce((sum, { id }) => sum + id.length + 1, -1);
        expect(group.length).toBeLessThanOrEqual(250);
        expect(length).toBeLessThanOrEqual(5000);
        // No group could take the next coin.
        const next = groups[at + 1]?.[0];
        if (next) expect(group.length === 250 || length + 1 + next.id.length > 5000).toBe(true);
      }
    }),
    cases(30),
  );
});

test("a coin that CoinGecko doesn't have is its only neighbour", () => {
  const coin = build({ id: "a", isAtGecko: false });
  expect(indexOf(build({ id: "b" }), coin).listNeighbours(coin)).toEqual([coin]);
});

test("contract addresses are unknown unless a list of them has the coin", () => {
  const plain = build({ id: "a" });
  const catalogue = (...sources: string[]) => ({ coins: [], fetchedAt: 0, sources });
  expect(getPlatforms(plain, catalogue("coingecko"))).toEqual({});
  expect(getPlatforms(plain, catalogue("coinpaprika"))).toBeNull();
  expect(getPlatforms({ ...plain, isAtGecko: false }, catalogue("coingecko"))).toBeNull();
  const platforms = { base: "0x1" };
  expect(getPlatforms({ ...plain, platforms }, catalogue("web3icons"))).toEqual(platforms);
});

test("a catalogue is overdue after two weeks, and that of a package always", () => {
  const twoWeeks = 14 * 86_400_000;
  const catalogue = { coins: [], fetchedAt: 0, sources: ["coingecko"] };
  expect([isOld(catalogue, twoWeeks), isOld(catalogue, twoWeeks + 1)]).toEqual([false, true]);
  expect(isOld({ ...catalogue, sources: ["web3icons"] }, 0)).toBe(true);
});
