import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import usual, { now } from "../fixtures.ts";

const dir = `${import.meta.dir}/..`;
const hub = await testHub(dir);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
const fail = () => new Response("no", { status: 500 });

describe("while CoinGecko fails", async () => {
  const second = await testHub(dir, { net: { "api.coingecko.com": fail } });
  const get = async (path: string) => json(await second.get(`/api/crypto/${path}`));
  const paths = [
    "price/bitcoin",
    "prices?ids=bitcoin",
    "markets",
    "global",
    "chart/bitcoin?days=7",
  ];

  test.each([...paths, "ohlc/bitcoin", "trending?kind=gainers"])(
    "%s comes from CoinPaprika, and reports it",
    async (path) => {
      expect(await get(path)).toMatchObject({
        success: true,
        source: "coinpaprika",
        degraded: true,
        stale: false,
      });
    },
  );

  test("fields of both providers are the same", async () => {
    const [one, other] = [await read("price/bitcoin"), await get("price/bitcoin")];
    const alone = { high_24h_usd: null, low_24h_usd: null };
    const shared = { ...one.coin, market_data: { ...one.coin.market_data, ...alone } };
    expect(other.coin).toEqual(shared);
    expect((await get("prices?ids=bitcoin")).prices).toEqual(
      (await read("prices?ids=bitcoin")).prices,
    );
  });

  test("fields of CoinGecko only are null", async () => {
    for (const path of ["chart/bitcoin?vs=eth", "markets?category=invented"])
      expect((await get(path)).status).toBeWithin(502, 504);
  });
});

test("while CoinGecko fails, trending has no data, and never what accounts of this hub asked", async () => {
  const second = await testHub(dir, { net: { "api.coingecko.com": fail } });
  for (const coin of ["fabulon", "moonrock", "fabulon"])
    await second.get(`/api/crypto/price/${coin}`);
  const answer = await second.get("/api/crypto/trending?min_market_cap_usd=0");
  expect(answer.status).toBeOneOf([502, 503]);
  expect(await answer.text()).not.toMatch(/fabulon|moonrock/);
});

test("without any provider there is no price, and the error names the settings", async () => {
  const net = { "api.coingecko.com": fail, "api.coinpaprika.com": fail };
  const cut = await testHub(dir, { net });
  for (const path of ["global", "markets", "chart/bitcoin", "ohlc/bitcoin"]) {
    const { status, detail } = await json(await cut.get(`/api/crypto/${path}`));
    // 503 once the hub no longer calls a provider that keeps failing.
    expect(status).toBeOneOf([502, 503]);
    expect(detail).toContain("HUB_UPSTREAMS");
  }
});

test("a hub that never reached a provider returns a package's prices, marked as old", async () => {
  const net = { "api.coingecko.com": fail, "api.coinpaprika.com": fail };
  const cut = await testHub(dir, { net });
  const { coin, ...answer } = await json(await cut.get("/api/crypto/price/btc?vs=eur"));
  expect(coin).toMatchObject({ id: "bitcoin", name: "Bitcoin", genesis_date: null });
  const { current_price_usd, market_cap_usd, vs } = coin.market_data;
  expect(market_cap_usd).toBeNull();
  expect(vs.eur.current_price / current_price_usd).toBeCloseTo(0.8);
  expect(answer).toMatchObject({
    source: "currency-api",
    as_of: "2026-09-29T00:00:00Z",
    stale: true,
    degraded: true,
  });
  const { prices, missing } = await json(await cut.get("/api/crypto/prices?ids=bitcoin,usd"));
  expect([prices.bitcoin.usd, missing]).toEqual([current_price_usd, ["usd"]]);
});

describe("a price that jumps within minutes", async () => {
  async function jumping(factors: { gecko: number; paprika: number }) {
    const world = { now, factors: { gecko: 1, paprika: 1 } };
    const scale = async (answer: Response, factor: number) =>
      new Response((await answer.text()).replaceAll("25000.5", String(25000.5 * factor)));
    const jumpy = await testHub(dir, {
      clock: () => world.now,
      net: {
        "api.coingecko.com": async (request) =>
          scale(usual["api.coingecko.com"](request), world.factors.gecko),
        "api.coinpaprika.com": async (request) =>
          scale(usual["api.coinpaprika.com"](request), world.factors.paprika),
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

  test("is held back until the other provider confirms it", async () => {
    expect(await jumping({ gecko: 2, paprika: 1 })).toEqual([25_000.5, true]);
  });

  test("is returned when both providers have it", async () => {
    expect(await jumping({ gecko: 2, paprika: 2 })).toEqual([50_001, false]);
  });
});

test("each provider gets only its own key of the operator", async () => {
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

test("when both providers fail, the last price is returned as stale, also from the store", async () => {
  const world = { now, isDown: false };
  const net = Object.fromEntries(
    Object.entries(usual).map(([host, answer]) => [
      host,
      (request: Request) => (world.isDown ? fail() : answer(request)),
    ]),
  );
  const moving = await testHub(dir, { net, clock: () => world.now });
  const get = async () => json(await moving.get("/api/crypto/price/bitcoin"));
  const good = await get();
  await moving.settled();
  for (const days of [0.1, 3]) {
    Object.assign(world, { now: now + days * 86_400_000, isDown: true });
    expect(await get()).toMatchObject({
      coin: good.coin,
      as_of: good.as_of,
      stale: true,
      degraded: true,
    });
  }
});
