import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import usual, { now } from "../fixtures.ts";
import { plainNumber } from "../providers/numbers.ts";
import { computeStats, downsample } from "./chart.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const get = (path: string) => hub.get(`/api/crypto/${path}`);
const read = async (path: string) => json(await get(path));

test.each([
  ["days=1", "5m", 288],
  ["days=7", "hourly", 168],
  ["days=1&interval=hourly", "hourly", 24],
  ["days=365", "daily", 365],
  ["days=max", "daily", 3650],
])("a chart with %s is %s", async (query, interval, count) => {
  const answer = await read(`chart/bitcoin?${query}`);
  expect(answer.interval).toBe(interval);
  expect(answer.prices.length).toBeWithin(count - 1, count + 2);
  const times = answer.prices.map(([time]: [number]) => time);
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  expect(times.at(-1)).toBeLessThanOrEqual(now);
});

test("a chart's statistics match its prices", async () => {
  const { prices, stats } = await read("chart/bitcoin?days=7");
  const values = prices.map(([, price]: [number, number]) => price);
  expect(stats).toMatchObject({ min: Math.min(...values), max: Math.max(...values) });
  expect(stats).toMatchObject({ first: values[0], last: values.at(-1) });
});

test.each([
  "days=0",
  "days=3651",
  "days=x",
  "days=7&from=1700000000",
  "to=1700000000",
  "from=yesterday",
  "from=2999-01-01",
  "from=2025-02-30&to=2025-03-03",
  "from=2025-02-01&to=2025-02-29T12:00:00Z",
  "from=2025-02-01T24:00:00Z",
])("a chart with %s is rejected", async (query) => {
  expect(await read(`chart/bitcoin?${query}`)).toMatchObject({ code: "invalid_input" });
});

test("rejects a chart that is too long for its granularity", async () => {
  for (const query of ["days=2&interval=5m", "days=91&interval=hourly", "from=2000-01-01"])
    expect(await read(`chart/bitcoin?${query}`)).toMatchObject({ code: "range_too_long" });
});

test("returns a chart as a CSV table or an image", async () => {
  const table = await (await get("chart/bitcoin?days=7&format=csv")).text();
  expect(table.split("\r\n")[0]).toBe("time,price,market_cap,volume_24h");
  expect(table.split("\r\n").length).toBeGreaterThan(160);
  const picture = await get("chart/bitcoin?days=7&format=svg");
  expect(picture.headers.get("content-type")).toStartWith("image/svg+xml");
  expect(await picture.text()).toContain("Bitcoin (invented) in USD");
});

test("a chart can be downsampled", async () => {
  expect((await read("chart/bitcoin?days=7&downsample=lttb&points=20")).prices).toHaveLength(20);
});

test("downsampling keeps both ends and the peak", () => {
  const points = Array.from({ length: 100 }, (_, time) => ({ time, price: time === 41 ? 9 : 1 }));
  const few = downsample(points, 10);
  expect(few).toHaveLength(10);
  expect([few[0], few.at(-1)]).toEqual([points[0], points.at(-1)]);
  expect(few).toContain(points[41]!);
});

test("a price that grows evenly has no volatility", () => {
  expect(computeStats([1, 2, 4])).toEqual({
    first: 1,
    last: 4,
    min: 1,
    max: 4,
    change_pct: 300,
    volatility: 0,
  });
});

test.each([
  [1e-12, "0.000000000001"],
  [2.46e-7, "0.000000246"],
  [1.5e21, "1500000000000000000000"],
  [0.5, "0.5"],
])("%d without an exponent is %s", (value, text) => {
  expect(plainNumber(value)).toBe(text);
});

test("candles have the close time and the expected prices", async () => {
  const answer = await read("ohlc/bitcoin");
  expect(answer).toMatchObject({ interval: "4h", timestamp: "close" });
  for (const [time, open, high, low, close] of answer.candles) {
    expect(time).toBeLessThanOrEqual(now);
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
  }
});

test("daily candles are CoinPaprika's, without the current day", async () => {
  const answer = await read("ohlc/bitcoin?interval=1d");
  expect(answer).toMatchObject({ interval: "1d", source: "coinpaprika" });
  expect(answer.candles.at(-1)).toEqual([
    ...[Date.UTC(2026, 0, 2) - 1000, 25_000.5, 30_000.6, 20_000.4, 25_000.5 * 1.1, 7],
  ]);
});

test("rejects an unknown candle length", async () => {
  expect(await read("ohlc/bitcoin?days=7&interval=4d")).toMatchObject({ code: "invalid_input" });
});

test.each([
  ["a candle whose low is above its close", [now, 5, 6, 5, 4]],
  ["a candle of nothing", [now, 0, 0, 0, 0]],
  ["a candle to come", [Date.UTC(2999, 0, 1), 1, 1, 1, 1]],
])("%s is rejected", async (_, candle) => {
  const answer = (request: Request) =>
    request.url.includes("/ohlc?") ? Response.json([candle]) : usual["api.coingecko.com"](request);
  const wrong = await testHub(`${import.meta.dir}/..`, { net: { "api.coingecko.com": answer } });
  expect(await json(await wrong.get("/api/crypto/ohlc/bitcoin?vs=eth"))).toMatchObject({
    status: 502,
    code: "upstream_failed",
  });
});
