import { expect, test } from "bun:test";
import { fitText, textWidth } from "./text-width.ts";
import { countDecimals, numberFormat, valueTicks } from "./ticks.ts";
import { parseMoment, timeTicks } from "./time-ticks.ts";

test.each([
  [[0, 97], 5, [0, 20, 40, 60, 80, 100]],
  [[0.1, 0.3], 2, [0.1, 0.2, 0.3]],
  [[-3, 8], 4, [-5, 0, 5, 10]],
  [[1.0812, 1.0934], 4, [1.08, 1.085, 1.09, 1.095]],
  [[2e-12, 9e-12], 4, [2e-12, 4e-12, 6e-12, 8e-12, 1e-11]],
])("the ticks around %j in %d steps are %j", (values, count, ticks) => {
  expect(valueTicks(values, { count }).at).toEqual(ticks);
});

test("an axis with zero starts or ends there", () => {
  expect(valueTicks([70, 95], { count: 4, zero: true }).at).toEqual([0, 50, 100]);
  expect(valueTicks([-70, -95], { count: 4, zero: true }).high).toBe(0);
});

test("given bounds are kept, with round ticks between", () => {
  const ticks = valueTicks([0], { count: 4, min: 3, max: 17 });
  expect(ticks).toMatchObject({ low: 3, high: 17, at: [5, 10, 15] });
});

test("equal values have an axis around them", () => {
  const { low, high } = valueTicks([42, 42], { count: 4 });
  expect(low).toBeLessThan(42);
  expect(high).toBeGreaterThan(42);
});

test.each([
  [0.5, 1],
  [20, 0],
  [0.025, 3],
  [2e-7, 7],
])("a step of %d needs %d decimals", (step, decimals) => {
  expect(countDecimals(step)).toBe(decimals);
});

test.each([
  ["2026-01-01", "2026-01-05", ["Jan 1", "Jan 2", "Jan 3", "Jan 4", "Jan 5"]],
  ["2026-01-01T10:00", "2026-01-01T16:00", ["10:00", "12:00", "14:00", "16:00"]],
  ["2025-11-03", "2026-05-20", ["Jan 2026", "Mar 2026", "May 2026"]],
  ["1999-01-04", "2026-01-01", ["2000", "2005", "2010", "2015", "2020", "2025"]],
])("the ticks from %s to %s are at round times", (start, end, texts) => {
  const range = [parseMoment(start)!, parseMoment(end)!] as const;
  const ticks = timeTicks(range, { count: Math.max(texts.length + 1, 5), locale: "en" });
  expect(ticks.map(({ text }) => text)).toEqual(texts);
});

test.each(["2026-13-01", "2026", "yesterday", "2026-01-01T25:00", "1/2/2026"])(
  "rejects %s as a time",
  (text) => {
    expect(parseMoment(text)).toBeUndefined();
  },
);

test("a month and a time without a zone are parsed as UTC", () => {
  expect(parseMoment("2026-03")).toBe(Date.UTC(2026, 2));
  expect(parseMoment("2026-03-01T02:03")).toBe(Date.UTC(2026, 2, 1, 2, 3));
  expect(parseMoment("2026-03-01T02:03+02:00")).toBe(Date.UTC(2026, 2, 1, 0, 3));
});

test.each([
  [{ style: "compact", locale: "en" }, 1_250_000, "1.25M"],
  [{ style: "percent", locale: "en" }, 0.256, "25.6%"],
  [{ style: "currency", locale: "ja", currency: "JPY" }, 1200, "￥1,200"],
  [{ style: "number", locale: "en", decimals: 2 }, 3, "3.00"],
  [{ style: "number", locale: "en" }, -0, "0"],
] as const)("%j formats %d as %s", (style, value, text) => {
  expect(numberFormat(style)(value)).toBe(text);
});

test("a text is truncated between graphemes, so that it fits", () => {
  const cut = fitText("👩‍👩‍👧 family of three", { width: 60, size: 12 });
  expect(cut).toStartWith("👩‍👩‍👧");
  expect(cut).toEndWith("…");
  expect(textWidth(cut, 12)).toBeLessThanOrEqual(60);
});
