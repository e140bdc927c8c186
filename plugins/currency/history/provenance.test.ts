import { expect, test } from "bun:test";
import { type Bank, getBank } from "../rate-sources.ts";
import { History } from "./history.ts";
import { cacheHeaders, provenance } from "./provenance.ts";

const build = (date: string, source?: Bank, fetchedAt: number | null = null) =>
  new History([{ date, rates: { USD: "2" } }], { fetchedAt, ...(source && { source }) });
const at = (hour: number) => Date.UTC(2026, 0, 2, hour);
const readSeconds = (history: History, now: number) =>
  Number(/max-age=(\d+)/.exec(cacheHeaders({ history, now })["cache-control"])?.[1]);

test("responses are cached until the next rates, a day at most, and a minute while new ones are due", () => {
  // Rates are published at 15:00 UTC, the next ones on Monday.
  expect(readSeconds(build("2025-12-31"), at(14))).toBe(3600);
  expect(readSeconds(build("2025-12-31"), at(15))).toBe(60);
  expect(readSeconds(build("2026-01-02"), at(15))).toBe(86_400);
});

test("those of another bank are cached for ten minutes, because they can be published at any time", () => {
  expect(readSeconds(build("2025-12-31", getBank("nbp")), at(14))).toBe(600);
});

test("the provenance has the source, and the times of its rates", () => {
  const history = build("2025-12-31", undefined, Date.UTC(2026, 0, 1, 1, 2, 3, 456));
  expect(provenance({ isLacking: false }, { history, now: at(14) })).toMatchObject({
    ...{
      source: "ecb",
      fetched_at: "2026-01-01T01:02:03Z",
      next_update_at: "2026-01-02T15:00:00Z",
    },
    stale: false,
  });
  const bank = build("2025-12-31", getBank("nbp"));
  expect(provenance({ isLacking: true }, { history: bank, now: at(14) })).toMatchObject({
    ...{ source: "nbp", fetched_at: null, next_update_at: null, stale: true },
  });
});
