import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import usual, { now } from "./fixtures.ts";

const dir = import.meta.dir;
const hub = await testHub(dir);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
const broken = () => new Response("no", { status: 500 });

test("price tells a coin's market, whose numbers they are and how old", async () => {
  const answer = await read("price/bitcoin");
  expect(answer.coin).toMatchObject({
    ...{ id: "bitcoin", symbol: "btc", genesis_date: "2009-01-03", status: "active" },
    market_data: {
      ...{ current_price_usd: 25_000.5, market_cap_usd: 1e12, market_cap_rank: 1 },
      ...{ ath_usd: 75_001.5, ath_date: "2021-11-10T00:00:00Z", max_supply: null },
    },
  });
  expect(answer).toMatchObject({
    ...{ source: "coingecko", stale: false, degraded: false, ambiguous: false },
    ...{ as_of: "2026-01-02T03:03:35Z", age_seconds: 30, attribution: "Data by CoinGecko" },
  });
});

test("price tells a tiny price without an exponent, and rounds as asked for", async () => {
  const { market_data } = (await read("price/fabulon")).coin;
  expect(market_data).toMatchObject({
    ...{ current_price_usd: 1.5e-12, current_price_str: "0.0000000000015" },
  });
  const rounded = (await read("price/bitcoin?precision=0")).coin.market_data;
  expect(rounded.current_price_usd).toBe(25_001);
});

test("price has other currencies and parts beside on request", async () => {
  const { coin } = await read("price/bitcoin?vs=eur,usd&include=description,links");
  expect(coin.market_data.vs).toMatchObject({ eur: { current_price: 20_000.4 } });
  expect(coin).toMatchObject({ description: "Made up.", links: ["https://example.com"] });
  expect(coin).not.toHaveProperty("categories");
});

test("a symbol of two coins is the higher ranked one's, and both are named", async () => {
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
])("price finds %s", async (asked, id) => {
  expect((await read(`price/${asked}`)).coin.id).toBe(id);
});

test.each(["price/moonrok", "price/btc?match=id", "chart/..%2F..%2Fping", "ohlc/none"])(
  "%s is no coin",
  async (path) => {
    expect(await read(path)).toMatchObject({ status: 404, code: "unknown_coin" });
  },
);

test("who mistypes a coin is told of those that are called nearly so", async () => {
  expect((await read("price/moonrok")).suggestions).toEqual(["moonrock"]);
});

test("a symbol is the higher ranked coin's although only CoinGecko tells the ranks", async () => {
  const without = await testHub(dir, { net: { "api.coinpaprika.com": broken } });
  const answer = await json(await without.get("/api/crypto/price/moon"));
  expect(answer).toMatchObject({ coin: { id: "moonrock" }, ambiguous: true });
  expect(answer.candidates).toMatchObject([{ rank: 3 }, { rank: 4 }]);
});

test("a currency that the providers do not have is refused", async () => {
  for (const path of ["price/bitcoin?vs=xyz", "global?vs=xyz", "ohlc/bitcoin?vs=eth&interval=1d"])
    expect(await read(path)).toMatchObject({ status: 422, code: "unsupported_vs_currency" });
});

test("prices answers several coins, and tells what is missing or several coins'", async () => {
  const answer = await read(
    "prices?ids=bitcoin,nothing&symbols=moon&vs=usd,eur&include=change_24h,last_updated",
  );
  expect(answer.prices.bitcoin).toEqual({
    ...{ usd: 25_000.5, usd_change_24h: 1.5, eur: 20_000.4 },
    // The dollar fell from 0.8333 to 0.8 euros at the same time.
    eur_change_24h: expect.closeTo((1.015 * (0.8 / (1 / 1.2)) - 1) * 100),
    last_updated: "2026-01-02T03:03:35Z",
  });
  expect(answer.missing).toEqual(["nothing"]);
  expect(answer.ambiguous.moon).toHaveLength(2);
});

test("all of the ECB's money and satoshis are currencies, by rates that are dated", async () => {
  const answer = await read("prices?ids=bitcoin&vs=ron,jpy,bgn,sats");
  expect(answer.prices.bitcoin).toEqual({
    ...{ ron: 100_002, jpy: 3_200_064 },
    ...{ bgn: expect.closeTo(39_117.38), sats: 100_000_000 },
  });
  expect(answer.fiat_rates).toEqual({ source: "ecb", date: "2026-01-02" });
  expect(await read("prices?ids=bitcoin")).not.toHaveProperty("fiat_rates");
});

test("a chart in other money takes each day's own rate", async () => {
  const [dollars, euros] = [
    await read("chart/bitcoin?days=2"),
    await read("chart/bitcoin?days=2&vs=eur"),
  ];
  const factors = euros.prices.map(([, euro]: number[], index: number) =>
    (euro! / dollars.prices[index][1]).toFixed(6),
  );
  expect([...new Set(factors)]).toEqual([(1 / 1.2).toFixed(6), (1 / 1.25).toFixed(6)]);
});

test("records of a market are told in the currency that they were measured in", async () => {
  const [coin] = (await read("markets?ids=bitcoin&vs=eur")).coins;
  expect(coin).toMatchObject({ current_price: 20_000.4, ath: null, ath_date: null });
});

test("prices wants coins, and not too many", async () => {
  expect(await read("prices")).toMatchObject({ status: 400, code: "invalid_input" });
  const many = Array.from({ length: 200 }, (_, index) => `c${index}`).join(",");
  expect((await read(`prices?ids=${many}&symbols=${many}`)).code).toBe("invalid_input");
  expect((await read("prices?ids=nothing")).code).toBe("unknown_coin");
});

test("coins are listed by rank and page, with links to the next", async () => {
  const answer = await hub.get("/api/crypto/coins?per_page=2&page=2");
  const { total, coins, source, as_of } = await json(answer);
  expect({ total, source, as_of }).toEqual({
    ...{ total: 5, source: "coingecko, coinpaprika", as_of: "2026-01-02T03:04:05.000Z" },
  });
  expect(coins.map(({ id }: { id: string }) => id)).toEqual(["moonrock", "moonbeam-cheese"]);
  expect(answer.headers.get("link")).toContain("page=3&per_page=2");
  const etag = answer.headers.get("etag") ?? "";
  const again = await hub.get("/api/crypto/coins?per_page=2&page=2", { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await read("coins?type=token&include_platforms=true")).coins).toMatchObject([
    { id: "fabulon", platforms: { "invented-chain": expect.stringContaining("0xFab") } },
  ]);
});

test("search has the exact symbol first, then beginnings and what is alike", async () => {
  const ids = async (q: string) =>
    (await read(`search?q=${q}`)).results.map(({ id }: { id: string }) => id);
  expect(await ids("moon")).toEqual(["moonrock", "moonbeam-cheese"]);
  expect(await ids("cheese")).toEqual(["moonbeam-cheese"]);
  expect((await read("search?q=fabulom")).results).toMatchObject([
    { id: "fabulon", matched_on: "similar" },
  ]);
  expect(await ids("%3C%3E")).toEqual([]);
});

test("markets are ordered as asked for", async () => {
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

test("trending cannot tell what is new where CoinPaprika's list is missing", async () => {
  const net = { "api.coinpaprika.com": broken };
  const without = await testHub(dir, { net });
  expect(await json(await without.get("/api/crypto/trending?kind=new"))).toMatchObject({
    ...{ status: 503, code: "dataset_unavailable" },
  });
});

test("trending leaves out small coins", async () => {
  const { coins } = await read("trending?kind=volume&min_market_cap_usd=100000000000");
  expect(coins).toHaveLength(2);
});

test("global tells the whole market in the currencies asked for", async () => {
  expect(await read("global?vs=eur")).toMatchObject({
    ...{ total_market_cap: { eur: 1.6e12 }, market_cap_percentage: { btc: 50, eth: 5 } },
    ...{ updated_at: "2026-01-02T03:03:35Z", stale: false },
  });
});

describe("while CoinGecko fails", async () => {
  const second = await testHub(dir, { net: { "api.coingecko.com": broken } });
  const get = async (path: string) => json(await second.get(`/api/crypto/${path}`));
  const paths = [
    "price/bitcoin",
    "prices?ids=bitcoin",
    "markets",
    "global",
    "chart/bitcoin?days=7",
  ];

  test.each([...paths, "ohlc/bitcoin", "trending?kind=gainers"])(
    "%s is CoinPaprika's, and says so",
    async (path) => {
      expect(await get(path)).toMatchObject({
        ...{ success: true, source: "coinpaprika", degraded: true, stale: false },
      });
    },
  );

  test("what both providers tell is the same", async () => {
    const [one, other] = [await read("price/bitcoin"), await get("price/bitcoin")];
    const alone = { high_24h_usd: null, low_24h_usd: null };
    const shared = { ...one.coin, market_data: { ...one.coin.market_data, ...alone } };
    expect(other.coin).toEqual(shared);
    expect((await get("prices?ids=bitcoin")).prices).toEqual(
      (await read("prices?ids=bitcoin")).prices,
    );
  });

  test("what CoinGecko alone tells is not made up", async () => {
    for (const path of ["chart/bitcoin?vs=eth", "markets?category=invented"])
      expect((await get(path)).status).toBeWithin(502, 504);
  });
});

test("while CoinGecko fails what this hub was asked for is trending, and is called so", async () => {
  const second = await testHub(dir, { net: { "api.coingecko.com": broken } });
  expect((await second.get("/api/crypto/trending")).status).toBe(502);
  for (const coin of ["fabulon", "moonrock", "fabulon"])
    await second.get(`/api/crypto/price/${coin}`);
  const { coins, method } = await json(
    await second.get("/api/crypto/trending?min_market_cap_usd=0"),
  );
  expect(method).toBe("local_requests");
  expect(coins.map(({ id }: { id: string }) => id)).toEqual(["fabulon", "moonrock"]);
});

test("without any provider there is no price, and the answer names where they are set", async () => {
  const net = { "api.coingecko.com": broken, "api.coinpaprika.com": broken };
  const cut = await testHub(dir, { net });
  for (const path of ["coins", "search?q=bit", "markets", "chart/bitcoin"]) {
    const answer = await json(await cut.get(`/api/crypto/${path}`));
    expect(answer).toMatchObject({ status: 503, code: "dataset_unavailable" });
    expect(answer.detail).toContain("HUB_UPSTREAMS");
  }
  expect(await json(await cut.get("/api/crypto/global"))).toMatchObject({
    ...{ status: 502, code: "upstream_failed", detail: expect.stringContaining("HUB_UPSTREAMS") },
  });
});

test("a hub that has reached no provider tells a package's prices, and that they are old", async () => {
  const net = { "api.coingecko.com": broken, "api.coinpaprika.com": broken };
  const cut = await testHub(dir, { net });
  const { coin, ...answer } = await json(await cut.get("/api/crypto/price/btc?vs=eur"));
  expect(coin).toMatchObject({ id: "bitcoin", name: "Bitcoin", genesis_date: null });
  const { current_price_usd, market_cap_usd, vs } = coin.market_data;
  expect(market_cap_usd).toBeNull();
  expect(vs.eur.current_price / current_price_usd).toBeCloseTo(0.8);
  expect(answer).toMatchObject({
    ...{ source: "currency-api", as_of: "2026-09-29T00:00:00Z", stale: true, degraded: true },
  });
  const { prices, missing } = await json(await cut.get("/api/crypto/prices?ids=bitcoin,usd"));
  expect([prices.bitcoin.usd, missing]).toEqual([current_price_usd, ["usd"]]);
});

describe("a price that jumps within minutes", async () => {
  async function jumping(factors: { gecko: number; paprika: number }) {
    const world = { now, factors: { gecko: 1, paprika: 1 } };
    const scaled = async (answer: Response, factor: number) =>
      new Response((await answer.text()).replaceAll("25000.5", String(25000.5 * factor)));
    const jumpy = await testHub(dir, {
      clock: () => world.now,
      net: {
        "api.coingecko.com": async (request) =>
          scaled(usual["api.coingecko.com"](request), world.factors.gecko),
        "api.coinpaprika.com": async (request) =>
          scaled(usual["api.coinpaprika.com"](request), world.factors.paprika),
      },
    });
    const price = async () => {
      const { coin, suspect } = await json(await jumpy.get("/api/crypto/price/bitcoin"));
      return [coin.market_data.current_price_usd, suspect];
    };
    await price();
    Object.assign(world, { now: now + 2 * 60_000, factors });
    return price();
  }

  test("is not told while the other provider has not seen it", async () => {
    expect(await jumping({ gecko: 2, paprika: 1 })).toEqual([25_000.5, true]);
  });

  test("is told when both have it", async () => {
    expect(await jumping({ gecko: 2, paprika: 2 })).toEqual([50_001, false]);
  });
});

test("each provider gets the operator's key for it, and no other's", async () => {
  const seen: string[] = [];
  const names = ["x-cg-demo-api-key", "x-cg-pro-api-key", "authorization"];
  const net = Object.fromEntries(
    Object.entries(usual).map(([host, answer]) => [
      host,
      (request: Request) => {
        seen.push(`${host} ${names.map((name) => request.headers.get(name) ?? "-").join(" ")}`);
        return answer(request);
      },
    ]),
  );
  const env = { COINGECKO_DEMO_API_KEY: "one", COINPAPRIKA_API_KEY: "two" };
  await (await testHub(dir, { net, env })).get("/api/crypto/price/bitcoin");
  expect([...new Set(seen)].sort()).toEqual([
    "api.coingecko.com one - -",
    "api.coinpaprika.com - - two",
  ]);
});

test("when both providers fail the last price is given as stale, from the store too", async () => {
  const world = { now, isDown: false };
  const net = Object.fromEntries(
    Object.entries(usual).map(([host, answer]) => [
      host,
      (request: Request) => (world.isDown ? broken() : answer(request)),
    ]),
  );
  const moving = await testHub(dir, { net, clock: () => world.now });
  const get = async () => json(await moving.get("/api/crypto/price/bitcoin"));
  const good = await get();
  await moving.settled();
  for (const days of [0.1, 3]) {
    Object.assign(world, { now: now + days * 86_400_000, isDown: true });
    expect(await get()).toMatchObject({
      ...{ coin: good.coin, as_of: good.as_of, stale: true, degraded: true },
    });
  }
});
