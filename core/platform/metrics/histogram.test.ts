import { expect, test } from "bun:test";
import fc from "fast-check";
import { boundsMs, Histogram, Histograms } from "./histogram.ts";

test("each time is counted once, in the first bucket that fits", () => {
  const times = fc.array(
    fc.oneof(fc.double({ min: 0, max: 200_000, noNaN: true }), fc.constantFrom(...boundsMs)),
  );
  fc.assert(
    fc.property(times, (times) => {
      const histogram = new Histogram();
      for (const ms of times) histogram.observe(ms);
      for (const [at, bound] of boundsMs.entries()) {
        const atMost = times.filter((ms) => ms <= bound).length;
        expect(histogram.counts.slice(0, at + 1).reduce((sum, count) => sum + count, 0)).toBe(
          atMost,
        );
      }
      expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(times.length);
      expect(histogram.sumMs).toBeCloseTo(
        times.reduce((sum, ms) => sum + ms, 0),
        3,
      );
    }),
  );
});

test("equal labels share a histogram, different ones don't", () => {
  const histograms = new Histograms<"host">();
  histograms.of({ host: "a" }).observe(1);
  histograms.of({ host: "a" }).observe(1);
  histograms.of({ host: "b" }).observe(1);
  expect(
    histograms.all().map(({ labels, histogram }) => [labels.host, histogram.counts[0]]),
  ).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});

test("the buckets are those that dashboards and alerts refer to", () => {
  expect<number[]>([...boundsMs]).toEqual([
    ...[1, 2.5, 5, 10, 25, 50, 100, 250, 500],
    ...[1000, 2500, 5000, 10_000, 30_000, 60_000],
  ]);
  expect(new Histogram().counts).toHaveLength(16);
});
