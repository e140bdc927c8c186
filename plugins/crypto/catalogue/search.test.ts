import { describe, expect, test } from "bun:test";
import { type Coin, CoinIndex } from "./catalogue.ts";
import { searchCoins } from "./search.ts";

const address = "0x00000000000000000000000000000000000000aB";
const coins = (
  [
    ["bitcoin", "btc", "Bitcoin", 1, {}],
    ["wrapped-bitcoin", "wbtc", "Wrapped Bitcoin", 10, { ethereum: address }],
    ["bitcoin-cash", "bch", "Bitcoin Cash", 20, {}],
    ["btc-token", "xyz", "BTC", null, {}],
    ["btc", "abc", "Other", null, { base: address }],
  ] as const
).map(
  ([id, symbol, name, rank, platforms]): Coin => ({
    ...{ id, symbol, name, rank, platforms },
    ...{ type: null, isActive: true, isNew: false, paprika: null, isAtGecko: true },
  }),
);
const index = new CoinIndex({ coins, fetchedAt: 0, sources: ["coingecko"] });
const search = (q: string, limit = 10) =>
  searchCoins(index, { q, limit }).map(({ id, score, matched_on }) => [id, score, matched_on]);

describe("a search", () => {
  test("lists an exact symbol before names and ids, and those before prefixes and parts", () => {
    expect(search(" BTC ")).toEqual([
      ["bitcoin", 1, "symbol"],
      ["btc-token", 0.8, "name"],
      ["btc", 0.8, "id"],
    ]);
    expect(search("bitcoin")).toEqual([
      ["bitcoin", 0.9, "name"],
      ["bitcoin-cash", 0.6435, "prefix"],
      ["wrapped-bitcoin", 0.45, "part"],
    ]);
  });

  test("finds the beginning of a symbol or an id", () => {
    expect(search("wbt").map(([id]) => id)).toEqual(["wrapped-bitcoin"]);
    expect(search("btc-")).toEqual([["btc-token", 0.6, "prefix"]]);
  });

  test("finds names with common trigrams last", () => {
    // Four of the five trigrams of "bitcoim" are in "bitcoin", which has five.
    expect(search("bitcoim")).toEqual([
      ["bitcoin", 0.34, "similar"],
      ["bitcoin-cash", 0.2035, "similar"],
      ["wrapped-bitcoin", 0.1833, "similar"],
    ]);
    expect(search("dogecoin").map(([id]) => id)).toEqual(["bitcoin"]);
    expect(search("litecash")).toEqual([]);
  });

  test("finds contracts alone, in the order of the catalogue", () => {
    expect(search(address.toUpperCase().replace("0X", "0x"))).toEqual([
      ["wrapped-bitcoin", 0.95, "contract"],
      ["btc", 0.9, "contract"],
    ]);
    expect(search("0x00000000000000000000000000000000000000ff")).toEqual([]);
  });

  test("returns at most as many as requested, and nothing for blanks", () => {
    expect(search("btc", 1)).toHaveLength(1);
    expect(search("  ")).toEqual([]);
  });
});
