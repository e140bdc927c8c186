import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import type { RateDoors } from "../doors.ts";
import { ecbTable, ecbXml, ecbZip, openDays } from "../fixtures.ts";
import { historyOf } from "./memory.ts";

const dir = `${import.meta.dir}/..`;
const minute = 60_000;
const morning = Date.UTC(2026, 0, 2, 9);

/** An ECB that publishes with the clock, a hub before it, and which feeds the hub has read. */
async function hubBeforeEcb() {
  const state = {
    now: morning,
    asked: [] as string[],
    fail: undefined as (() => Response) | undefined,
  };
  const published = () => {
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
        if (feed.endsWith(".zip")) return new Response(ecbZip(ecbTable(published())));
        return new Response(ecbXml(published().slice(-60)));
      },
    },
  });
  const latest = async () => json(await hub.get("/api/currency/latest?symbols=USD,BGN"));
  return { state, hub, latest };
}

test("all of history is read once, whoever asks for it at the same time", async () => {
  const { state, latest } = await hubBeforeEcb();
  await Promise.all(Array.from({ length: 20 }, latest));
  await latest();
  expect(state.asked).toEqual(["eurofxref-hist.zip"]);
});

test("new rates come in behind an answer, from the feed of 90 days", async () => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = Date.UTC(2026, 0, 2, 15, 30);
  expect((await latest()).date).toBe("2025-12-31");
  await hub.settled();
  expect((await latest()).date).toBe("2026-01-02");
  expect(state.asked).toEqual(["eurofxref-hist.zip", "eurofxref-hist-90d.xml"]);
});

test("the lev is fixed from 2026 on, by law and not by a feed", async () => {
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
])("after %p the missing days come from %s", async (now, feed) => {
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
])("while the ECB %s, the last rates are answered and marked as stale", async (_, fail) => {
  const { state, hub, latest } = await hubBeforeEcb();
  await latest();
  state.now = Date.UTC(2026, 0, 2, 20);
  state.fail = fail;
  await latest();
  await hub.settled();
  expect(await latest()).toMatchObject({ date: "2025-12-31", stale: true });
});

test("the ECB is asked again after five minutes and not before", async () => {
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

test("without any rates the answer names what to configure, and later tries again", async () => {
  const { state, latest } = await hubBeforeEcb();
  state.fail = () => new Response("", { status: 404 });
  const refused = await latest();
  expect(refused).toMatchObject({ status: 503, code: "dataset_unavailable" });
  expect(refused.detail).toContain("HUB_OFFLINE");
  await latest();
  expect(state.asked).toHaveLength(1);
  state.fail = undefined;
  state.now += minute;
  expect((await latest()).date).toBe("2025-12-31");
});

test("where the operator denies the network there are no rates", async () => {
  const hub = await testHub(dir, { denied: ["net"] });
  const answer = await hub.get("/api/currency/latest");
  expect([answer.status, (await json(answer)).code]).toEqual([503, "dataset_unavailable"]);
  expect(answer.headers.get("retry-after")).toBe("60");
});

/** The doors of a process before a store that others share. */
function doorsTo(store: Map<string, unknown>, more: Partial<RateDoors>): RateDoors {
  return {
    kv: {
      get: async (key: string) => store.get(key),
      set: async (key: string, value: unknown) => void store.set(key, value),
      keys: async (prefix: string) => [...store.keys()].filter((key) => key.startsWith(prefix)),
    } as never,
    net: (() => Promise.reject(new Error("There is no network"))) as never,
    read: () => Promise.reject(new Error("There is no file")),
    clock: () => morning,
    log: { info() {}, warn() {}, error() {} },
    later() {},
    ...more,
  };
}

const archive = ecbZip(ecbTable(["2025-12-30", "2025-12-31"]));

test("what one process has read another takes from the store", async () => {
  const store = new Map<string, unknown>();
  const net = (async () => new Response(archive)) as never;
  const first = await historyOf(doorsTo(store, { net }));
  expect((await historyOf(doorsTo(store, {}))).days).toEqual(first.days);
});

test("an operator without a network may put the archive into the service's folder", async () => {
  const read = async (path: string) => {
    expect(path).toBe("data/eurofxref-hist.zip");
    return archive;
  };
  const { newest } = await historyOf(doorsTo(new Map(), { read }));
  expect(newest.date).toBe("2025-12-31");
});

test("an archive that cannot be read is as good as none", async () => {
  const read = async () => archive.slice(0, 100);
  const rates = (async () => historyOf(doorsTo(new Map(), { read })))();
  expect(await rates.catch(({ code }) => code)).toBe("dataset_unavailable");
});
