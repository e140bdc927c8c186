import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import usual, { now } from "../fixtures.ts";

const dir = `${import.meta.dir}/..`;
const hosts = ["api.coingecko.com", "api.coinpaprika.com"] as const;
const [geckoHost, paprikaHost] = hosts;
const fail = () => new Response("no", { status: 500 });

interface Listed {
  id: string;
  symbol: string;
  name: string;
  platforms: Record<string, string>;
}

/** Builds a hub whose providers list these coins too, and the paths of the calls to CoinGecko. */
async function startHub({
  coins = [],
  gecko,
  paprika = usual[paprikaHost],
  env = {},
}: {
  coins?: readonly Listed[];
  gecko?: (url: URL) => Response | undefined;
  paprika?: (request: Request) => Response;
  env?: Record<string, string>;
}) {
  const world = { now };
  const asked: string[] = [];
  const hub = await testHub(dir, {
    clock: () => world.now,
    env,
    net: {
      [geckoHost]: async (request) => {
        const url = new URL(request.url);
        const path = url.pathname.replace("/api/v3/", "");
        asked.push(path);
        const own = gecko?.(url);
        if (own) return own;
        if (path === "coins/list")
          return Response.json([...(await json(usual[geckoHost](request))), ...coins]);
        const ids = url.searchParams.get("ids")?.split(",") ?? [];
        const requested = coins.filter(({ id }) => ids.includes(id));
        const one = coins.find(({ id }) => path === `coins/${id}`);
        if (one) return Response.json(describeCoin(one.id, world.now));
        const isMarkets = path === "coins/markets" && requested.length > 0;
        return isMarkets
          ? Response.json(requested.map(({ id }) => describeMarket(id, world.now)))
          : usual[geckoHost](request);
      },
      [paprikaHost]: paprika,
    },
  });
  const get = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
  return { world, asked, get };
}

function describeMarket(id: string, time: number) {
  return {
    id,
    current_price: 2 + Number(id.slice(4)),
    market_cap: 1e6,
    total_volume: 1000,
    last_updated: new Date(time - 1000).toISOString(),
  };
}

function describeCoin(id: string, time: number) {
  const { current_price, last_updated } = describeMarket(id, time);
  return { id, market_data: { current_price: { usd: current_price }, last_updated } };
}

const many = Array.from({ length: 110 }, (_, number) => ({
  id: `coin${number}`,
  symbol: `c${number}`,
  name: `Coin ${number}`,
  platforms: {},
}));

describe("110 coins in a minute", () => {
  test.each([
    "price/ID",
    "prices?ids=ID",
    "prices?ids=ID,bitcoin",
    "price/ID?vs=usd,eur",
    "price/ID?include=links",
  ])("all have a price at %s", async (template) => {
    const { get, asked } = await startHub({ coins: many });
    await get("coins");
    for (const { id } of many) {
      const answer = await get(template.replace("ID", id));
      const price =
        answer.coin?.market_data.current_price_usd ?? answer.prices?.[id]?.usd ?? answer.detail;
      expect([id, price]).toEqual([id, 2 + Number(id.slice(4))]);
    }
    expect(asked.length).toBeLessThanOrEqual(25);
  });
});

test("a coin has a price if only the list of coins works", async () => {
  const { get } = await startHub({
    gecko: ({ pathname }) => (pathname.endsWith("/coins/bitcoin") ? fail() : undefined),
  });
  expect(await get("price/bitcoin")).toMatchObject({
    source: "coingecko",
    coin: { genesis_date: null, market_data: { current_price_usd: 25_000.5, market_cap_rank: 1 } },
  });
});

test("a coin has a price if only CoinPaprika's list of tickers works", async () => {
  const { get } = await startHub({
    gecko: ({ pathname }) => (pathname.endsWith("/list") ? undefined : fail()),
    paprika: (request) => (/btc-bitcoin/.test(request.url) ? fail() : usual[paprikaHost](request)),
  });
  expect(await get("price/bitcoin")).toMatchObject({
    source: "coinpaprika",
    coin: { market_data: { current_price_usd: 25_000.5 } },
  });
});

test("additional fields that no provider sent are null, and contracts come from the catalogue", async () => {
  const { get } = await startHub({
    gecko: ({ pathname }) => (pathname.endsWith("/coins/fabulon") ? fail() : undefined),
  });
  const { coin } = await get("price/fabulon?include=links,categories,platforms,description");
  const platforms = { "invented-chain": expect.stringContaining("0x") };
  expect(coin).toMatchObject({ links: null, categories: null, description: null, platforms });
});

test("contracts are null if only CoinPaprika's lists work", async () => {
  const { get } = await startHub({ gecko: fail });
  const { coin } = await get("price/fabulon?include=platforms,links");
  expect(coin).toMatchObject({ platforms: null, links: null });
  const { coins } = await get("coins?type=token&include_platforms=true");
  expect(coins).toMatchObject([{ id: "fabulon", platforms: null }]);
});

test("what one endpoint fetched answers another without a call", async () => {
  const { get, asked, world } = await startHub({});
  await get("price/bitcoin");
  const before = asked.length;
  await get("prices?ids=bitcoin&include=market_cap");
  await get("price/btc");
  expect(asked.length).toBe(before);
  world.now += 61_000;
  await get("prices?ids=bitcoin");
  expect(asked.length).toBe(before + 1);
});

test("additional fields are fetched even if the market is stored", async () => {
  const { get } = await startHub({});
  await get("markets");
  const { coin } = await get("price/bitcoin?include=description");
  expect(coin).toMatchObject({ description: "Made up.", genesis_date: "2009-01-03" });
});

describe("a contract on two chains", () => {
  const address = "0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  const coins = [
    { id: "sametok-a", symbol: "aaa", name: "Same A", platforms: { ethereum: address } },
    {
      id: "sametok-b",
      symbol: "bbb",
      name: "Same B",
      platforms: { "binance-smart-chain": address.toUpperCase().replace("X", "x") },
    },
    { id: "wide", symbol: "w", name: "Wide", platforms: { ethereum: "0xb", base: "0xB" } },
    { id: "sun", symbol: "s", name: "Sun", platforms: { solana: "AbC" } },
  ];
  const gecko = ({ pathname, searchParams }: URL) => {
    const ids = searchParams.get("ids")?.split(",") ?? [pathname.split("/").at(-1) ?? ""];
    const listed = coins.filter(({ id }) => ids.includes(id));
    if (pathname.endsWith("/list") || listed.length === 0) return undefined;
    return pathname.endsWith("/markets")
      ? Response.json(listed.map(({ id }) => ({ ...describeMarket(id, now), current_price: 1 })))
      : fail();
  };

  test("is ambiguous without the chain, and the candidates name it", async () => {
    const { get } = await startHub({ coins, gecko });
    const answer = await get(`price/${address}`);
    expect(answer).toMatchObject({ coin: { id: "sametok-a" }, ambiguous: true, chain: "ethereum" });
    expect(answer.candidates).toMatchObject([
      { id: "sametok-a", chain: "ethereum" },
      { id: "sametok-b", chain: "binance-smart-chain" },
    ]);
  });

  test("is one coin on each chain", async () => {
    const { get } = await startHub({ coins, gecko });
    for (const match of ["auto", "contract"])
      expect(await get(`price/${address}?match=${match}&chain=binance-smart-chain`)).toMatchObject({
        coin: { id: "sametok-b" },
        ambiguous: false,
        candidates: [],
        chain: "binance-smart-chain",
      });
    expect(await get(`price/${address}?chain=polygon`)).toMatchObject({ code: "unknown_coin" });
    expect(await get(`price/${address}?match=symbol&chain=ethereum`)).toMatchObject({
      code: "invalid_input",
    });
  });

  test("is found by a search, and an unknown address isn't taken for a name", async () => {
    const { get } = await startHub({ coins, gecko });
    const { results } = await get(`search?q=${address.toUpperCase().replace("X", "x")}`);
    const found = { score: 0.9, matched_on: "contract" };
    expect(results).toEqual([
      expect.objectContaining({ id: "sametok-a", ...found }),
      expect.objectContaining({ id: "sametok-b", ...found }),
    ]);
    expect((await get("search?q=0xdeadbeefdeadbeefdead")).results).toEqual([]);
    expect((await get("price/0xdeadbeefdeadbeefdead")).suggestions).toEqual([]);
  });

  test("of one coin isn't ambiguous", async () => {
    const { get } = await startHub({ coins, gecko });
    expect(await get("price/0xB")).toMatchObject({ ambiguous: false, chain: null });
  });

  test("ignores case only in hexadecimal", async () => {
    const { get } = await startHub({ coins, gecko });
    expect(await get("price/AbC")).toMatchObject({ coin: { id: "sun" }, chain: "solana" });
    expect(await get("price/ABC")).toMatchObject({ code: "unknown_coin" });
  });
});

test("whether a coin is ambiguous is unknown without both lists", async () => {
  const cut = await testHub(dir, { net: { [geckoHost]: fail, [paprikaHost]: fail } });
  expect(await json(await cut.get("/api/crypto/price/btc"))).toMatchObject({
    source: "currency-api",
    ambiguous: null,
  });
});

describe("a plan that doesn't include the history", () => {
  const paid = () => Response.json({ error: "payment required" }, { status: 402 });

  test("is named, and isn't asked again", async () => {
    let count = 0;
    const { get } = await startHub({
      paprika: (request) => {
        if (!request.url.includes("historical")) return usual[paprikaHost](request);
        count++;
        return paid();
      },
    });
    for (let time = 0; time < 3; time++) {
      const answer = await get("ohlc/bitcoin?interval=1d");
      expect(answer).toMatchObject({ status: 503, code: "plan_limit" });
      expect(answer.detail).toContain('The plan of this hub at "api.coinpaprika.com"');
    }
    expect(count).toBe(1);
  });

  test("beyond an age still has later days", async () => {
    const older: string[] = [];
    const isOld = (url: URL) =>
      Number(url.searchParams.get("from")) * 1000 < now - 365 * 86_400_000;
    const status = { error_code: 10_012, error_message: "Only the past 365 days" };
    const { get } = await startHub({
      gecko: (url) => {
        if (!url.pathname.endsWith("/range")) return undefined;
        if (!isOld(url)) return fail();
        older.push("coingecko");
        return Response.json({ error: { status } }, { status: 401 });
      },
      paprika: (request) => {
        const start = new URL(request.url).searchParams.get("start");
        if (start === null || Date.parse(start) >= now - 365 * 86_400_000)
          return usual[paprikaHost](request);
        older.push("coinpaprika");
        return paid();
      },
    });
    const old = "chart/bitcoin?from=2020-01-01&to=2020-01-08&interval=hourly";
    expect(await get(old)).toMatchObject({ code: "plan_limit" });
    const day = (back: number) => new Date(now - back * 86_400_000).toISOString();
    expect(await get(`chart/bitcoin?from=${day(8)}&to=${day(1)}&interval=hourly`)).toMatchObject({
      source: "coinpaprika",
    });
    expect(await get(old.replace("2020-01-08", "2020-01-07"))).toMatchObject({
      code: "plan_limit",
    });
    expect(older).toEqual(["coingecko", "coinpaprika"]);
  });

  test("is named after the failure of the other provider", async () => {
    const { get } = await startHub({
      gecko: ({ pathname }) => (pathname.endsWith("market_chart") ? fail() : undefined),
      paprika: (request) =>
        request.url.includes("historical") ? paid() : usual[paprikaHost](request),
    });
    const answer = await get("chart/bitcoin");
    expect(answer).toMatchObject({ status: 502, code: "upstream_failed" });
    expect(answer.detail).toContain("does not include this request");
  });

  test("of CoinGecko is named with its reason", async () => {
    const status = {
      error_code: 10_012,
      error_message: "Your request exceeds the allowed time range. Upgrade",
    };
    const { get } = await startHub({
      gecko: ({ pathname }) =>
        pathname.endsWith("/range")
          ? Response.json({ error: { status } }, { status: 401 })
          : undefined,
      paprika: (request) =>
        request.url.includes("historical") ? paid() : usual[paprikaHost](request),
    });
    const answer = await get("chart/bitcoin?from=2020-01-01&to=2020-02-01&interval=daily");
    expect(answer).toMatchObject({ status: 503, code: "plan_limit" });
    expect(answer.detail).toContain("exceeds the allowed time range");
  });
});

test("the calls follow the operator's setting", async () => {
  const { get } = await startHub({ env: { COINGECKO_PER_MINUTE: "3" } });
  await get("coins");
  await get("global");
  const answer = await get("chart/bitcoin?vs=btc");
  expect(answer.detail).toContain("is limited to 3 requests per minute");
});
