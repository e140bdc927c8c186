import { describe, expect, test } from "bun:test";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import usual, { data, now } from "../fixtures.ts";

const dir = `${import.meta.dir}/..`;
const [geckoHost, paprikaHost] = ["api.coingecko.com", "api.coinpaprika.com"] as const;
const fail = () => new Response("no", { status: 500 });

// biome-ignore lint/suspicious/noExplicitAny: a test changes what it knows the shape of
type Change = (body: any, url: URL) => unknown;

/** Builds a hub with modified provider responses and a clock that the test controls. */
async function bendAnswers(options: { gecko?: Change; paprika?: Change } = {}) {
  const world = { now, ...options };
  const applyChange = async (answer: Response, url: URL, change: Change | undefined) =>
    change && answer.ok ? Response.json(change(await answer.json(), url)) : answer;
  const hub = await testHub(dir, {
    clock: () => world.now,
    net: {
      [geckoHost]: (request) =>
        applyChange(usual[geckoHost](request), new URL(request.url), world.gecko),
      [paprikaHost]: (request) =>
        applyChange(usual[paprikaHost](request), new URL(request.url), world.paprika),
    },
  });
  const get = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
  return { world, hub, get };
}

describe("a symbol that is also the id of an imitation", async () => {
  const imitations = [
    { id: "btc", symbol: "xbtc", name: "Bridged something", platforms: {} },
    { id: "eth", symbol: "eth", name: "Ether of nobody", platforms: {} },
    { id: "moon", symbol: "moo", name: "Moo", platforms: {} },
    // Listed before the coin that it imitates to the letter.
    { id: "a-fabulon", symbol: "fab", name: "Fabulon", platforms: {} },
  ];
  const { get } = await bendAnswers({
    gecko: (body, { pathname }) =>
      pathname.endsWith("/coins/list") ? [...imitations, ...body] : body,
  });

  test.each([
    ["btc", "bitcoin"],
    ["BTC", "bitcoin"],
    ["eth", "ethereum"],
    ["MOON", "moonrock"],
    ["fab", "fabulon"],
    ["Fabulon", "fabulon"],
  ])("%s resolves to the highest-ranked coin, and the others are listed", async (asked, id) => {
    for (const path of [`price/${asked}`, `chart/${asked}`, `ohlc/${asked}`]) {
      const { coin, ambiguous, candidates, ...answer } = await get(path);
      expect([coin?.id ?? answer.id, ambiguous, candidates[0].id]).toEqual([id, true, id]);
      expect(candidates.length).toBeGreaterThan(1);
    }
  });

  test("resolves to the id on explicit request", async () => {
    expect(await get("price/btc?match=id")).toMatchObject({ code: "no_price" });
    expect(await get("price/fabulon?match=id")).toMatchObject({ ambiguous: false });
    expect(await get("prices?ids=eth,bitcoin")).toMatchObject({
      prices: { bitcoin: {} },
      missing: ["eth"],
      ambiguous: {},
    });
  });

  test("an imitation gets neither the rank nor the other provider's price of the coin", async () => {
    const { coins } = await get("coins?status=all");
    const ranks = coins.map(({ id, rank }: { id: string; rank: number | null }) => [id, rank]);
    expect(Object.fromEntries(ranks)).toMatchObject({ fabulon: 5, "a-fabulon": null, btc: null });
    const second = await bendAnswers({ gecko: () => ({}) });
    expect((await second.get("prices?ids=fabulon")).source).toBe("coinpaprika");
  });
});

/** Multiplies every price of a coin at a provider: a bad tick. */
function tick(factor: number): Change {
  return (body) =>
    JSON.parse(JSON.stringify(body).replaceAll("25000.5", String(25_000.5 * factor)));
}

describe("one bad tick of bitcoin", () => {
  const endpoints = [
    ["price/bitcoin", ({ coin }) => coin.market_data.current_price_usd],
    ["price/bitcoin?vs=eur", ({ coin }) => coin.market_data.vs.eur.current_price / 0.8],
    ["prices?ids=bitcoin,ethereum", ({ prices }) => prices.bitcoin.usd],
    ["prices?ids=bitcoin&vs=usd,btc", ({ prices }) => prices.bitcoin.usd],
    ["markets", ({ coins }) => coins[0].current_price],
    ["markets?ids=bitcoin", ({ coins }) => coins[0].current_price],
    ["trending?kind=volume", ({ coins }) => coins[0].current_price_usd],
    // biome-ignore lint/suspicious/noExplicitAny: the shapes differ
  ] as const satisfies [string, (answer: any) => number][];
  // At full depth each endpoint after each. Otherwise each after itself and after one other.
  const shifts = isFullDepth ? endpoints.keys() : [0, 3];
  const pairs = [...shifts].flatMap((shift) =>
    endpoints.flatMap((first, at) => {
      if (!isFullDepth && at % 2 !== shift % 2) return [];
      const second = endpoints[(at + shift) % endpoints.length];
      return second ? [[first, second] as const] : [];
    }),
  );

  test.each(pairs.map(([[first], [second, priceOf]]) => [first, second, priceOf] as const))(
    "after %s is held back by %s",
    async (first, second, priceOf) => {
      const { world, get } = await bendAnswers();
      await get(first);
      Object.assign(world, { now: now + 120_000, gecko: tick(50) });
      const held = await get(second);
      expect(priceOf(held)).toBeCloseTo(25_000.5, 6);
      expect(second.startsWith("price/") ? held.suspect : held.suspect.length === 1).toBe(true);
      expect(held).toMatchObject({ as_of: "2026-01-02T03:03:35Z", source: "coingecko" });
      Object.assign(world, { paprika: tick(50), now: now + 240_000 });
      expect(priceOf(await get(second))).toBeCloseTo(50 * 25_000.5, 4);
    },
  );

  test.each([0.02, 0.3, 1.7, 1e6])("is detected at a factor of %d", async (factor) => {
    const { world, get } = await bendAnswers();
    await get("price/bitcoin");
    Object.assign(world, { now: now + 120_000, gecko: tick(factor) });
    expect((await get("prices?ids=bitcoin")).prices.bitcoin.usd).toBe(25_000.5);
  });

  test("isn't the end of a chart or a candle", async () => {
    const { world, get } = await bendAnswers();
    await get("price/bitcoin");
    world.now = now + 120_000;
    world.gecko = (body, { pathname }) => {
      const time = world.now - 1000;
      if (pathname.endsWith("/market_chart"))
        return { ...body, prices: [...body.prices, [time, 1_250_000]] };
      return pathname.endsWith("/ohlc")
        ? [...body, [time, 25_000.5, 1_250_000, 25_000.5, 1_250_000]]
        : body;
    };
    const chart = await get("chart/bitcoin?days=1");
    expect(chart.suspect).toBe(true);
    expect(chart.stats.max).toBeLessThan(30_000);
    const { candles, suspect } = await get("ohlc/bitcoin");
    expect([suspect, candles.at(-1)[4] < 30_000]).toEqual([true, true]);
    world.paprika = tick(50);
    world.now += 61_000;
    expect((await get("chart/bitcoin?days=1")).stats.max).toBe(1_250_000);
  });

  test("isn't returned as the last price when both providers fail after it", async () => {
    const world = { now, times: 1, isDown: false };
    const net = Object.fromEntries(
      Object.entries(usual).map(([host, answer]) => [
        host,
        async (request: Request) => {
          if (world.isDown) return fail();
          const times = host === geckoHost ? world.times : 1;
          const text = await answer(request).text();
          return new Response(text.replaceAll("25000.5", String(25_000.5 * times)));
        },
      ]),
    );
    const hub = await testHub(dir, { net, clock: () => world.now });
    const get = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
    await get("price/bitcoin");
    Object.assign(world, { now: now + 120_000, times: 50 });
    await get("price/bitcoin");
    await get("prices?ids=bitcoin");
    await hub.settled();
    for (const hours of [0.1, 3]) {
      Object.assign(world, { now: now + hours * 3_600_000, isDown: true });
      expect(await get("price/bitcoin")).toMatchObject({
        stale: true,
        suspect: true,
        as_of: "2026-01-02T03:03:35Z",
        coin: { market_data: { current_price_usd: 25_000.5 } },
      });
      expect((await get("prices?ids=bitcoin")).prices.bitcoin.usd).toBe(25_000.5);
    }
  });

  test("is accepted after five minutes, or if no other provider knows the coin", async () => {
    const { world, get } = await bendAnswers();
    await get("price/bitcoin");
    Object.assign(world, { now: now + 301_000, gecko: tick(50) });
    expect(await get("prices?ids=bitcoin")).toMatchObject({ suspect: [] });
  });
});

describe("an empty response of CoinGecko", () => {
  const lists: Change = (body, { pathname }) =>
    /markets$|simple\/price$|trending$/.test(pathname) ? (Array.isArray(body) ? [] : {}) : body;
  const paths = ["prices?ids=bitcoin", "prices?ids=bitcoin,fabulon&vs=usd,btc", "markets"];
  const more = ["markets?ids=bitcoin", "markets?symbols=moon", "trending?kind=gainers"];

  test.each([...paths, ...sampleCases(more, 1)])(
    "counts as a failure of %s: CoinPaprika answers",
    async (path) => {
      const { get } = await bendAnswers({ gecko: lists });
      const answer = await get(path);
      expect(answer).toMatchObject({ source: "coinpaprika", degraded: true });
      expect(answer.missing ?? []).toEqual([]);
      expect(answer.coins ?? Object.keys(answer.prices)).not.toEqual([]);
    },
  );

  test.each([...paths, ...sampleCases(more, 1)])(
    "is reported as a failure of %s if both are empty",
    async (path) => {
      const { get } = await bendAnswers({
        gecko: lists,
        paprika: (body) => (body.length ? [] : body),
      });
      // Without CoinPaprika's list its coin ids are unknown.
      expect(await get(path)).toMatchObject({ status: 502, code: "upstream_failed" });
    },
  );

  test("without trending coins counts as a failure", async () => {
    const { get } = await bendAnswers({ gecko: lists });
    expect(await get("trending")).toMatchObject({ status: 502 });
  });

  test("with two of five coins isn't enough if another provider has all", async () => {
    const { get } = await bendAnswers({
      gecko: (body, { pathname }) => (pathname.endsWith("/markets") ? body.slice(0, 2) : body),
    });
    const all = "bitcoin,ethereum,moonrock,moonbeam-cheese,fabulon";
    const answer = await get(`prices?ids=${all}`);
    expect([answer.source, answer.missing]).toEqual(["coinpaprika", []]);
  });

  test("with two of five coins is returned as partial if no other provider answers", async () => {
    const world = { isDown: false };
    const hub = await testHub(dir, {
      net: {
        [geckoHost]: async (request) => {
          const answer = usual[geckoHost](request);
          const isList = world.isDown && new URL(request.url).pathname.endsWith("/markets");
          return isList ? Response.json((await json(answer)).slice(0, 2)) : answer;
        },
        [paprikaHost]: (request) => (world.isDown ? fail() : usual[paprikaHost](request)),
      },
    });
    await hub.get("/api/crypto/coins");
    world.isDown = true;
    const all = "bitcoin,ethereum,moonrock,moonbeam-cheese,fabulon";
    const answer = await json(await hub.get(`/api/crypto/prices?ids=${all}`));
    expect(answer).toMatchObject({ source: "coingecko", degraded: true });
    expect(answer.missing).toHaveLength(3);
  });

  test("a page after the last one is empty, and not a failure", async () => {
    const { get } = await bendAnswers();
    expect(await get("markets?page=9")).toMatchObject({ coins: [], degraded: false });
  });

  test("a truncated list of coins isn't treated as complete", async () => {
    const coin = (id: number) => ({ id: `c${id}`, symbol: `s${id}`, name: `Coin ${id}` });
    const { get } = await bendAnswers({
      gecko: (body, { pathname }) =>
        pathname.endsWith("/coins/list") ? Array.from({ length: 51 }, (_, id) => coin(id)) : body,
    });
    expect(await get("coins")).toMatchObject({ source: "coingecko", degraded: true });
  });
});

describe("euros", () => {
  const rates = data["currency/rates"];
  const table = "eurofxref-hist.csv" as const;
  const former = rates[table];

  /** Returns a hub's response in euros when its newest rates are from this day. */
  async function withRatesFrom(
    day: string,
    work: (get: Awaited<ReturnType<typeof bendAnswers>>["get"]) => Promise<void>,
  ) {
    rates[table] = `Date,USD,JPY\n${day},1.25,160\n`;
    try {
      const { get } = await bendAnswers();
      await work(get);
    } finally {
      rates[table] = former;
    }
  }
  const paths = [
    ...["price/bitcoin?vs=eur", "prices?ids=bitcoin&vs=eur", "markets?vs=eur", "global?vs=eur"],
    ...["chart/bitcoin?vs=eur&days=1", "ohlc/bitcoin?vs=eur"],
  ];

  test.each([
    ["price/bitcoin?vs=eur", ({ coin }) => coin.market_data.vs.eur.current_price],
    ["prices?ids=bitcoin&vs=eur", ({ prices }) => prices.bitcoin.eur],
    ["prices?ids=bitcoin&vs=usd,eur", ({ prices }) => prices.bitcoin.eur],
    ["markets?vs=eur", ({ coins }) => coins[0].current_price],
    // biome-ignore lint/suspicious/noExplicitAny: the shapes differ
  ] as const satisfies [string, (answer: any) => number][])(
    "%s uses the provider's own price instead of rates that are seven months old",
    (path, priceOf) =>
      withRatesFrom("2025-06-02", async (get) => {
        const answer = await get(path);
        expect(answer).toMatchObject({ source: "coingecko", stale: false });
        expect(answer).not.toHaveProperty("fiat_rates");
        expect(priceOf(answer)).toBeCloseTo(25_000.5 * 0.79, 6);
      }),
  );

  test("a currency that no provider has needs rates", () =>
    withRatesFrom("2025-06-02", async (get) => {
      const answer = await get("prices?ids=bitcoin&vs=bgn");
      expect(answer).toMatchObject({ status: 503, code: "dataset_unavailable" });
      expect(answer.detail).toContain("2025-06-02");
    }));

  test.each([
    ["2026-01-01", false],
    ["2025-12-28", false],
    ["2025-12-27", true],
    ["2025-12-19", true],
  ])("with rates of %s are stale: %p", (day, stale) =>
    withRatesFrom(day, async (get) => {
      for (const path of paths.slice(0, 4))
        expect(await get(path)).toMatchObject({
          stale,
          fiat_rates: { source: "ecb", date: day, stale },
        });
    }),
  );

  const old: Change = (body) =>
    Array.isArray(body) && body[1]?.last_updated
      ? body.with(1, { ...body[1], last_updated: "2025-01-01T00:00:00Z" })
      : body;

  test.each(["prices?ids=bitcoin,ethereum", "markets?ids=bitcoin,ethereum"])(
    "%s contain the coins that have rates, and are as stale as the newest rate",
    (path) =>
      withRatesFrom("2025-12-27", async () => {
        const { get } = await bendAnswers({ gecko: old });
        expect(await get(`${path}&vs=eur`)).toMatchObject({
          missing: ["ethereum"],
          fiat_rates: { date: "2025-12-27", stale: true },
        });
        rates[table] = "Date,USD\n2025-12-27,1.25\n2024-12-31,1.04\n";
        const all = await bendAnswers({ gecko: old });
        expect(await all.get(`${path}&vs=eur`)).toMatchObject({
          missing: [],
          as_of: "2025-01-01T00:00:00Z",
          fiat_rates: { date: "2025-12-27", stale: true },
        });
      }),
  );

  test("dollars need no rates, however old those are", () =>
    withRatesFrom("2025-06-02", async (get) => {
      expect(await get("prices?ids=bitcoin")).toMatchObject({ stale: false });
    }));
});

describe("an age in seconds of", () => {
  test.each([
    [119, false],
    [120, false],
    [121, true],
    [126, true],
    [3000, true],
  ])("%d makes prices stale: %p", async (seconds, stale) => {
    const { get } = await bendAnswers({
      gecko: (body) => {
        const updated = new Date(now - seconds * 1000).toISOString();
        const text = JSON.stringify(body).replaceAll("2026-01-02T03:03:35.000Z", updated);
        return JSON.parse(
          text.replaceAll(/"last_updated_at":\d+/g, `"last_updated_at":${now / 1000 - seconds}`),
        );
      },
    });
    for (const path of [
      "price/bitcoin",
      "prices?ids=bitcoin&vs=usd,btc",
      "markets",
      "trending?kind=volume",
    ])
      expect(await get(path)).toMatchObject({ stale, age_seconds: seconds });
  });

  test.each([
    [1200, false],
    [1201, true],
  ])("%d makes the whole market stale: %p", async (seconds, stale) => {
    const { get } = await bendAnswers({
      gecko: (body) => ({ data: { ...body.data, updated_at: now / 1000 - seconds } }),
    });
    expect(await get("global")).toMatchObject({ stale, age_seconds: seconds });
  });

  test("a list has the age of its oldest coin", async () => {
    const { get } = await bendAnswers({
      gecko: (body) =>
        Array.isArray(body) && body[1]?.last_updated
          ? body.with(1, { ...body[1], last_updated: "2026-01-01T00:00:00Z" })
          : body,
    });
    for (const path of ["markets", "prices?ids=bitcoin,ethereum", "trending?kind=volume"])
      expect(await get(path)).toMatchObject({ stale: true, as_of: "2026-01-01T00:00:00Z" });
  });

  test("a chart and candles have the age of their last value", async () => {
    const cut: Change = (body) =>
      Array.isArray(body) && Array.isArray(body[0])
        ? body.slice(0, -10)
        : body.prices && { ...body, prices: body.prices.slice(0, -10) };
    const { get } = await bendAnswers();
    await get("coins");
    const late = await bendAnswers({
      gecko: (body, url) => (/market_chart|ohlc/.test(url.pathname) ? cut(body, url) : body),
      paprika: (body, url) => (/historical/.test(url.pathname) ? [] : body),
    });
    for (const [path, list] of [
      ["chart/bitcoin?days=7", "prices"],
      ["ohlc/bitcoin", "candles"],
    ] as const) {
      const answer = await late.get(path);
      const [time] = answer[list].at(-1);
      expect([answer.stale, Date.parse(answer.as_of)]).toEqual([true, time]);
      expect(await get(path)).toMatchObject({ stale: false });
    }
  });

  test("a historical chart is as fresh as possible", async () => {
    const { get } = await bendAnswers({
      gecko: (body, { pathname }) =>
        pathname.endsWith("/range")
          ? { prices: [1, 2, 3].map((day) => [Date.UTC(2020, 0, day), day]) }
          : body,
    });
    expect(await get("chart/bitcoin?from=2020-01-01&to=2020-01-04&interval=daily")).toMatchObject({
      stale: false,
      degraded: false,
      as_of: "2020-01-03T00:00:00Z",
    });
  });
});

describe("a coin that the hub doesn't know", () => {
  const paths = ["price/nothing", "prices?ids=nothing", "markets?ids=nothing", "chart/nothing"];

  test.each(paths)("is unknown to %s if both lists are loaded", async (path) => {
    const { get } = await bendAnswers();
    expect(await get(path)).toMatchObject({ status: 404, code: "unknown_coin" });
  });

  test.each([
    ["neither list", { [geckoHost]: fail, [paprikaHost]: fail }],
    ["CoinGecko's list alone", { [paprikaHost]: fail }],
    ["CoinPaprika's list alone", { [geckoHost]: fail }],
  ])("may exist with %s", async (_, net) => {
    const hub = await testHub(dir, { net });
    for (const path of paths) {
      const answer = await hub.get(`/api/crypto/${path}`);
      expect([answer.status, (await json(answer)).code]).toEqual([503, "dataset_unavailable"]);
    }
  });
});

describe("a coin without a price", () => {
  const dead = {
    gecko: ((body, { pathname, searchParams }) => {
      if (pathname.endsWith("/moonrock"))
        return { ...body, market_data: { ...body.market_data, current_price: {}, market_cap: {} } };
      if (pathname.endsWith("/markets") && searchParams.get("ids") === "moonrock") return [];
      const without = { current_price: null, market_cap: null };
      return Array.isArray(body) && body[0]?.current_price
        ? body.map((one) => (one.id === "moonrock" ? { ...one, ...without } : one))
        : body;
    }) satisfies Change,
    paprika: ((body, { pathname }) => {
      const without = { USD: { price: 0, market_cap: 0 } };
      if (pathname.endsWith("/moon-moonrock") && body.quotes) return { ...body, quotes: without };
      return pathname.endsWith("/tickers")
        ? body.map((one: { id: string }) =>
            one.id === "moon-moonrock" ? { ...one, quotes: without } : one,
          )
        : body;
    }) satisfies Change,
  };

  test("has its own error code", async () => {
    const { get } = await bendAnswers(dead);
    expect(await get("price/moonrock")).toMatchObject({ status: 404, code: "no_price" });
  });

  const without: Change = (body, { pathname }) => {
    if (!/moonrock\/(market_chart|historical|ohlc)/.test(pathname)) return body;
    return Array.isArray(body) ? [] : { prices: [], market_caps: [], total_volumes: [] };
  };
  const drawn = ["chart/moonrock?days=7", "ohlc/moonrock", "ohlc/moonrock?interval=1d"];

  test.each(drawn)("isn't assumed from an empty %s of every coin", async (path) => {
    const { get } = await bendAnswers({ gecko: without, paprika: without });
    expect(await get(path)).toMatchObject({ status: 404, code: "no_price" });
  });

  test.each(drawn)("doesn't make %s of other coins fail", async (path) => {
    const empty: Change = (body, url) =>
      without(body, new URL(url.href.replaceAll(/btc-bitcoin|bitcoin/g, "moonrock")));
    const { get } = await bendAnswers({ gecko: empty, paprika: empty });
    expect(await get(path)).toMatchObject({ status: 502, code: "upstream_failed" });
  });

  test.each(["prices?ids=moonrock", "prices?ids=moonrock,bitcoin", "markets?ids=moonrock"])(
    "is missing in %s",
    async (path) => {
      const { get } = await bendAnswers(dead);
      expect(await get(path)).toMatchObject({ success: true, missing: ["moonrock"] });
    },
  );

  test("has a price if only one provider lost it", async () => {
    const { get } = await bendAnswers({ gecko: dead.gecko });
    expect(await get("price/moonrock")).toMatchObject({ success: true, source: "coinpaprika" });
    expect((await get("prices?ids=moonrock")).prices).toHaveProperty("moonrock");
  });

  test("isn't reported as such while one of two providers fails", async () => {
    const hub = await testHub(dir, {
      net: {
        [geckoHost]: async (request) =>
          Response.json(dead.gecko(await usual[geckoHost](request).json(), new URL(request.url))),
        [paprikaHost]: (request) =>
          request.url.includes("/coins?") || request.url.endsWith("/coins")
            ? usual[paprikaHost](request)
            : fail(),
      },
    });
    expect(await json(await hub.get("/api/crypto/price/moonrock"))).toMatchObject({
      status: 502,
      code: "upstream_failed",
    });
  });

  test("that was removed from both lists counts as one, but one with a wrong URL is in a list of coins", async () => {
    const answerGone = (body: unknown) => async (request: Request) =>
      /\/(moonrock|moon-moonrock)/.test(request.url)
        ? Response.json(body, { status: 404 })
        : usual[new URL(request.url).host as typeof geckoHost](request);
    const fetchPrice = async (gecko: unknown, paprika: unknown) => {
      const net = { [geckoHost]: answerGone(gecko), [paprikaHost]: answerGone(paprika) };
      return json(await (await testHub(dir, { net })).get("/api/crypto/price/moonrock"));
    };
    const said = [{ error: "coin not found" }, { error: "id not found" }] as const;
    expect(await fetchPrice(...said)).toMatchObject({ status: 404, code: "no_price" });
    expect(await fetchPrice({}, said[1])).toMatchObject({
      source: "coingecko",
      coin: { id: "moonrock", market_data: { current_price_usd: 4.25 } },
    });
  });
});

test("decimals apply to every amount of money, also in tables", async () => {
  const { hub, get } = await bendAnswers({
    gecko: (body) =>
      JSON.parse(JSON.stringify(body).replaceAll("1000000000000", "1000000000000.12345")),
  });
  const { market_data } = (await get("price/bitcoin?precision=2&vs=eur")).coin;
  expect(market_data).toMatchObject({ market_cap_usd: 1e12 + 0.12, volume_24h_usd: 1e10 });
  expect(market_data.vs.eur.market_cap).toBe(8e11 + 0.1);
  const [row] = (await get("markets?precision=1")).coins;
  expect(row.market_cap).toBe(1e12 + 0.1);
  const { prices } = await get("prices?ids=bitcoin&precision=0&include=market_cap");
  expect(prices.bitcoin).toEqual({ usd: 25_001, usd_market_cap: 1e12 });
  const chart = await get("chart/bitcoin?days=7&precision=1");
  for (const list of [chart.prices, chart.market_caps, chart.total_volumes])
    for (const [, value] of list) expect(value).toBe(Number(value.toFixed(1)));
  expect(chart.stats.last).toBe(chart.prices.at(-1)[1]);
  const table = await hub.get("/api/crypto/chart/bitcoin?days=7&precision=1", {
    accept: "text/csv",
  });
  expect(table.headers.get("content-type")).toStartWith("text/csv");
  const [, first = ""] = (await table.text()).split("\r\n");
  expect(Number(first.split(",")[1])).toBe(chart.prices[0][1]);
});
