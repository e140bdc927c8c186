import { describe, expect, test } from "bun:test";
import { paprikaCoin, paprikaGlobal, paprikaMarkets, paprikaTicker } from "./coinpaprika.ts";

const now = Date.UTC(2026, 0, 2);

/** Doors of a hub to which CoinPaprika gives these responses by the end of the path. Notes the requested URLs. */
function openDoors(bodies: Readonly<Record<string, unknown>>) {
  const urls: string[] = [];
  const read = async (url: string, parse: (response: Response) => Promise<unknown>) => {
    urls.push(decodeURIComponent(url));
    const { pathname } = new URL(url);
    const [, body] = Object.entries(bodies).find(([end]) => pathname.endsWith(end)) ?? [];
    if (body instanceof Error) throw body;
    return { value: await parse(Response.json(body)), fetchedAt: now, stale: false };
  };
  return { urls, doors: { net: { read }, env: {}, clock: () => now } as never };
}

const quote = {
  price: 10,
  market_cap: 100,
  volume_24h: 5,
  percent_change_1h: 1,
  percent_change_24h: -2,
  percent_change_7d: 3,
  percent_change_30d: 4,
  percent_change_1y: 0,
  ath_price: 20,
  ath_date: "2025-01-01T00:00:00Z",
};
const ticker = {
  ...{ id: "btc-bitcoin", rank: 1, circulating_supply: 7, total_supply: 8, max_supply: 0 },
  last_updated: "2026-01-01T23:59:00Z",
  quotes: { USD: quote, EUR: { ...quote, price: 8 } },
};
const market = {
  ...{ id: "btc-bitcoin", price: 10, market_cap: 100, rank: 1, volume_24h: 5 },
  ...{ high_24h: null, low_24h: null, atl: null, atl_date: null, fully_diluted_valuation: null },
  changes: { "1h": 1, "24h": -2, "7d": 3, "30d": 4, "1y": 0 },
  ...{ ath: 20, ath_date: "2025-01-01T00:00:00Z" },
  ...{ circulating_supply: 7, total_supply: 8, max_supply: null, updatedAt: now - 60_000 },
};

describe("a ticker", () => {
  const read = async (body: unknown, vs = ["usd", "eur"]) => {
    const { doors, urls } = openDoors({ "tickers/btc-bitcoin": body });
    return { ...(await paprikaTicker("btc-bitcoin", vs, doors)), urls };
  };

  test("has the market in each currency", async () => {
    const { value, urls } = await read(ticker);
    expect(value).toEqual({ usd: market, eur: { ...market, price: 8 } });
    expect(urls).toEqual(["https://api.coinpaprika.com/v1/tickers/btc-bitcoin?quotes=USD,EUR"]);
  });

  test("is requested in dollars, too", async () => {
    expect((await read(ticker, ["eur"])).urls[0]).toEndWith("?quotes=USD,EUR");
  });

  test.each([{ price: null }, { price: 0, market_cap: 0 }, {}])(
    "of this coin with %j means that it isn't traded",
    async (usd) => {
      const gone = { ...ticker, quotes: { USD: usd } };
      await expect(read(gone)).rejects.toMatchObject({ code: "no_price" });
      await expect(read({ ...gone, id: "other" })).rejects.toThrow("Invalid price");
    },
  );

  test("without quotes, or with a market but no price, is invalid", async () => {
    await expect(read({ ...ticker, quotes: {} })).rejects.toThrow("Invalid price");
    const unpriced = { ...ticker, quotes: { USD: { ...quote, price: 0 } } };
    await expect(read(unpriced)).rejects.toThrow("Invalid price");
  });
});

describe("a coin", () => {
  const details = {
    started_at: "2009-01-03T00:00:00Z",
    description: "Money",
    links: { website: ["https://bitcoin.org"] },
    tags: [{ name: "Coins" }, { name: "" }],
  };
  const read = async (body: unknown) =>
    (
      await paprikaCoin(
        "btc-bitcoin",
        ["usd"],
        openDoors({ "tickers/btc-bitcoin": ticker, "coins/btc-bitcoin": body }).doors,
      )
    ).value;

  test("has its description", async () => {
    expect(await read(details)).toEqual({
      markets: { usd: market },
      ...{ genesis_date: "2009-01-03", description: "Money", links: ["https://bitcoin.org"] },
      ...{ categories: ["Coins"], platforms: null },
    });
  });

  test("has a price without its description, but only if the provider has none", async () => {
    const { HubError } = await import("hub");
    const unknown = { genesis_date: null, description: null, links: null, categories: null };
    expect(await read(new HubError("upstream_failed", "Cannot read"))).toMatchObject(unknown);
    await expect(read(new TypeError("a mistake of ours"))).rejects.toThrow(TypeError);
  });
});

test("a list has the coins with a price, and at least one", async () => {
  const read = async (list: unknown) =>
    (await paprikaMarkets(["usd"], openDoors({ tickers: list }).doors)).value;
  const gone = { ...ticker, quotes: { USD: { price: null } } };
  expect(await read([gone, ticker])).toEqual([{ id: "btc-bitcoin", markets: { usd: market } }]);
  await expect(read([gone])).rejects.toThrow("The response has no price");
});

test("the global market is in dollars", async () => {
  const data = {
    ...{ cryptocurrencies_number: 3, market_cap_usd: 1, volume_24h_usd: 4 },
    ...{ bitcoin_dominance_percentage: 50, market_cap_change_24h: -1, last_updated: now / 1000 },
  };
  expect((await paprikaGlobal(openDoors({ global: data }).doors)).value).toEqual({
    ...{ active_cryptocurrencies: 3, markets: null, total_market_cap: { usd: 1 } },
    ...{ total_volume: { usd: 4 }, market_cap_percentage: { btc: 50 } },
    ...{ market_cap_change_pct_24h: -1, volume_change_pct_24h: null, updatedAt: now },
  });
});
