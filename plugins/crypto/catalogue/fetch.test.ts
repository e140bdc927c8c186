import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { now } from "../fixtures.ts";

type ListEntry = Record<string, unknown>;

interface Lists {
  gecko?: readonly ListEntry[] | "failure";
  paprika?: readonly ListEntry[] | "failure";
  /** Ranks at CoinGecko by id. */
  ranks?: Readonly<Record<string, number>>;
}

const respond = (list: readonly ListEntry[] | "failure") =>
  Array.isArray(list) ? Response.json(list) : new Response("no", { status: 500 });

/** Returns the catalogue that a hub builds from these lists, with all fields. */
async function readCatalogue({ gecko = [], paprika = [], ranks = {} }: Lists) {
  const markets = Object.entries(ranks).map(([id, market_cap_rank]) => ({
    ...{ id, market_cap_rank, current_price: 1, market_cap: 1 },
    last_updated: new Date(now).toISOString(),
  }));
  const hub = await testHub(`${import.meta.dir}/..`, {
    net: {
      "api.coingecko.com": ({ url }) =>
        url.includes("coins/list") ? respond(gecko) : Response.json(markets),
      "api.coinpaprika.com": () => respond(paprika),
    },
  });
  return json(await hub.get("/api/crypto/coins?status=all&include_platforms=true&per_page=1000"));
}

const listIds = ({ coins }: { coins: { id: string; rank: number | null }[] }) =>
  coins.map(({ id, rank }) => [id, rank]);

const pepe = { id: "pepe", symbol: "pepe", name: "Pepe" };
const imitation = { id: "pepe-on-base", symbol: "PEPE", name: "pepe" };
const atPaprika = { id: "pepe-pepe", symbol: "PEPE", name: "Pepe", rank: 30, is_active: true };

describe("a coin of both lists", () => {
  test("has the fields of both, whatever the case of its symbol and name", async () => {
    const platforms = { ethereum: "0xabc", "": "0xdef", base: "" };
    const { coins, source } = await readCatalogue({
      gecko: [{ ...imitation, platforms }],
      paprika: [{ ...atPaprika, type: "token" }],
    });
    expect(source).toBe("coingecko, coinpaprika");
    expect(coins).toEqual([
      {
        ...{ id: "pepe-on-base", symbol: "pepe", name: "pepe", rank: 30 },
        ...{ type: "token", is_active: true, platforms: { ethereum: "0xabc" } },
      },
    ]);
  });

  test("is the largest of several with its name", async () => {
    const lists = { gecko: [imitation, pepe], paprika: [atPaprika] };
    expect(listIds(await readCatalogue({ ...lists, ranks: { pepe: 31 } }))).toEqual([
      ["pepe", 31],
      ["pepe-on-base", null],
    ]);
    expect(
      listIds(await readCatalogue({ ...lists, ranks: { pepe: 31, "pepe-on-base": 20 } })),
    ).toEqual([
      ["pepe-on-base", 20],
      ["pepe", 31],
    ]);
  });

  test("is the one with its id if none is ranked", async () => {
    const gecko = [imitation, pepe];
    expect(listIds(await readCatalogue({ gecko, paprika: [atPaprika] }))).toEqual([
      ["pepe", 30],
      ["pepe-on-base", null],
    ]);
    const other = { ...atPaprika, id: "pepe-other" };
    expect(listIds(await readCatalogue({ gecko, paprika: [other] }))).toEqual([
      ["pepe", null],
      ["pepe-on-base", null],
    ]);
  });

  test("isn't one that must be among the largest but isn't", async () => {
    const ranks = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}`, at + 1]));
    const rankOf = async (rank: number) => {
      const paprika = [{ ...atPaprika, rank }];
      return (await readCatalogue({ gecko: [pepe], paprika, ranks })).coins[0].rank;
    };
    expect([await rankOf(30), await rankOf(31)]).toEqual([null, 31]);
  });

  test("has the highest rank of several entries with its name", async () => {
    const paprika = [
      { ...atPaprika, id: "pepe-b", rank: 90 },
      atPaprika,
      { ...atPaprika, id: "pepe-c", rank: 0 },
    ];
    expect(listIds(await readCatalogue({ gecko: [pepe], paprika }))).toEqual([["pepe", 30]]);
  });
});

test("coins are sorted by rank, and those without one by id", async () => {
  const gecko = ["b", "a", "d", "c"].map((id) => ({ id, symbol: id, name: id }));
  expect(listIds(await readCatalogue({ gecko, ranks: { d: 1, c: 2 } }))).toEqual([
    ["d", 1],
    ["c", 2],
    ["a", null],
    ["b", null],
  ]);
});

test("without CoinGecko, ids have no symbol unless two would be the same", async () => {
  const entry = (id: string, rank: number) => ({ id, symbol: id.slice(0, 3), name: id, rank });
  const catalogue = await readCatalogue({
    gecko: "failure",
    paprika: [entry("bbb-token", 2), entry("aaa-token", 1), entry("ccc", 3)],
  });
  expect(listIds(catalogue)).toEqual([
    ["token", 1],
    ["bbb-token", 2],
    ["ccc", 3],
  ]);
  expect([catalogue.source, catalogue.degraded]).toEqual(["coinpaprika", true]);
});

test("a list with less than a tenth of the other's coins is truncated", async () => {
  const gecko = [pepe];
  const paprika = (length: number) =>
    Array.from({ length }, (_, at) => ({ id: `x-${at}`, symbol: "x", name: `X ${at}` }));
  expect((await readCatalogue({ gecko, paprika: paprika(10) })).source).toBe(
    "coingecko, coinpaprika",
  );
  expect((await readCatalogue({ gecko, paprika: paprika(11) })).source).toBe("coinpaprika");
});

test("a list of which less than half are coins is refused, and others lose those that aren't", async () => {
  const broken = { id: "", symbol: "x", name: "X" };
  const long = { id: "x".repeat(201), symbol: "x", name: "X" };
  const read = (gecko: ListEntry[]) => readCatalogue({ gecko, paprika: [atPaprika] });
  expect((await read([pepe, broken])).coins.map(({ id }: { id: string }) => id)).toEqual(["pepe"]);
  expect((await read([pepe, broken, long])).source).toBe("coinpaprika");
});
