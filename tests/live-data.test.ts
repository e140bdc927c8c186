import { afterAll, describe, expect, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";
import { DATA_FAULTS, WIRE_FAULTS } from "./standins/faults.ts";
import { startStandIns } from "./standins/server.ts";

const start = Date.UTC(2026, 4, 6, 18);
let now = start;
const standIns = await startStandIns({ clock: () => now });
afterAll(() => standIns.stop());

async function currency() {
  const plugin = `${import.meta.dir}/../plugins/currency`;
  const hub = await testHub(plugin, { upstreams: standIns.upstreams, clock: () => now });
  return async (path = "latest") => {
    const response = await hub.get(`/api/currency/${path}`);
    await hub.settled();
    return { status: response.status, body: await json(response) };
  };
}

/** Fetches the ECB's rates. At first the bundled rates are returned, until the feed is loaded. */
async function fetchRates(ask: Awaited<ReturnType<typeof currency>>) {
  for (let tries = 0; tries < 10; tries++) {
    const { body } = await ask();
    if (body.source === "ecb") return body;
  }
  throw new Error("The rates of the ECB do not come");
}

const good = await fetchRates(await currency());
// tests/upstreams.test.ts covers slow faults, with a shorter time limit.
const wire = WIRE_FAULTS.filter((fault) => fault !== "hang" && fault !== "slow");
const ofOneRate = ["zero-rate", "nan", "missing-currency"] as const;
const others = DATA_FAULTS.filter((fault) => !ofOneRate.some((one) => one === fault));
const all = [...wire, ...others];
/** By default a status, an invalid body, an oversized body, and an impossible table. */
const kinds: typeof all = ["unavailable", "html", "huge", "future-date"];

describe.each(isFullDepth ? all : kinds)("while the ECB has the fault %s", (fault) => {
  test("the rates of this repository are available if none were downloaded before", async () => {
    now = start;
    standIns.misbehave("ecb", fault);
    const ask = await currency();
    expect((await ask()).body).toMatchObject({ source: "ecb", fetched_at: null });
    const { body } = await ask("historical/2026-05-05?symbols=USD");
    expect(body).toMatchObject({ date: "2026-05-05", source: "ecb", fetched_at: null });
  });

  test("the rates downloaded before are available, marked as stale", async () => {
    now = start;
    standIns.misbehave("ecb");
    const latest = await currency();
    await fetchRates(latest);
    now += 86_400_000;
    standIns.misbehave("ecb", fault);
    await latest();
    expect((await latest()).body).toMatchObject({
      rates: good.rates,
      date: good.date,
      stale: true,
    });
  });
});

test.each(ofOneRate)(
  "a currency with the fault %s has its last rate, marked, and all others are as usual",
  async (fault) => {
    now = start;
    standIns.misbehave("ecb", fault);
    const body = await fetchRates(await currency());
    const { USD: published, ...rates } = good.rates;
    const { USD: carried, ...others } = body.rates;
    expect(body).toMatchObject({ date: good.date, carried: { USD: "2026-05-05" }, stale: true });
    expect(others).toEqual(rates);
    expect([typeof carried, carried === published]).toEqual(["number", false]);
  },
);
