import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { findClosure, shiftDay } from "../ecb/calendar.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));

const code = fc.constantFrom(
  ...["EUR", "USD", "JPY", "GBP", "HUF", "IDR", "KRW", "ISK", "BGN", "DEM", "TRY", "ITL"],
);

const day = fc
  .integer({ min: 0, max: 364 })
  .map((days) => shiftDay("2025-01-02", days))
  .filter((date) => date <= "2026-01-01");

test("statistics of any range are ordered, and match the series", async () => {
  const range = fc.tuple(day, day).map((days) => days.toSorted());
  await fc.assert(
    fc.asyncProperty(range, code, code, async ([start, end], base, symbol) => {
      const query = `start_date=${start}&end_date=${end}&base=${base}&symbols=${symbol}&precision=full`;
      const { rates } = await read(`fluctuation?${query}`);
      const series = await read(`timeseries?${query}`);
      const values = Object.values(series.rates).map(
        (one) => (one as Record<string, number>)[symbol]!,
      );
      const move = rates[symbol];
      expect(move).toMatchObject({
        start_rate: values[0],
        end_rate: values.at(-1),
        observations: values.length,
        low: Math.min(...values),
        high: Math.max(...values),
      });
      expect(move.avg).toBeWithin(move.low * (1 - 1e-15), move.high * (1 + 1e-15));
      expect(move.stddev ?? 0).toBeLessThanOrEqual(move.high - move.low);
      expect(move.max_drawdown_pct).toBeWithin(0, 100);
      expect(Object.keys(series.rates).filter((date) => findClosure(date))).toEqual([]);
    }),
    cases(60, 8),
  );
});

test("a table has the same rates as the JSON, digit for digit", async () => {
  await fc.assert(
    fc.asyncProperty(day, code, async (start, base) => {
      const query = `timeseries?start_date=${start}&end_date=2026-01-01&base=${base}&symbols=USD,JPY&precision=full`;
      const { rates } = await read(query);
      const answer = await hub.get(`/api/currency/${query}`, { accept: "text/csv" });
      const rows = (await answer.text()).trim().split("\r\n").slice(1);
      const told = rows.map((row) => row.split(",")) as [string, string, string, string][];
      for (const [date, , symbol, rate] of told) expect(rates[date][symbol]).toBe(Number(rate));
      expect(told).toHaveLength(Object.keys(rates).length * 2);
    }),
    cases(20, 8),
  );
});
