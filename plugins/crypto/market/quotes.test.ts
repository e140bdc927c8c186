import { describe, expect, test } from "bun:test";
import { type Market, unknownMarket } from "../providers/market.ts";
import {
  convertAll,
  factorAt,
  getBaseCurrency,
  marketIn,
  ratesNote,
  readQuotes,
} from "./quotes.ts";

const day = (date: number) => Date.UTC(2026, 0, date, 12);
const csv = "Date,USD,JPY\n2026-01-20,1.25,160\n2026-01-19,1.20,156\n2025-12-21,1,100\n";

/** Doors of a hub with this table of the ECB, or without any. */
async function openDoors(table: string | undefined = csv) {
  const { HubError } = await import("hub");
  const stored = { text: async () => table, about: { version: table } };
  const get = () => {
    if (table === "") throw new HubError("dataset_unavailable", "No rates");
    return stored;
  };
  return { data: { get }, clock: () => day(20) } as never;
}
const read = async (codes: string[], table?: string) => readQuotes(codes, await openDoors(table));

const market: Market = {
  ...unknownMarket,
  ...{ id: "a", price: 10, market_cap: 100, volume_24h: 5, high_24h: 11, low_24h: 9 },
  ...{ ath: 20, ath_date: "2025-01-01", atl: 1, atl_date: "2020-01-01" },
  ...{ fully_diluted_valuation: 200, circulating_supply: 7, updatedAt: day(20) },
  changes: { "24h": 10, "30d": 50, "1y": 5 },
  sparkline: [1, 2],
};

describe("the currencies of a request", () => {
  test("are returned once, with those to query", async () => {
    expect(await read(["EUR", "eur", "btc"])).toMatchObject({
      ...{ codes: ["eur", "btc"], bases: ["usd", "btc"], now: day(20) },
    });
    expect((await read(["sats"])).bases).toEqual(["usd", "btc"]);
    expect((await read(["usd"])).rates).toBeUndefined();
  });

  test("come from the provider if the ECB's rates are missing or too old", async () => {
    for (const table of ["", "Date,USD\n2025-12-01,1\n"]) {
      const quotes = await read(["eur", "usd"], table);
      expect([[...quotes.own], quotes.bases]).toEqual([["eur"], ["usd", "eur"]]);
      expect([getBaseCurrency("eur", quotes), factorAt("eur", quotes, day(20))]).toEqual([
        "eur",
        1,
      ]);
    }
  });

  test("must be known", async () => {
    await expect(read(["xxx"])).rejects.toThrow(
      'query.vs must be one or more of bgn, btc, eth, eur, jpy, sats, usd: it has "xxx"',
    );
    // No provider has prices in lei of Moldova.
    await expect(read(["mdl"], "")).rejects.toMatchObject({ code: "dataset_unavailable" });
  });
});

describe("a converted market", () => {
  test("has all amounts in the other currency, but no records", async () => {
    expect(marketIn("eur", market, await read(["eur"]))).toEqual({
      ...market,
      ...{ price: 8, market_cap: 80, volume_24h: 4, high_24h: 11 * 0.8, low_24h: 9 * 0.8 },
      ...{ fully_diluted_valuation: 160, sparkline: [0.8, 1.6] },
      ...{ ath: null, ath_date: null, atl: null, atl_date: null },
      // The dollar was 1/1.20 euros the day before, and 1 euro a month before. A year before, it is unknown.
      changes: {
        ...{ "1h": null, "7d": null, "14d": null, "200d": null, "1y": null },
        "24h": (1.1 * (0.8 / (1 / 1.2)) - 1) * 100,
        "30d": (1.5 * 0.8 - 1) * 100,
      },
    });
  });

  test("in satoshis has its records and changes", async () => {
    expect(marketIn("sats", market, await read(["sats"]))).toMatchObject({
      ...{ price: 1e9, ath: 20e8, ath_date: "2025-01-01", atl: 1e8, changes: market.changes },
    });
  });

  test("is the same in its own currency", async () => {
    expect(marketIn("usd", market, await read(["usd"]))).toBe(market);
  });
});

test("coins without a rate are dropped, unless all are", async () => {
  const quotes = await read(["eur"]);
  const all = [{ time: day(20) }, { time: Date.UTC(2025, 10, 1) }];
  const getTime = ({ time }: { time: number }) => time;
  expect(convertAll(all, { quotes, getTime })).toEqual(all.slice(0, 1));
  expect(() => convertAll(all.slice(1), { quotes, getTime })).toThrow(
    "No exchange rate from USD to EUR on 2025-11-01 or in the two weeks before: the ECB rates of this hub end on 2026-01-20",
  );
  expect(convertAll([], { quotes, getTime })).toEqual([]);
});

test("the note has the oldest day of the rates that were used", async () => {
  const quotes = await read(["eur", "usd"]);
  expect(ratesNote(quotes, day(19))).toEqual({
    fiat_rates: { source: "ecb", date: "2026-01-19", stale: false },
  });
  // A price from the future has today's rate.
  expect(ratesNote(quotes, day(30))?.fiat_rates.date).toBe("2026-01-20");
  expect(ratesNote(await read(["usd"]), day(20))).toBeUndefined();
});
