import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { fictionalRate, nbpTables, norgesBankCsv } from "../fixtures.ts";
import { parseNorgesBankDays } from "./norges-bank.ts";

const dir = `${import.meta.dir}/..`;
const hub = await testHub(dir);
const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));
const gbp = Number(fictionalRate("GBP", "2025-12-31"));
const hour = 3_600_000;

// Datasets are downloaded in the background.
await read("latest?sources=all");
await hub.settled();

test("latest has the ECB's currencies by default, and all that are in use on request", async () => {
  expect(Object.keys((await read("latest")).rates)).toHaveLength(30);
  expect(await read("latest")).not.toHaveProperty("origins");
  const all = await read("latest?sources=all");
  expect(Object.keys(all.rates).length).toBeGreaterThanOrEqual(150);
  expect(Object.keys(all.origins).sort()).toEqual(Object.keys(all.rates).sort());
  for (const code of ["XDR", "HRK", "BTC", "TWI"]) expect(all.rates).not.toHaveProperty(code);
  for (const code of ["XAU", "XAG", "CNH"]) expect(all.rates).toHaveProperty(code);
  const ounces = await read("convert?from=USD&to=XAU&sources=all");
  expect(ounces.result).toBeCloseTo(Number(ounces.results[0].result_exact), 4);
});

test("the ECB's rates are the same with other sources", async () => {
  const { rates } = await read("latest");
  const all = await read("latest?sources=all");
  expect(all.rates).toMatchObject(rates);
  expect(all.origins.USD).toMatchObject({ source: "ecb", date: "2025-12-31", stale: false });
  expect(all.origins.BGN).toMatchObject({ source: "law", date: "2026-01-01" });
});

test("a rate of a central bank is calculated with its own euro of the same day", async () => {
  const { rates, origins, stale } = await read("latest?sources=central_banks&symbols=AED,UAH,TWD");
  // 8.02 is the euro of table B's day, and 8 that of table A's.
  expect(rates.AED).toBeCloseTo(8.02 / 1.02, 4);
  expect(rates.UAH).toBeCloseTo(8 / 0.09, 2);
  expect(rates.TWD).toBeCloseTo(22 / 0.3425, 3);
  expect(origins).toEqual({
    AED: { source: "nbp", date: "2025-12-31", stale: false, indicative: false, via: "PLN" },
    TWD: { source: "norges-bank", date: "2025-12-31", stale: false, indicative: false, via: "NOK" },
    UAH: { source: "nbp", date: "2026-01-02", stale: false, indicative: false, via: "PLN" },
  });
  expect(stale).toBe(false);
});

test("a market rate is indicative and stale, and absent from central_banks", async () => {
  const all = await read("latest?sources=all&symbols=GEL");
  expect(all.origins.GEL).toMatchObject({ source: "currency-api", indicative: true, stale: true });
  expect(all.stale).toBe(true);
  const banks = await hub.get("/api/currency/latest?sources=central_banks&symbols=GEL");
  expect([banks.status, (await json(banks)).code]).toEqual([422, "unsupported_currency"]);
});

test("convert names each step of a cross rate", async () => {
  const answer = await read("convert?from=GBP&to=AED,KWD&amount=100&sources=central_banks");
  expect(answer.results[0]).toMatchObject({ to: "AED", path: "EUR-pivot", indicative: false });
  expect(answer.results[0].steps).toEqual([
    { from: "GBP", to: "EUR", source: "ecb", date: "2025-12-31" },
    { from: "EUR", to: "PLN", source: "nbp", date: "2025-12-31" },
    { from: "PLN", to: "AED", source: "nbp", date: "2025-12-31" },
  ]);
  expect(answer.results[0].result).toBeCloseTo((100 / gbp) * (8.02 / 1.02), 1);
});

test("a rate that the law ties to another one is the law's", async () => {
  for (const sources of ["central_banks", "all"]) {
    const { results } = await read(`convert?from=USD&to=AED&amount=100&sources=${sources}`);
    expect(results[0]).toMatchObject({ path: "fixed", rate: 3.6725, result: 367.25 });
    expect(results[0].steps).toEqual([
      { from: "USD", to: "AED", source: "law", date: "1997-11-15" },
    ]);
  }
  const { results } = await read("convert?from=SAR&to=JOD&amount=375&sources=all");
  expect(results[0]).toMatchObject({ path: "fixed", result: 70.9 });
});

test("two currencies of one bank and day are converted without the euro", async () => {
  const { results } = await read("convert?from=KWD&to=AED&sources=central_banks");
  expect(results[0].steps).toEqual([
    { from: "KWD", to: "PLN", source: "nbp", date: "2025-12-31" },
    { from: "PLN", to: "AED", source: "nbp", date: "2025-12-31" },
  ]);
  expect(results[0]).toMatchObject({ path: "bank-pivot", result: 11.96 });
});

test.each([
  ["USD", "PLN", "direct"],
  ["USD", "EUR", "bank-pivot"],
  ["PLN", "PLN", "identity"],
  ["HRK", "EUR", "fixed"],
])("a single bank's rate from %s to %s is %s, and no market rate", async (from, to, path) => {
  const { results } = await read(`convert?from=${from}&to=${to}&sources=nbp`);
  expect(results).toMatchObject([{ path, indicative: false }]);
});

test.each([
  ["USD", "USD", "identity", []],
  ["EUR", "USD", "direct", ["EUR-USD ecb 2025-12-31"]],
  ["USD", "GBP", "EUR-pivot", ["USD-EUR ecb 2025-12-31", "EUR-GBP ecb 2025-12-31"]],
  ["DEM", "EUR", "fixed", ["DEM-EUR law 1999-01-01"]],
  ["TRL", "EUR", "direct", ["TRL-TRY law 2005-01-01", "TRY-EUR ecb 2025-12-31"]],
])("the rate from %s to %s has the path %s", async (from, to, path, steps) => {
  const { results } = await read(`convert?from=${from}&to=${to}`);
  const named = results[0].steps.map(
    (step: Record<string, string>) => `${step.from}-${step.to} ${step.source} ${step.date}`,
  );
  expect([results[0].path, named]).toEqual([path, steps]);
});

test("tables have the source of each rate", async () => {
  const csv = await (
    await hub.get("/api/currency/latest?sources=all&symbols=AED,GEL&format=csv")
  ).text();
  expect(csv).toStartWith("date,base,amount,symbol,rate,source,rate_date,indicative\r\n");
  expect(csv).toContain(",nbp,2025-12-31,false\r\n");
  expect(csv).toContain(",currency-api,");
});

test("currencies lists 150 with the source of each", async () => {
  const { count, currencies } = await read("currencies?sources=all");
  expect(count).toBeGreaterThanOrEqual(150);
  const dirham = currencies.find(({ code }: { code: string }) => code === "AED");
  expect(dirham).toMatchObject({
    name: "United Arab Emirates Dirham",
    numeric: "784",
    status: "active",
    origin: { source: "nbp", via: "PLN" },
  });
});

test("a day can have the rates of all sources, and the newest one those of latest", async () => {
  const past = await read("convert?from=EUR&to=AED&sources=all&date=2025-12-30");
  expect(past).toMatchObject({ date: "2025-12-30", results: [{ indicative: false }] });
  const { rates, origins } = await read("latest?sources=all&symbols=USD,AED,AFN");
  expect(await read("historical/2025-12-31?sources=all&symbols=USD,AED,AFN")).toMatchObject({
    rates,
    origins,
  });
});

describe("a day of the past", () => {
  test("has the rates of other banks, each with its day", async () => {
    const { rates, origins, stale } = await read(
      "historical/2025-12-30?sources=central_banks&symbols=AED,UAH,USD",
    );
    // Table B is of Wednesday, 24 December, when the euro was 7.95.
    expect(rates.AED).toBeCloseTo(7.95 / 1.02, 4);
    expect(rates.UAH).toBeCloseTo(8.01 / 0.09, 2);
    expect(rates.USD).toBe(Number(fictionalRate("USD", "2025-12-30")));
    expect(origins).toEqual({
      AED: { source: "nbp", date: "2025-12-24", stale: false, indicative: false, via: "PLN" },
      UAH: { source: "nbp", date: "2025-12-30", stale: false, indicative: false, via: "PLN" },
      USD: { source: "ecb", date: "2025-12-30", stale: false, indicative: false, via: null },
    });
    expect(stale).toBe(false);
  });

  test("has all currencies that had a rate", async () => {
    const { rates } = await read("historical/2025-12-30?sources=central_banks");
    expect(Object.keys(rates).length).toBeGreaterThan(40);
    expect(await read("historical/2025-12-30")).not.toHaveProperty("origins");
  });

  test("names the steps of a conversion", async () => {
    const { results } = await read("convert?from=KWD&to=AED&date=2025-12-30&sources=central_banks");
    expect(results[0]).toMatchObject({
      path: "bank-pivot",
      steps: [
        { from: "KWD", to: "PLN", source: "nbp", date: "2025-12-24" },
        { from: "PLN", to: "AED", source: "nbp", date: "2025-12-24" },
      ],
    });
  });

  test("has no rate before the bank's first one", async () => {
    const answer = await read("historical/2025-11-30?sources=central_banks&symbols=AED");
    expect(answer.code).toBe("no_rate_in_window");
  });

  test("that the hub hasn't downloaded yet is no day without a rate", async () => {
    const answer = await read("historical/2012-05-03?sources=central_banks&symbols=AED");
    expect(answer).toMatchObject({
      code: "dataset_unavailable",
      detail: expect.stringMatching(/"AED" on 2012-05-03: .* Narodowy Bank Polski before 2024-/),
    });
    const series = "start_date=2012-05-03&sources=central_banks&symbols=AED";
    expect((await read(`timeseries?${series}&end_date=2012-06-01`)).code).toBe(
      "dataset_unavailable",
    );
    const { gaps, stale } = await read(`timeseries?${series}`);
    expect([gaps[0], stale]).toEqual([
      { symbol: "AED", from: "2012-05-03", to: "2022-12-30", reason: "not_fetched" },
      true,
    ]);
    expect((await read("historical/2012-05-03?sources=central_banks&symbols=USD")).stale).toBe(
      false,
    );
    expect((await read("historical/2012-05-03?sources=central_banks")).stale).toBe(true);
  });
});

describe("a series", () => {
  const range = "start_date=2025-12-11&end_date=2025-12-31";

  test("has rates of other banks on their own days only", async () => {
    const { rates } = await read(`timeseries?${range}&symbols=AED&sources=central_banks`);
    expect(Object.keys(rates)).toEqual(["2025-12-17", "2025-12-24", "2025-12-31"]);
    const { rates: moves } = await read(
      `fluctuation?${range}&base=AED&symbols=USD&sources=central_banks`,
    );
    expect(moves.USD).toMatchObject({ observations: 3, start_date: "2025-12-17" });
  });

  test("has all currencies by default", async () => {
    const { rates } = await read(`timeseries?${range}&sources=central_banks`);
    expect(rates["2025-12-24"]).toMatchObject({ AED: expect.any(Number), USD: expect.any(Number) });
    expect(rates["2025-12-23"]).not.toHaveProperty("AED");
  });
});

test("earlier days are downloaded each hour until the hub has all, and then newer ones", async () => {
  const state = { now: Date.UTC(2026, 0, 2, 3) };
  const starts: string[] = [];
  const own = await testHub(dir, {
    clock: () => state.now,
    net: {
      "data.norges-bank.no": ({ url }) => {
        const start = new URL(url).searchParams.get("startPeriod") ?? "";
        // The last two weeks have the newest rates.
        if (start === "2025-12-19") return new Response(norgesBankCsv);
        starts.push(start);
        return new Response("", { status: 404 });
      },
    },
  });
  const counts: number[] = [];
  for (const hours of [0, 2, 4, 9]) {
    state.now = Date.UTC(2026, 0, 2, 3) + hours * hour;
    starts.length = 0;
    await own.get("/api/currency/latest?sources=norges-bank");
    await own.settled();
    counts.push(starts.length);
  }
  // 27 ranges of 366 days since 1999, and the newest again with each update.
  expect(counts).toEqual([4, 24, 0, 1]);
});

describe("a single bank", () => {
  test("answers with its own rates, and none of the ECB", async () => {
    const answer = await read("latest?sources=nbp&base=PLN&symbols=USD,EUR,AED");
    expect(answer.rates).toEqual({ USD: 0.2439, EUR: 0.125, AED: expect.any(Number) });
    expect(answer).toMatchObject({ source: "nbp", next_update_at: null, stale: false });
    expect((await read("latest?sources=nbp&symbols=JPY")).code).toBe("unsupported_currency");
  });

  test("has a history without the ECB's calendar", async () => {
    const past = await read("historical/2025-12-28?sources=norges-bank&symbols=USD");
    expect(past).toMatchObject({ code: "no_rate_in_window" });
    const next = await read("historical/2025-12-27?sources=nbp&symbols=USD,AED");
    expect(next).toMatchObject({ date: "2025-12-24", reason: "weekend", source: "nbp" });
    const series = await read(
      "timeseries?start_date=2025-12-30&symbols=USD,NOK&sources=norges-bank",
    );
    expect(series.rates).toEqual({ "2025-12-31": { USD: 2, NOK: 22 } });
  });

  test("lists its currencies", async () => {
    const { currencies } = await read("currencies?sources=norges-bank");
    const codes = currencies.map(({ code }: { code: string }) => code);
    expect(codes).toContain("NOK");
    expect(codes).not.toContain("AED");
  });
});

test("a currency of a bank that wasn't asked isn't unsupported", async () => {
  const own = await testHub(dir, {
    net: {
      "api.nbp.pl": () => new Response("", { status: 500 }),
      "data.norges-bank.no": () => new Response("", { status: 500 }),
    },
  });
  const get = async (path: string) => json(await own.get(`/api/currency/${path}`));
  const answer = await get("latest?sources=central_banks&symbols=AED");
  expect(answer).toMatchObject({
    status: 503,
    code: "dataset_unavailable",
    detail: expect.stringContaining("has not downloaded the rates of Norges Bank yet"),
  });
  expect(await get("convert?from=EUR&to=AED&sources=central_banks&date=2025-12-30")).toMatchObject({
    code: "dataset_unavailable",
  });
  expect((await get("latest?sources=central_banks&symbols=XYZ")).code).toBe("unsupported_currency");
  expect((await get("latest?sources=central_banks&symbols=USD")).rates).toHaveProperty("USD");
  expect((await get("latest?sources=nbp")).code).toBe("dataset_unavailable");
});

describe("a rate of Norges Bank", () => {
  const newest = parseNorgesBankDays(norgesBankCsv).at(-1);

  test("is for one unit, also if it is published for a hundred", () => {
    expect(newest?.rates).toMatchObject({ TWD: 0.3425, CHF: 11.4556 });
  });

  test("of a discontinued series is left out", () => {
    expect(newest?.rates).not.toHaveProperty("RUB");
  });

  test.each([
    ["an error page", "<!doctype html><title>Maintenance</title>\n"],
    ["a table without values", norgesBankCsv.replace("OBS_VALUE", "VALUE")],
    ["nothing", ""],
  ])("isn't read from %s", (_, csv) => {
    expect(() => parseNorgesBankDays(csv)).toThrow();
  });

  test("isn't read from a day without the euro", () => {
    expect(parseNorgesBankDays(norgesBankCsv.replaceAll(";EUR;", ";XXX;"))).toEqual([]);
  });
});

describe("a later table", () => {
  /** Returns the hub's answer after the bank has answered `later` for its table B. */
  async function readAfter(later: (table: string) => string | Response) {
    const state = { now: Date.UTC(2026, 0, 2, 3), isLater: false };
    const own = await testHub(dir, {
      clock: () => state.now,
      net: {
        "api.nbp.pl": async ({ url }) => {
          const body = await nbpTables(url).text();
          return state.isLater && url.includes("/tables/B/")
            ? new Response(later(body) as string)
            : new Response(body);
        },
      },
    });
    const latest = async () =>
      json(await own.get("/api/currency/latest?sources=central_banks&symbols=AED"));
    await latest();
    await own.settled();
    state.isLater = true;
    state.now += 7 * hour;
    await latest();
    await own.settled();
    return { state, latest };
  }
  const dirham = 7.8627;

  test.each([
    ["lacks it", (text: string) => text.replace('"AED","mid":1.02', '"AEX","mid":1.02')],
    ["has zero", (text: string) => text.replace('"mid":1.02', '"mid":0')],
    ["has another unit", (text: string) => text.replace('"mid":1.02', '"mid":102')],
    ["is an error page", () => "<!doctype html>"],
    ["is empty", () => "[]"],
  ])("that %s leaves the last rate, with its day", async (_, later) => {
    const { latest } = await readAfter(later);
    const { rates, origins } = await latest();
    expect(rates.AED).toBeCloseTo(dirham, 3);
    expect(origins.AED.date).toBe("2025-12-31");
  });

  test("with a mistake in the euro changes nothing", async () => {
    const state = { now: Date.UTC(2026, 0, 2, 3), isLater: false };
    const own = await testHub(dir, {
      clock: () => state.now,
      net: {
        "api.nbp.pl": async ({ url }) => {
          const body = await nbpTables(url).text();
          return new Response(
            state.isLater ? body.replace('"EUR","mid":8', '"EUR","mid":0.08') : body,
          );
        },
      },
    });
    const latest = async () =>
      json(await own.get("/api/currency/latest?sources=nbp&base=EUR&symbols=PLN,USD"));
    const before = await latest();
    expect(before.rates.PLN).toBe(8);
    state.isLater = true;
    state.now += 7 * hour;
    await latest();
    await own.settled();
    expect((await latest()).rates).toEqual(before.rates);
  });

  test("that never comes makes the rate stale, and unusable after five weeks", async () => {
    const { state, latest } = await readAfter(() => "");
    expect((await latest()).origins.AED.stale).toBe(false);
    state.now = Date.UTC(2026, 0, 14);
    expect((await latest()).origins.AED).toMatchObject({ date: "2025-12-31", stale: true });
    state.now = Date.UTC(2026, 1, 10);
    expect((await latest()).code).toBe("unsupported_currency");
  });
});
