import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { downsample } from "./chart.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));

const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true });
test("a downsampled line keeps the order and both ends of the original", () => {
  const points = fc.array(price, { minLength: 3, maxLength: 200 });
  fc.assert(
    fc.property(points, fc.integer({ min: 3, max: 200 }), (prices, count) => {
      const all = prices.map((value, time) => ({ time, price: value }));
      const few = downsample(all, count);
      expect(few).toHaveLength(Math.min(count, all.length));
      expect([few[0], few.at(-1)]).toEqual([all[0], all.at(-1)]);
      for (const [index, point] of few.entries()) {
        expect(all[point.time]).toBe(point);
        if (index > 0) expect(point.time).toBeGreaterThan(few[index - 1]!.time);
      }
    }),
    cases(100, 8),
  );
});

test("a chart in another currency is the dollar chart times each day's rate, with its own statistics", async () => {
  const code = fc.constantFrom("eur", "jpy", "ron", "bgn");
  // Few cases: CoinGecko allows 25 requests per minute, and the clock doesn't advance here.
  const length = fc.constantFrom(1, 2, 3, 7, 13, 14, 15, 30, 60, 90);
  await fc.assert(
    fc.asyncProperty(code, length, async (vs, days) => {
      const [dollars, other] = [
        await read(`chart/bitcoin?days=${days}`),
        await read(`chart/bitcoin?days=${days}&vs=${vs}`),
      ];
      const values = other.prices.map(([, value]: number[]) => value);
      const { first, last, min, max } = other.stats;
      expect([first, last, min, max]).toEqual([
        ...[values[0], values.at(-1), Math.min(...values), Math.max(...values)],
      ]);
      const usd = new Map(dollars.prices);
      const factors = other.prices.map(
        ([time, value]: [number, number]) => value / Number(usd.get(time)),
      );
      // Two days have rates. Days more than two weeks before the first have none.
      expect(new Set(factors.map((one: number) => one.toPrecision(9))).size).toBeLessThanOrEqual(2);
    }),
    cases(15, 8),
  );
});
