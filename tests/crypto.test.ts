import { afterAll, describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { DATA_FAULTS, type Fault, WIRE_FAULTS } from "./standins/faults.ts";
import { startStandIns } from "./standins/server.ts";

const plugin = `${import.meta.dir}/../plugins/crypto`;
const world = { now: Date.UTC(2026, 3, 6, 12) };
const standIns = await startStandIns({ clock: () => world.now });
afterAll(() => standIns.stop());

const providers = ["coingecko", "coinpaprika"];
/** Faults that only cost time here: the tests of upstreams cover them. */
const slow: readonly string[] = ["slow", "hang"];
const [wireFaults, dataFaults] = [WIRE_FAULTS, DATA_FAULTS].map((faults: readonly Fault[]) =>
  faults.filter((fault) => !slow.includes(fault)),
) as [Fault[], Fault[]];
/** All data faults, and a few network faults, which all plugins share. */
const faults = [...sampleCases(wireFaults, 3), ...dataFaults];

async function start() {
  for (const provider of providers) standIns.misbehave(provider);
  const hub = await testHub(plugin, { upstreams: standIns.upstreams, clock: () => world.now });
  const get = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
  return { hub, get };
}

test("the catalogue has more than ten thousand coins, and is downloaded once", async () => {
  const { get } = await start();
  const before = standIns.asked.length;
  expect((await get("coins")).total).toBeGreaterThanOrEqual(10_000);
  expect((await get("search?q=fab")).results[0].id).toBe("fabulon");
  expect(standIns.asked.length - before).toBe(3);
});

test("a hundred concurrent callers of a price cause one call for each list, one for ranks and one for the coin", async () => {
  const { get } = await start();
  const before = standIns.asked.length;
  const answers = await Promise.all(Array.from({ length: 100 }, () => get("price/bitcoin")));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(standIns.asked.length - before).toBe(4);
});

test("one market is the same through both providers' formats", async () => {
  const { get } = await start();
  const paths = ["price/fabulon", "prices?ids=bitcoin,fabulon&include=change_24h"];
  const first = await Promise.all(paths.map(get));
  const other = await start();
  standIns.misbehave("coingecko", "error");
  const second = await Promise.all(paths.map(other.get));
  const alone = {
    high_24h_usd: null,
    low_24h_usd: null,
    atl_usd: null,
    atl_date: null,
  };
  expect(second[0].coin).toEqual({
    ...first[0].coin,
    market_data: { ...first[0].coin.market_data, ...alone },
  });
  expect(second[1].prices).toEqual(first[1].prices);
  expect([second[0].source, second[0].degraded]).toEqual(["coinpaprika", true]);
});

test("daily charts are the same through both providers' formats", async () => {
  const { get } = await start();
  const first = await get("chart/moonrock?days=30");
  standIns.misbehave("coingecko", "error");
  const second = await (await startWithCatalogue()).get("chart/moonrock?days=30");
  expect(second).toMatchObject({ source: "coinpaprika", interval: first.interval });
  expect(second.prices).toEqual(first.prices);
});

/** Starts a hub that knows the coins, while CoinGecko fails from then on. */
async function startWithCatalogue() {
  const started = await start();
  await started.get("coins");
  standIns.misbehave("coingecko", "error");
  return started;
}

const paths = ["price/bitcoin", "chart/bitcoin?days=7", "ohlc/bitcoin", "markets?per_page=2"];

describe("with the fault of both providers", async () => {
  const well = await start();
  const good = await Promise.all(paths.map(well.get));

  test.each(faults)("%s no response is wrong", async (fault: Fault) => {
    const { get } = await start();
    await get("coins");
    for (const [index, path] of paths.entries()) {
      for (const provider of providers) standIns.misbehave(provider, fault);
      const answer = await get(path);
      // CoinPaprika's stand-in has no faults in its candles, which are daily.
      if (answer.interval === "1d") expect(answer.degraded).toBe(true);
      else if (answer.success) expect(numbers(answer), path).toEqual(numbers(good[index]));
      else expect(["upstream_failed", "upstream_unavailable"], path).toContain(answer.code);
    }
  });
});

const alone = [...dataFaults.filter((one) => one !== "duplicate-day"), ...wireFaults];

/** Returns the data of a response without metadata. */
function numbers({ coin, coins, prices, candles }: Record<string, unknown>): unknown {
  return { coin, coins, prices, candles };
}

test.each(sampleCases(alone, 4))(
  "with the fault %s of CoinGecko only, CoinPaprika takes over immediately",
  async (fault) => {
    const { get } = await start();
    await get("coins");
    standIns.misbehave("coingecko", fault);
    expect(await get("price/bitcoin")).toMatchObject({
      source: "coinpaprika",
      degraded: true,
      stale: false,
    });
  },
);

test("when both fail later, the last response is returned as stale with its own date", async () => {
  const { get } = await start();
  const good = await get("price/bitcoin");
  for (const provider of providers) standIns.misbehave(provider, "error");
  world.now += 2 * 3_600_000;
  const late = await get("price/bitcoin");
  expect(late).toMatchObject({ stale: true, degraded: true, as_of: good.as_of, coin: good.coin });
  expect(late.age_seconds).toBe(good.age_seconds + 7200);
});
