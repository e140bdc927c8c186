import { describe, expect, test } from "bun:test";
import { provenance } from "./provenance.ts";

const now = Date.UTC(2026, 0, 2);
const fresh = { source: "coingecko", stale: false, degraded: false, fetchedAt: now } as const;
const describeAge = (ageMs: number, own: object = {}) =>
  provenance({ ...fresh, ...own }, { times: [now - ageMs], now, freshMs: 120_000 });

test("an answer has its source, and the time and age of its data", () => {
  expect(describeAge(61_999)).toEqual({
    ...{ source: "coingecko", source_url: "https://www.coingecko.com" },
    ...{ as_of: "2026-01-01T23:58:58.001Z", last_updated: "2026-01-01T23:58:58.001Z" },
    ...{ age_seconds: 61, stale: false, degraded: false, attribution: "Data by CoinGecko" },
  });
  const other = describeAge(0, { source: "currency-api", degraded: true });
  expect(other).toMatchObject({
    ...{ degraded: true, attribution: "Data by a package with the prices of one day" },
  });
});

test("an answer without values has the age of the response", () => {
  const { age_seconds } = provenance(fresh, { times: [], now: now + 5000, freshMs: 1 });
  expect(age_seconds).toBe(5);
});

test("data from a clock that is ahead has no age", () => {
  expect(describeAge(-5000).age_seconds).toBe(0);
});

describe("an answer is stale", () => {
  test("if its data is older than allowed, or its source says so", () => {
    expect([describeAge(120_000).stale, describeAge(120_001).stale]).toEqual([false, true]);
    expect(describeAge(0, { stale: true }).stale).toBe(true);
  });

  test("if the rates of its newest value are", () => {
    const day = { factor: 1, date: "2025-12-20", stale: true };
    const rates = { perDollar: (_: string, time: number) => ({ ...day, stale: time > now }) };
    const quotes = { codes: ["eur"], bases: ["usd"], rates, own: new Set<string>(), now: now + 10 };
    const read = (...times: number[]) =>
      provenance(fresh, { times: [now, ...times], now, freshMs: 1, quotes: quotes as never });
    expect([read().stale, read(now + 1).stale]).toEqual([false, true]);
    expect(read(now + 1).fiat_rates).toEqual({ source: "ecb", date: "2025-12-20", stale: true });
  });
});
