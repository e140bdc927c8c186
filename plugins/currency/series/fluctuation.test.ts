import { expect, test } from "bun:test";
import { computeStatistics } from "./fluctuation.ts";

test("calculates the sample standard deviation", () => {
  const { stddev } = computeStatistics([2, 4, 4, 4, 5, 5, 7, 9]);
  expect(stddev).toBeCloseTo(Math.sqrt(32 / 7), 12);
});

test("a drawdown is the largest fall from a previous high", () => {
  expect(computeStatistics([100, 120, 90, 110, 60, 130]).max_drawdown_pct).toBe(50);
  expect(computeStatistics([1, 2, 3]).max_drawdown_pct).toBe(0);
});

test("steady growth has no volatility, and daily changes are annualized", () => {
  expect(computeStatistics([1, 2, 4, 8]).volatility_annualised).toBe(0);
  const { volatility_annualised } = computeStatistics([1, Math.E, 1]);
  expect(volatility_annualised).toBeCloseTo(Math.sqrt(2) * Math.sqrt(252), 10);
});

test("a constant series has zero deviation, however its digits round", () => {
  expect(computeStatistics(Array.from({ length: 77 }, () => 1936.27 / 1.95583)).stddev).toBe(0);
});

test("a single value has no deviation, and two have no volatility", () => {
  expect(computeStatistics([3])).toEqual({
    stddev: null,
    volatility_annualised: null,
    max_drawdown_pct: 0,
  });
  expect(computeStatistics([3, 3]).stddev).toBe(0);
  expect(computeStatistics([3, 4]).volatility_annualised).toBeNull();
});
