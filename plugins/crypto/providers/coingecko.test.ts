import { describe, expect, test } from "bun:test";
import { geckoCoin, geckoGlobal, geckoMarkets, geckoPrices, geckoTrending } from "./coingecko.ts";

const now = Date.UTC(2026, 0, 2);

/** Doors of a hub to which CoinGecko gives this response. Notes the requested URLs. */
function openDoors(body: unknown) {
  const urls: string[] = [];
  const read = async (url: string, parse: (response: Response) => Promise<unknown>) => {
    urls.push(decodeURIComponent(url));
    return { value: await parse(Response.json(body)), fetchedAt: now, stale: false };
  };
  const doors = { net: { read }, env: {}, clock: () => now };
  return { urls, doors: doors as never };
}

const market = {
  id: "bitcoin",
  current_price: 10,
  market_cap: 100,
  market_cap_rank: 1,
  total_volume: 5,
  high_24h: 11,
  low_24h: 9,
  price_change_percentage_24h: 1,
  price_change_percentage_7d_in_currency: -2,
  ath: 20,
  ath_date: "2025-01-01T00:00:00Z",
  atl: 1,
  atl_date: "2020-01-01T00:00:00Z",
  fully_diluted_valuation: 200,
  circulating_supply: 7,
  total_supply: 8,
  max_supply: 9,
  last_updated: "2026-01-01T23:59:00Z",
};
const parsed = {
  ...{ id: "bitcoin", price: 10, market_cap: 100, rank: 1, volume_24h: 5 },
  ...{ high_24h: 11, low_24h: 9, ath: 20, ath_date: "2025-01-01T00:00:00Z" },
  ...{ atl: 1, atl_date: "2020-01-01T00:00:00Z", fully_diluted_valuation: 200 },
  ...{ circulating_supply: 7, total_supply: 8, max_supply: 9 },
  updatedAt: now - 60_000,
};
const changes = {
  "1h": null,
  "24h": 1,
  "7d": -2,
  "14d": null,
  "30d": null,
  "200d": null,
  "1y": null,
};

describe("a list of markets", () => {
  const read = async (body: unknown, options: object = {}) => {
    const { doors, urls } = openDoors(body);
    const { value } = await geckoMarkets({ vs: "eur", per_page: 50, ...options }, doors);
    return { value, url: urls[0] };
  };

  test("has all values of each coin", async () => {
    const sparkline = { ...market, sparkline_in_7d: { price: [1, 2] } };
    expect((await read([market, sparkline])).value).toEqual([
      { ...parsed, changes, sparkline: null },
      { ...parsed, changes, sparkline: [1, 2] },
    ]);
  });

  test("is requested by rank, with the changes of all periods and without undefined parameters", async () => {
    expect((await read([market])).url).toBe(
      "https://api.coingecko.com/api/v3/coins/markets?vs_currency=eur&order=market_cap_desc&page=1&per_page=50&sparkline=false&price_change_percentage=1h,24h,7d,14d,30d,200d,1y",
    );
    const { url } = await read([market], { ids: ["a", "b"], page: 2, sparkline: true });
    expect(url).toContain("ids=a,b&order=market_cap_desc&page=2&per_page=50&sparkline=true");
  });

  test("lacks coins that are no longer traded", async () => {
    const delisted = [
      { ...market, current_price: null },
      { ...market, current_price: 0, market_cap: 0 },
      { id: "gone" },
    ];
    expect((await read([...delisted, market])).value).toHaveLength(1);
    await expect(read(delisted)).rejects.toThrow("The response has no price");
  });

  test("is invalid with a market without a price, or a wrong price or time", async () => {
    for (const one of [
      { ...market, current_price: 0 },
      { ...market, current_price: -1 },
      { ...market, current_price: "10" },
      { ...market, last_updated: "2026-01-02T01:00:01Z" },
    ])
      await expect(read([one])).rejects.toThrow("Invalid");
    await expect(read({})).rejects.toThrow("The response is not a list");
  });

  test("can be empty only if a page can be", async () => {
    await expect(read([])).rejects.toThrow("The response has no price");
    expect((await read([], { mayBeNone: true })).value).toEqual([]);
    await expect(read([{ id: "gone" }], { mayBeNone: true })).rejects.toThrow(
      "The response has no price",
    );
  });
});

describe("a coin", () => {
  const inCurrencies = Object.fromEntries(
    Object.entries(market)
      .filter(([name]) => /price|cap$|volume|24h$|ath|atl|valuation/.test(name))
      .map(([name, value]) => [name, { usd: value, eur: value }]),
  );
  const data = {
    ...market,
    ...inCurrencies,
    price_change_percentage_24h: 1,
    price_change_percentage_7d_in_currency: { usd: -2, eur: -2 },
  };
  const coin = {
    id: "bitcoin",
    genesis_date: "2009-01-03",
    description: { en: "Money" },
    links: { homepage: ["https://bitcoin.org", ""] },
    categories: ["Coins"],
    platforms: { ethereum: "0x1", "": "0x2", base: "" },
    market_data: data,
  };
  const read = async (body: object, vs = ["usd", "eur"]) =>
    (await geckoCoin("bitcoin", vs, openDoors(body).doors)).value;

  test("has its market in each currency, and its description", async () => {
    expect(await read(coin)).toEqual({
      // The change of a period without a currency is that in dollars.
      markets: {
        usd: { ...parsed, changes },
        eur: { ...parsed, changes: { ...changes, "24h": null } },
      },
      genesis_date: "2009-01-03",
      description: "Money",
      links: ["https://bitcoin.org"],
      categories: ["Coins"],
      platforms: { ethereum: "0x1" },
    });
  });

  test("has the rank and time of the coin if the market has none", async () => {
    const { market_cap_rank, last_updated, ...rest } = data;
    const { markets } = await read({ ...coin, market_cap_rank, last_updated, market_data: rest });
    expect(markets.usd).toEqual({ ...parsed, changes });
  });

  test("has no addresses if they are unknown", async () => {
    const { platforms: _, ...unknown } = coin;
    expect((await read(unknown)).platforms).toBeNull();
    expect((await read({ ...coin, platforms: {} })).platforms).toEqual({});
  });

  test("without a price in dollars is no longer traded, if it is this coin", async () => {
    const gone = { id: "bitcoin", market_data: { current_price: { usd: 0 }, market_cap: {} } };
    await expect(read(gone)).rejects.toMatchObject({ code: "no_price" });
    await expect(read({ ...gone, id: "other" })).rejects.toThrow("Invalid price");
    await expect(
      read({ ...gone, market_data: { ...gone.market_data, market_cap: { usd: 1 } } }),
    ).rejects.toThrow("Invalid price");
  });
});

describe("prices in several currencies", () => {
  const entry = {
    usd: 10,
    eur: 8,
    usd_market_cap: 5,
    usd_24h_vol: 4,
    usd_24h_change: -1,
    last_updated_at: now / 1000 - 60,
  };
  const read = async (body: object) => [
    ...(await geckoPrices(["a", "b"], ["usd", "eur"], openDoors(body).doors)).value,
  ];

  test("are partial markets", async () => {
    const [[id, { usd, eur }]] = (await read({ a: entry, gone: {} })) as never as [
      [string, Record<string, object>],
    ];
    expect(id).toBe("a");
    expect(usd).toMatchObject({
      ...{ id: "a", isPartial: true, price: 10, market_cap: 5, volume_24h: 4 },
      ...{ changes: { "24h": -1 }, updatedAt: now - 60_000, rank: null },
    });
    expect(eur).toMatchObject({ price: 8, market_cap: null, changes: { "24h": null } });
  });

  test("are missing if no coin has one, and invalid if a currency is missing", async () => {
    await expect(read({ gone: {} })).rejects.toThrow("The response has no price");
    await expect(read({ a: { usd: 1, last_updated_at: 1 } })).rejects.toThrow("Invalid price");
  });
});

test("trending coins are their ids", async () => {
  const { value } = await geckoTrending(openDoors({ coins: [{ item: { id: "a" } }] }).doors);
  expect(value).toEqual(["a"]);
  await expect(geckoTrending(openDoors({ coins: [] }).doors)).rejects.toThrow(
    "The response has no price",
  );
});

test("the global market has totals in each currency, and at least one", async () => {
  const data = {
    active_cryptocurrencies: 3,
    markets: 2,
    total_market_cap: { usd: 1 },
    total_volume: { usd: 4 },
    market_cap_percentage: { btc: 50 },
    market_cap_change_percentage_24h_usd: -1,
    updated_at: now / 1000,
  };
  expect((await geckoGlobal(openDoors({ data }).doors)).value).toEqual({
    ...{ active_cryptocurrencies: 3, markets: 2, total_market_cap: { usd: 1 } },
    ...{ total_volume: { usd: 4 }, market_cap_percentage: { btc: 50 } },
    ...{ market_cap_change_pct_24h: -1, volume_change_pct_24h: null, updatedAt: now },
  });
  const empty = { data: { ...data, total_volume: {} } };
  await expect(geckoGlobal(openDoors(empty).doors)).rejects.toThrow("The response has no total");
});
