import { expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { json, testHub } from "hub/testing";
import { fictionalRate, openDays } from "../fixtures.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const get = (query: string) => hub.get(`/api/currency/timeseries?${query}`);
const read = async (query: string) => json(await get(query));
const rate = (code: string, date: string) => Number(fictionalRate(code, date));

test("a series contains only days with rates", async () => {
  const answer = await read("start_date=2025-12-01&end_date=2025-12-31&symbols=USD,JPY");
  const days = openDays("2025-12-01", "2025-12-31");
  expect(Object.keys(answer.rates)).toEqual(days);
  expect(answer.rates["2025-12-24"]).toEqual({
    USD: rate("USD", "2025-12-24"),
    JPY: rate("JPY", "2025-12-24"),
  });
  expect(answer.observations).toBe(2 * days.length);
  expect(answer.gaps).toEqual([]);
});

test("a series matches its schema, although it is serialized before validation", async () => {
  const { route } = hub.routes.find(({ file }) => file === "timeseries.get.ts")!;
  const [schema] = route.response.anyOf;
  const answer = await read("start_date=2022-02-01&end_date=2022-03-31&symbols=USD,RUB");
  expect([...Value.Errors(schema, answer)]).toEqual([]);
});

test("a range that starts on a weekend starts with the previous rates, and reports it", async () => {
  const answer = await read("start_date=2025-12-27&end_date=2025-12-28&symbols=USD");
  expect(answer).toMatchObject({
    start_date: "2025-12-27",
    effective_start_date: "2025-12-24",
    rates: { "2025-12-24": { USD: rate("USD", "2025-12-24") } },
  });
});

test("a week has the date of its Monday, and a month its first day", async () => {
  const weeks = await read("start_date=2025-12-01&end_date=2025-12-31&symbols=USD&group=week");
  expect(Object.keys(weeks.rates)).toEqual([
    "2025-12-01",
    "2025-12-08",
    "2025-12-15",
    "2025-12-22",
    "2025-12-29",
  ]);
  expect(weeks.rates["2025-12-22"].USD).toBe(rate("USD", "2025-12-24"));
  const months = await read("start_date=2025-11-03&end_date=2025-12-31&symbols=USD&group=month");
  expect(Object.keys(months.rates)).toEqual(["2025-11-01", "2025-12-01"]);
});

test.each([
  ["month", "2025-12-30", ["2025-11-01", "2025-12-01"], ["2025-12-01"]],
  ["month", "2025-12-31", ["2025-11-01", "2025-12-01"], []],
  ["quarter", "2025-12-30", ["2025-10-01"], ["2025-10-01"]],
  ["quarter", "2025-12-31", ["2025-10-01"], []],
  ["year", "2025-12-31", ["2025-01-01"], []],
  ["year", "2025-06-30", ["2025-01-01"], ["2025-01-01"]],
  ["week", "2026-01-02", ["2025-11-17", "2025-12-29"], ["2025-12-29"]],
] as const)("a %s that ends after %s is marked as unfinished", async (group, end, some, marked) => {
  const start = end < "2025-11" ? "2025-01-01" : "2025-11-17";
  const { rates, unfinished } = await read(
    `start_date=${start}&end_date=${end}&symbols=USD&group=${group}`,
  );
  expect(Object.keys(rates)).toContainValues([...some]);
  expect(unfinished).toEqual([...marked]);
  const table = await get(
    `start_date=${start}&end_date=${end}&symbols=USD&group=${group}&format=csv`,
  );
  const last = (await table.text()).trim().split(",").at(-1);
  expect(last).toBe(String(marked.length > 0));
});

test("a series of weeks or months opens with a whole one", async () => {
  const readFrom = async (start: string, group: string) =>
    read(`start_date=${start}&end_date=2025-12-31&symbols=USD&group=${group}&agg=first`);
  expect((await readFrom("2025-12-10", "month")).rates).toEqual({
    "2025-12-01": { USD: rate("USD", "2025-12-01") },
  });
  expect(await readFrom("2025-11-16", "month")).toMatchObject({
    start_date: "2025-11-16",
    effective_start_date: "2025-11-03",
  });
  // A Saturday.
  const months = await readFrom("2025-11-01", "month");
  expect(Object.keys(months.rates)).toEqual(["2025-11-01", "2025-12-01"]);
  const [monday] = Object.entries((await readFrom("2025-12-31", "week")).rates);
  expect(monday).toEqual(["2025-12-29", { USD: rate("USD", "2025-12-29") }]);
});

test("a repeated rate ends when a law replaces it", async () => {
  const { rates } = await read(
    "start_date=2022-12-30&end_date=2023-01-03&symbols=HRK&fill=previous",
  );
  expect(rates["2022-12-31"].HRK).toBe(rate("HRK", "2022-12-30"));
  expect(rates["2023-01-01"].HRK).toBe(7.5345);
});

test("a month can be represented by its first, mean, lowest or highest rate", async () => {
  const values = openDays("2025-12-01", "2025-12-31").map((day) => rate("USD", day));
  const month = async (agg: string) => {
    const query = `start_date=2025-12-01&end_date=2025-12-31&symbols=USD&group=month&agg=${agg}`;
    return (await read(`${query}&precision=full`)).rates["2025-12-01"].USD;
  };
  expect(await month("first")).toBe(values[0]!);
  expect(await month("min")).toBe(Math.min(...values));
  expect(await month("max")).toBe(Math.max(...values));
  expect(await month("avg")).toBeCloseTo(values.reduce((a, b) => a + b) / values.length, 10);
});

test("fills each day with the last rate on request", async () => {
  const { rates } = await read(
    "start_date=2025-12-26&end_date=2025-12-30&symbols=USD&fill=previous",
  );
  expect(Object.keys(rates)).toEqual([
    "2025-12-26",
    "2025-12-27",
    "2025-12-28",
    "2025-12-29",
    "2025-12-30",
  ]);
  expect(rates["2025-12-28"].USD).toBe(rate("USD", "2025-12-24"));
});

test("carries a rate forward for at most two weeks", async () => {
  const { rates, gaps } = await read(
    "start_date=2022-02-28&end_date=2022-03-31&symbols=RUB&fill=previous",
  );
  expect(Object.keys(rates).at(-1)).toBe("2022-03-15");
  expect(gaps).toEqual([
    { symbol: "RUB", from: "2022-03-02", to: "2022-03-31", reason: "not_quoted" },
  ]);
});

test("days that the hub must have but doesn't are a gap, and the series is stale", async () => {
  const range = "start_date=2022-12-29&end_date=2025-01-03&symbols=USD";
  const { gaps, stale } = await read(range);
  expect([gaps, stale]).toEqual([
    [{ symbol: "USD", from: "2023-01-02", to: "2024-12-31", reason: "not_fetched" }],
    true,
  ]);
  const moves = await json(await hub.get(`/api/currency/fluctuation?${range}`));
  expect(moves.stale).toBe(true);
  expect((await read("start_date=2025-04-01&end_date=2025-05-31&symbols=USD")).stale).toBe(false);
});

test("a currency replaced by the euro continues at its fixed rate", async () => {
  const { rates, gaps } = await read("start_date=2022-12-29&end_date=2025-01-03&symbols=HRK");
  expect(rates["2022-12-30"].HRK).toBe(rate("HRK", "2022-12-30"));
  expect(rates["2025-01-02"].HRK).toBe(7.5345);
  expect(gaps.map(({ reason }: { reason: string }) => reason)).toEqual(["not_fetched"]);
});

test("rejects a range without any rate", async () => {
  const answer = await get("start_date=2012-01-02&end_date=2012-12-31&symbols=ISK");
  expect([answer.status, (await json(answer)).code]).toEqual([422, "no_rate_in_window"]);
});

test("allows the whole history for one pair, but not for all", async () => {
  expect((await get("start_date=1999-01-04&base=USD&symbols=JPY")).status).toBe(200);
  const answer = await get("start_date=1999-01-04");
  const { code, detail } = await json(answer);
  expect([answer.status, code]).toEqual([422, "range_too_long"]);
  expect(detail).toContain("36600");
});

test.each([
  ["start_date=2025-12-31&end_date=2025-12-30", "query.end_date"],
  ["start_date=2025-12-01&group=week&fill=previous", "query.fill"],
  ["start_date=2025-12-01&format=svg", "query.symbols"],
  ["start_date=2025-12-01&format=svg&symbols=USD,JPY", "query.symbols"],
  ["start_date=soon", "query.start_date"],
  ["end_date=2025-12-01", "query.start_date"],
])("%s is rejected because of %s", async (query, at) => {
  const answer = await get(query);
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe(at);
});

test("a table has a row per rate", async () => {
  const csv = await get("start_date=2025-12-30&end_date=2025-12-31&symbols=USD,JPY&format=csv");
  expect((await csv.text()).split("\r\n").slice(0, 2)).toEqual([
    "date,base,symbol,rate",
    `2025-12-30,EUR,USD,${rate("USD", "2025-12-30")}`,
  ]);
});

test.each([
  ["text/csv", "date,base,symbol,rate\r\n2025-12-30,EUR,USD,"],
  ["application/x-ndjson", '{"date":"2025-12-30","base":"EUR","symbol":"USD","rate":'],
  ["application/json", '{"success":true,"base":"EUR",'],
  ["*/*", '{"success":true,"base":"EUR",'],
])("returns a series as %s to clients that accept it", async (accept, start) => {
  const path = "/api/currency/timeseries?start_date=2025-12-30&end_date=2025-12-31&symbols=USD";
  const answer = await hub.get(path, { accept });
  expect(answer.headers.get("content-type")).toStartWith(
    accept === "*/*" ? "application/json" : accept,
  );
  expect(await answer.text()).toStartWith(start);
  expect(answer.headers.get("vary")).toContain("Accept");
});

test("the line in an image is interrupted where there are no rates", async () => {
  const svg = await get("start_date=2004-11-01&symbols=ISK&format=svg&group=week");
  expect(svg.headers.get("content-type")).toStartWith("image/svg+xml");
  const text = await svg.text();
  expect(text).toContain("EUR to ISK");
  const [line] = /<path d="[^"]*" fill="none" stroke="#0072b2"/.exec(text)!;
  // The tests' history has neither 2006 to 2011, 2013 to 2021, nor 2023 and 2024.
  expect(line.match(/M/g)).toHaveLength(3);
  expect(text).not.toContain("NaN");
});

test.each(["start_date=2025-12-31&symbols=USD", "start_date=2025-12-01&symbols=EUR"])(
  "draws an image of %s, although nothing changes",
  async (query) => {
    const text = await (await get(`${query}&format=svg`)).text();
    expect(text).toContain("</svg>");
    expect(text).not.toMatch(/NaN|Infinity/);
  },
);

test("fluctuation returns the first and last rate, the extremes and their days", async () => {
  const range = "start_date=2025-12-01&end_date=2025-12-31&symbols=USD";
  const { rates } = await json(await hub.get(`/api/currency/fluctuation?${range}`));
  const values = openDays("2025-12-01", "2025-12-31").map((day) => rate("USD", day));
  const [first, last] = [values[0]!, values.at(-1)!];
  expect(rates.USD).toMatchObject({
    start_rate: first,
    end_rate: last,
    change: Number((last - first).toFixed(4)),
    change_pct: Number((((last - first) / first) * 100).toFixed(4)),
    high: Math.max(...values),
    low: Math.min(...values),
    observations: values.length,
    start_date: "2025-12-01",
    end_date: "2025-12-31",
  });
});

test("fluctuation returns all digits on request, or the requested number", async () => {
  const range = "start_date=2025-12-01&end_date=2025-12-31&symbols=USD&base=JPY";
  const move = async (precision: string) =>
    (await json(await hub.get(`/api/currency/fluctuation?${range}&precision=${precision}`))).rates
      .USD;
  const values = openDays("2025-12-01", "2025-12-31").map(
    (day) => rate("USD", day) / rate("JPY", day),
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const [first, last] = [values[0]!, values.at(-1)!];
  const full = await move("full");
  expect(full.avg / mean - 1).toBeWithin(-1e-15, 1e-15);
  expect(full.stddev / Math.sqrt(squares / (values.length - 1)) - 1).toBeWithin(-1e-12, 1e-12);
  expect(full.change / (last - first) - 1).toBeWithin(-1e-12, 1e-12);
  expect(full.change_pct / ((last / first - 1) * 100) - 1).toBeWithin(-1e-11, 1e-11);
  const month = await read(`${range}&group=month&agg=avg&precision=full`);
  expect(full.avg).toBe(month.rates["2025-12-01"].USD);
  expect((await move("5")).avg).toBe(Number(mean.toFixed(5)));
});

test("fluctuation as a table has negative numbers for falls", async () => {
  const range = "start_date=2025-12-10&end_date=2025-12-31&symbols=USD&format=csv";
  const csv = await (await hub.get(`/api/currency/fluctuation?${range}`)).text();
  expect(csv).toContain(",-0.0");
  expect(csv).toStartWith("base,symbol,start_rate,end_rate,change,change_pct,");
});

test.each([
  ["2025-12-31", { stddev: null, volatility_annualised: null, reason: "too_few_rates" }],
  [
    "2025-12-30",
    { stddev: expect.any(Number), volatility_annualised: null, reason: "too_few_rates" },
  ],
  ["2025-12-29", { volatility_annualised: expect.any(Number), reason: null }],
])("fluctuation from %s says why statistics are null", async (start, expected) => {
  const path = `start_date=${start}&end_date=2025-12-31&symbols=USD`;
  const { rates } = await json(await hub.get(`/api/currency/fluctuation?${path}`));
  expect(rates.USD).toMatchObject(expected);
});
