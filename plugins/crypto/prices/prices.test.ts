import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const dir = `${import.meta.dir}/..`;
const hub = await testHub(dir);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
const fail = () => new Response("no", { status: 500 });

test("price returns a coin's market data, the provider and its age", async () => {
  const answer = await read("price/bitcoin");
  expect(answer.coin).toMatchObject({
    id: "bitcoin",
    symbol: "btc",
    genesis_date: "2009-01-03",
    status: "active",
    market_data: {
      current_price_usd: 25_000.5,
      market_cap_usd: 1e12,
      market_cap_rank: 1,
      ath_usd: 75_001.5,
      ath_date: "2021-11-10T00:00:00Z",
      max_supply: null,
    },
  });
  expect(answer).toMatchObject({
    source: "coingecko",
    stale: false,
    degraded: false,
    ambiguous: false,
    as_of: "2026-01-02T03:03:35Z",
    age_seconds: 30,
    attribution: "Data by CoinGecko",
  });
});

test("price writes a tiny price without an exponent, and rounds on request", async () => {
  const { market_data } = (await read("price/fabulon")).coin;
  expect(market_data).toMatchObject({
    current_price_usd: 1.5e-12,
    current_price_str: "0.0000000000015",
  });
  const rounded = (await read("price/bitcoin?precision=0")).coin.market_data;
  expect(rounded.current_price_usd).toBe(25_001);
});

test("price returns additional currencies and fields on request", async () => {
  const { coin } = await read("price/bitcoin?vs=eur,usd&include=description,links");
  expect(coin.market_data.vs).toMatchObject({ eur: { current_price: 20_000.4 } });
  expect(coin).toMatchObject({ description: "Made up.", links: ["https://example.com"] });
  expect(coin).not.toHaveProperty("categories");
});

test("an ambiguous symbol resolves to the higher-ranked coin, and both are listed", async () => {
  const answer = await read("price/MOON");
  expect(answer.coin.id).toBe("moonrock");
  expect(answer.ambiguous).toBe(true);
  expect(answer.candidates.map(({ id }: { id: string }) => id)).toEqual([
    "moonrock",
    "moonbeam-cheese",
  ]);
});

test.each([
  ["btc-bitcoin", "bitcoin"],
  ["Moonbeam%20Cheese", "moonbeam-cheese"],
  ["0xfab0000000000000000000000000000000000001?match=contract", "fabulon"],
  ["fab?match=symbol", "fabulon"],
])("price resolves %s", async (asked, id) => {
  expect((await read(`price/${asked}`)).coin.id).toBe(id);
});

test.each(["price/moonrok", "price/btc?match=id", "chart/..%2F..%2Fping", "ohlc/none"])(
  "%s isn't a coin",
  async (path) => {
    expect(await read(path)).toMatchObject({ status: 404, code: "unknown_coin" });
  },
);

test("suggests similar names for a mistyped coin", async () => {
  expect((await read("price/moonrok")).suggestions).toEqual(["moonrock"]);
});

test("a symbol resolves to the higher-ranked coin even if only CoinGecko has ranks", async () => {
  const without = await testHub(dir, { net: { "api.coinpaprika.com": fail } });
  const answer = await json(await without.get("/api/crypto/price/moon"));
  expect(answer).toMatchObject({ coin: { id: "moonrock" }, ambiguous: true });
  expect(answer.candidates).toMatchObject([{ rank: 3 }, { rank: 4 }]);
});

test("rejects a currency that the providers don't support", async () => {
  for (const path of ["price/bitcoin?vs=xyz", "global?vs=xyz", "ohlc/bitcoin?vs=eth&interval=1d"])
    expect(await read(path)).toMatchObject({ status: 422, code: "unsupported_vs_currency" });
});

test("prices returns several coins, and reports missing and ambiguous ones", async () => {
  const answer = await read(
    "prices?ids=bitcoin,nothing&symbols=moon&vs=usd,eur&include=change_24h,last_updated",
  );
  expect(answer.prices.bitcoin).toEqual({
    usd: 25_000.5,
    usd_change_24h: 1.5,
    eur: 20_000.4,
    // The dollar fell from 0.8333 to 0.8 euros at the same time.
    eur_change_24h: expect.closeTo((1.015 * (0.8 / (1 / 1.2)) - 1) * 100),
    last_updated: "2026-01-02T03:03:35Z",
  });
  expect(answer.missing).toEqual(["nothing"]);
  expect(answer.ambiguous.moon).toHaveLength(2);
});

test("supports all ECB currencies and satoshis, with the date of their rates", async () => {
  const answer = await read("prices?ids=bitcoin&vs=ron,jpy,bgn,sats");
  expect(answer.prices.bitcoin).toEqual({
    ron: 100_002,
    jpy: 3_200_064,
    bgn: expect.closeTo(39_117.38),
    sats: 100_000_000,
  });
  expect(answer.fiat_rates).toEqual({ source: "ecb", date: "2026-01-02", stale: false });
  expect(await read("prices?ids=bitcoin")).not.toHaveProperty("fiat_rates");
});

test("a chart in another currency uses each day's rate", async () => {
  const [dollars, euros] = [
    await read("chart/bitcoin?days=2"),
    await read("chart/bitcoin?days=2&vs=eur"),
  ];
  const factors = euros.prices.map(([, euro]: number[], index: number) =>
    (euro! / dollars.prices[index][1]).toFixed(6),
  );
  expect([...new Set(factors)]).toEqual([(1 / 1.2).toFixed(6), (1 / 1.25).toFixed(6)]);
});

test("all-time highs and lows are in the currency in which they were recorded", async () => {
  const [coin] = (await read("markets?ids=bitcoin&vs=eur")).coins;
  expect(coin).toMatchObject({ current_price: 20_000.4, ath: null, ath_date: null });
});

test("prices requires coins, and limits their number", async () => {
  expect(await read("prices")).toMatchObject({ status: 400, code: "invalid_input" });
  const many = Array.from({ length: 200 }, (_, index) => `c${index}`).join(",");
  expect((await read(`prices?ids=${many}&symbols=${many}`)).code).toBe("invalid_input");
  expect((await read("prices?ids=nothing")).code).toBe("unknown_coin");
});

test("sorts markets as requested", async () => {
  const ids = async (query: string) =>
    (await read(`markets?${query}`)).coins.map(({ id }: { id: string }) => id);
  expect(await ids("per_page=2")).toEqual(["bitcoin", "ethereum"]);
  expect(await ids("order=price_change_24h_desc&per_page=2")).toEqual(["moonrock", "bitcoin"]);
  expect(await ids("ids=bitcoin,fabulon&order=market_cap_asc")).toEqual(["fabulon", "bitcoin"]);
  expect(await ids("symbols=moon")).toEqual(["moonrock"]);
});

test.each([
  ["searched", ["ethereum", "moonrock", "moonbeam-cheese"]],
  ["gainers", ["moonrock", "bitcoin", "fabulon", "ethereum", "moonbeam-cheese"]],
  ["losers", ["moonbeam-cheese", "ethereum", "fabulon", "bitcoin", "moonrock"]],
  ["volume", ["bitcoin", "ethereum", "moonrock", "moonbeam-cheese", "fabulon"]],
  ["new", ["moonrock"]],
])("trending by %s", async (kind, ids) => {
  const { coins } = await read(`trending?kind=${kind}`);
  expect(coins.map(({ id }: { id: string }) => id)).toEqual(ids);
});

test("trending can't return new coins without CoinPaprika's list", async () => {
  const net = { "api.coinpaprika.com": fail };
  const without = await testHub(dir, { net });
  expect(await json(await without.get("/api/crypto/trending?kind=new"))).toMatchObject({
    status: 503,
    code: "dataset_unavailable",
  });
});

test("trending excludes small coins", async () => {
  const { coins } = await read("trending?kind=volume&min_market_cap_usd=100000000000");
  expect(coins).toHaveLength(2);
});

test("global returns the whole market in the requested currencies", async () => {
  expect(await read("global?vs=eur")).toMatchObject({
    total_market_cap: { eur: 1.6e12 },
    market_cap_percentage: { btc: 50, eth: 5 },
    updated_at: "2026-01-02T03:03:35Z",
    stale: false,
  });
});
