import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { ecbTable, ecbXml, ecbZip, fictionalRate, openDays } from "../fixtures.ts";

const dir = `${import.meta.dir}/..`;
const minute = 60_000;
const morning = Date.UTC(2026, 0, 2, 9);

/** A fake ECB that publishes by the clock, a hub that uses it, and the feeds that the hub has read. */
async function hubBeforeEcb() {
  const state = {
    now: morning,
    asked: [] as string[],
    fail: undefined as (() => Response) | undefined,
  };
  const listPublished = () => {
    const days = openDays("2025-01-02", new Date(state.now).toISOString().slice(0, 10));
    return new Date(state.now).getUTCHours() < 15 ? days.slice(0, -1) : days;
  };
  const hub = await testHub(dir, {
    clock: () => state.now,
    net: {
      "www.ecb.europa.eu": ({ url }) => {
        const feed = url.slice(url.lastIndexOf("/") + 1);
        state.asked.push(feed);
        if (state.fail) return state.fail();
        if (feed.endsWith(".zip")) return new Response(ecbZip(ecbTable(listPublished())));
        return new Response(ecbXml(listPublished().slice(-60)));
      },
    },
  });
  const latest = async () => json(await hub.get("/api/currency/latest?symbols=USD,BGN"));
  return { state, hub, latest };
}

test("loads the history once for simultaneous requests", async () => {
  const { state, latest } = await hubBeforeEcb();
  await Promise.all(Array.from({ length: 20 }, latest));
  await latest();
  expect(state.asked).toEqual(["eurofxref-hist.zip"]);
});

test("loads new rates in the background from the 90-day feed", async () => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = Date.UTC(2026, 0, 2, 15, 30);
  expect((await latest()).date).toBe("2025-12-31");
  await hub.settled();
  expect((await latest()).date).toBe("2026-01-02");
  expect(state.asked).toEqual(["eurofxref-hist.zip", "eurofxref-hist-90d.xml"]);
});

test("a day that the hub has not downloaded is not one without a rate", async () => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.fail = () => new Response("", { status: 500 });
  state.now = Date.UTC(2026, 0, 30, 17);
  const read = async (path: string) => {
    const { status, code } = await json(await hub.get(`/api/currency/${path}`));
    return `${status} ${code}`;
  };
  const missing = "503 dataset_unavailable";
  expect(await read("convert?from=USD&to=EUR&date=2026-01-29")).toBe(missing);
  expect(await read("historical/2026-01-29?symbols=USD&fallback=none")).toBe(missing);
  const none = "422 no_rate_in_window";
  expect(await read("historical/2026-01-25?symbols=USD&fallback=none")).toBe(none);
});

test("the lev has a fixed rate since 2026, by law and not by a feed", async () => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = Date.UTC(2026, 0, 2, 15, 30);
  await latest();
  await hub.settled();
  expect((await latest()).rates.BGN).toBe(1.95583);
  const { count, currencies } = await json(await hub.get("/api/currency/currencies"));
  const lev = currencies.find(({ code }: { code: string }) => code === "BGN");
  expect(count).toBe(31);
  expect(lev).toMatchObject({ status: "fixed", end_date: "2025-12-31", fixed_rate: "1.95583" });
});

test.each([
  [Date.UTC(2026, 0, 8, 16), "eurofxref-hist-90d.xml"],
  [Date.UTC(2026, 5, 8, 16), "eurofxref-hist.zip"],
])("after %p the missing days are loaded from %s", async (now, feed) => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = now;
  await latest();
  await hub.settled();
  expect(state.asked[1]).toBe(feed);
  const series = await json(
    await hub.get("/api/currency/timeseries?start_date=2025-12-30&symbols=USD"),
  );
  expect(Object.keys(series.rates)).toEqual(
    openDays("2025-12-30", new Date(now).toISOString().slice(0, 10)),
  );
});

test.each([
  ["fails", () => new Response("", { status: 500 })],
  ["shows a page", () => new Response("<!doctype html><title>Maintenance</title>")],
  ["breaks off", () => new Response(ecbXml(["2026-01-02"]).slice(0, 700))],
  ["publishes the future", () => new Response(ecbXml(["2031-01-02"]))],
])("while the ECB %s, returns the last rates marked as stale", async (_, fail) => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = Date.UTC(2026, 0, 2, 20);
  state.fail = fail;
  await latest();
  await hub.settled();
  expect(await latest()).toMatchObject({ date: "2025-12-31", stale: true });
});

describe("a feed without the dollar", () => {
  const dollar = /\t+<Cube currency='USD' rate='[\d.]+'\/>\n/;
  const listDays = () => openDays("2025-01-02", "2026-01-02").slice(-60);

  async function hubAfter(newest: (xml: string) => string) {
    const { state, hub, latest } = await hubBeforeEcb();
    await latest();
    state.now = Date.UTC(2026, 0, 2, 16);
    // Newest day first.
    state.fail = () => new Response(newest(ecbXml(listDays())));
    await latest();
    await hub.settled();
    return {
      read: async (path: string) => json(await hub.get(`/api/currency/${path}`)),
      readText: async (path: string) => (await hub.get(`/api/currency/${path}`)).text(),
    };
  }

  test.each([
    ["lacks it", (xml: string) => xml.replace(dollar, "")],
    ["has zero", (xml: string) => xml.replace(dollar, "<Cube currency='USD' rate='0'/>")],
    ["has NaN", (xml: string) => xml.replace(dollar, "<Cube currency='USD' rate='NaN'/>")],
  ])("that %s returns its last rate, marked", async (_, change) => {
    const { read, readText } = await hubAfter(change);
    const all = await read("latest");
    expect(all).toMatchObject({
      date: "2026-01-02",
      carried: { USD: "2025-12-31" },
      stale: true,
    });
    expect(all.rates.USD).toBe(Number(fictionalRate("USD", "2025-12-31")));
    expect(await readText("latest?format=csv")).toContain("\r\n2025-12-31,EUR,1,USD,");
    for (const path of ["latest?symbols=USD", "latest?base=USD", "convert?from=USD&to=EUR"])
      expect(await read(path)).toMatchObject({
        date: "2025-12-31",
        reason: "no_rate",
        stale: true,
      });
    expect(await read("latest?symbols=GBP")).toMatchObject({ date: "2026-01-02", stale: false });
  });

  test("doesn't delete rates that the hub already has", async () => {
    const { read } = await hubAfter((xml) => xml.replaceAll(new RegExp(dollar, "g"), ""));
    expect(await read("historical/2025-12-31?symbols=USD")).toMatchObject({
      date: "2025-12-31",
      rates: { USD: Number(fictionalRate("USD", "2025-12-31")) },
    });
  });
});

test("an imported feed adds to the history", async () => {
  const hub = await testHub(dir);
  await hub.get("/api/currency/latest");
  const bytes = new TextEncoder().encode(ecbXml(["2025-12-31"]));
  await hub.datasets.import("currency/rates", { name: "eurofxref-daily.xml", bytes });
  const answer = await json(await hub.get("/api/currency/historical/2025-12-24?symbols=USD"));
  expect(answer.date).toBe("2025-12-24");
});

describe("months after the ECB was last reached", async () => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.fail = () => new Response("", { status: 500 });
  /** A Sunday, and a holiday. */
  const days = [Date.UTC(2026, 7, 2, 12), Date.UTC(2026, 3, 3, 12)];
  const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));

  test.each(days)(
    "the newest rates are old because newer ones are missing, not because of %d",
    async (now) => {
      state.now = now;
      for (const path of ["latest?symbols=USD", "convert?from=USD&to=EUR"])
        expect(await read(path)).toMatchObject({
          date: "2025-12-31",
          reason: "not_fetched",
          stale: true,
          fetched_at: "2026-01-02T09:00:00Z",
        });
      expect(await read("currencies")).toMatchObject({ date: "2025-12-31", stale: true });
    },
  );

  test.each([
    ["historical/2025-12-24?symbols=USD", null],
    ["historical/2025-12-27?symbols=USD", "weekend"],
    ["historical/2025-12-25?symbols=USD&fallback=next", "target_holiday"],
    ["historical/2026-01-01?symbols=USD", "target_holiday"],
    ["convert?from=USD&to=EUR&date=2025-12-31", null],
    ["timeseries?start_date=2025-12-01&end_date=2026-01-01&symbols=USD", undefined],
    ["fluctuation?start_date=2025-12-01&end_date=2025-12-20&symbols=USD", undefined],
  ])("%s is final, because it can't change", async (path, reason) => {
    state.now = days[0]!;
    const answer = await read(path);
    expect([answer.stale, answer.reason]).toEqual([false, reason]);
  });

  test.each([
    "historical/2026-01-04?symbols=USD",
    "timeseries?start_date=2025-12-01&end_date=2026-01-02&symbols=USD",
    "fluctuation?start_date=2025-12-01&symbols=USD",
  ])("%s lacks days, and reports it", async (path) => {
    state.now = days[0]!;
    expect((await read(path)).stale).toBe(true);
  });
});

test("the ECB has until half past five before its rates count as missing", async () => {
  const { state, latest, hub } = await hubBeforeEcb();
  await latest();
  state.fail = () => new Response("", { status: 500 });
  for (const [minutes, reason] of [
    [29, "not_yet_published"],
    [30, "not_fetched"],
  ] as const) {
    state.now = Date.UTC(2026, 0, 2, 16, minutes);
    const { stale, ...answer } = await latest();
    expect([answer.reason, stale]).toEqual([reason, reason === "not_fetched"]);
    await hub.settled();
  }
});

test("retries the ECB after five minutes", async () => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = Date.UTC(2026, 0, 2, 20);
  state.fail = () => new Response("", { status: 404 });
  for (const minutes of [0, 1, 3.5, 1]) {
    state.now += minutes * minute;
    await latest();
    await hub.settled();
  }
  expect(state.asked).toHaveLength(3);
});

describe("until the ECB is reached", async () => {
  const hub = await testHub(dir, { denied: ["net"] });
  const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));

  test("the ECB's rates are those of this repository, up to the hub's day", async () => {
    const { rates } = await read("latest?symbols=USD");
    expect(rates).toEqual({ USD: 1.175 });
    expect(await read("historical/2024-03-05?symbols=USD")).toMatchObject({
      ...{ date: "2024-03-05", rates: { USD: 1.0849 }, source: "ecb" },
      ...{ fetched_at: null, stale: false },
    });
    const { rates: months } = await read(
      "timeseries?start_date=2025-01-01&group=quarter&symbols=USD",
    );
    expect(Object.keys(months)).toHaveLength(4);
  });

  test("market rates add the other currencies, marked as such", async () => {
    const { currencies, ...list } = await read("currencies");
    expect(list.count).toBeGreaterThan(150);
    const afghani = currencies.find(({ code }: { code: string }) => code === "AFN");
    expect(afghani).toMatchObject({ status: "active", origin: { indicative: true, stale: true } });
    for (const { code } of currencies) {
      const { result } = await read(`convert?from=USD&to=${code}&amount=100000000`);
      expect([code, result > 0]).toEqual([code, true]);
    }
    expect(await read("convert?from=USD&to=AED")).toMatchObject({ rate: 3.6725, stale: false });
  });

  test("the day of latest is also a day of historical", async () => {
    const symbols = "symbols=USD,AED,AFN,VND";
    const { date, rates, origins } = await read(`latest?${symbols}`);
    expect(await read(`historical/${date}?${symbols}`)).toMatchObject({ date, rates, origins });
  });

  test("days before the market rates lack the currencies of sources that weren't downloaded", async () => {
    expect(await read("historical/2025-06-02?symbols=TWD")).toMatchObject({
      ...{ status: 503, code: "dataset_unavailable" },
      detail:
        'Cannot find a rate of "TWD" on 2025-06-02: This hub has not downloaded the rates of Norges Bank yet',
    });
  });

  test("days before the market rates have the parities with currencies of the ECB", async () => {
    const { rates, origins } = await read("historical/2025-06-02?symbols=AED,USD");
    expect(rates.AED / rates.USD).toBeCloseTo(3.6725, 3);
    expect(origins.AED).toMatchObject({ source: "ecb", date: "2025-06-02", via: "USD" });
    const { results } = await read("convert?from=USD&to=AED&date=2025-06-02&sources=all");
    expect(results).toMatchObject([{ rate: 3.6725, path: "fixed" }]);
  });

  test("former currencies are listed as well", async () => {
    const { currencies } = await read("currencies?scope=all");
    const kuna = currencies.find(({ code }: { code: string }) => code === "HRK");
    expect(kuna).toMatchObject({ status: "retired", end_date: "2022-12-30" });
  });
});

test("legal rates need no download, and aren't market rates", async () => {
  const hub = await testHub(dir, { denied: ["net"] });
  const read = async (query: string) => json(await hub.get(`/api/currency/convert?${query}`));
  const kuna = await read("from=HRK&to=EUR,DEM&amount=1000000&date=2023-01-01");
  expect(kuna).toMatchObject({ date: "2023-01-01", reason: null, source: "law", stale: false });
  const fixed = { path: "fixed", indicative: false };
  expect(kuna.results).toMatchObject([{ result: 132_722.81, ...fixed }, fixed]);
  expect(await read("from=HRK&to=EUR&date=2022-12-31")).toMatchObject({ source: "ecb" });
  expect(await read("from=HRK&to=EUR&date=2999-01-01")).toMatchObject({ status: 422 });
  const mixed = await read("from=HRK&to=EUR,USD");
  expect(mixed.results).toMatchObject([fixed, { path: "EUR-pivot", indicative: false }]);
  expect(mixed).toMatchObject({ source: "ecb" });
});

test("a day's legal rates need no download, also of a bank or before the ECB's first rates", async () => {
  const hub = await testHub(dir, { denied: ["net"] });
  const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));
  const byLaw = { source: "law", fetched_at: null, next_update_at: null, stale: false };
  expect(await read("historical/2024-01-05?base=HRK&symbols=EUR,DEM")).toMatchObject({
    ...byLaw,
    date: "2024-01-05",
    rates: { EUR: 0.13272, DEM: 0.25958 },
  });
  expect(await read("historical/2026-01-02?base=eur&symbols=bgn&sources=cnb")).toMatchObject({
    ...byLaw,
    rates: { BGN: 1.95583 },
  });
  expect(await read("convert?from=ITL&to=DEM&amount=1000&date=1999-01-01")).toMatchObject({
    ...byLaw,
    result: 1.01,
  });
  for (const path of [
    "convert?from=EUR&to=EUR&date=1998-12-31",
    "historical/2027-01-01?base=HRK&symbols=EUR",
  ])
    expect([path, (await read(path)).code]).toEqual([path, "date_out_of_range"]);
});

const archive = ecbZip(ecbTable(["2025-12-30", "2025-12-31"]));

test.each([
  ["the archive", "eurofxref-hist.zip", archive],
  ["its table", "rates.csv", new TextEncoder().encode(ecbTable(["2025-12-30", "2025-12-31"]))],
  ["a feed", "eurofxref-hist.xml", new TextEncoder().encode(ecbXml(["2025-12-31"]))],
])("an operator without network access can import %s", async (_, name, bytes) => {
  const hub = await testHub(dir, { denied: ["net"] });
  await hub.datasets.import("currency/rates", { name, bytes });
  expect(await json(await hub.get("/api/currency/latest"))).toMatchObject({
    date: "2025-12-31",
    stale: false,
  });
  const earlier = await json(await hub.get("/api/currency/historical/2024-03-05?symbols=USD"));
  expect(earlier.rates).toEqual({ USD: 1.0849 });
});

test.each([
  ["cut off", archive.slice(0, 100), /./],
  ["something else", new TextEncoder().encode("hello"), "must be the ECB's eurofxref-hist.zip"],
  ["from the future", ecbZip(ecbTable(["2031-01-02"])), "2031-01-02"],
])("a file that is %s is rejected, and changes nothing", async (_, bytes, words) => {
  const hub = await testHub(dir);
  const before = await json(await hub.get("/api/currency/latest"));
  const importing = hub.datasets.import("currency/rates", { name: "x", bytes });
  await expect(importing).rejects.toThrow(words);
  expect(await json(await hub.get("/api/currency/latest"))).toEqual(before);
});

test("rejects an archive that is older than the current one", async () => {
  const hub = await testHub(dir);
  await hub.get("/api/currency/latest");
  const bytes = ecbZip(ecbTable(["2025-12-30"]));
  const importing = hub.datasets.import("currency/rates", { name: "old.zip", bytes });
  await expect(importing).rejects.toThrow("The rates end on 2025-12-30");
});
