import type { History } from "../history/history.ts";
import { provenance } from "../history/provenance.ts";
import { type Precision, roundRate } from "../money/decimal.ts";
import { toDouble, worth } from "../money/rate.ts";
import type { MovesQuery } from "../request.ts";
import { findGaps, hasUnfetched } from "./gaps.ts";
import { computeMean, listPoints, type RatePoint, roundPoint } from "./points.ts";
import { isCut, resolveRange } from "./range.ts";

/** Trading days per year, used to annualise volatility. */
const tradingDays = 252;

/** Returns statistics of the rates of a range. */
export function describeMoves(
  query: Omit<MovesQuery, "format">,
  { history, now }: { history: History; now: number },
) {
  const range = resolveRange(query, { history, now });
  const { base, symbols, start, end, days } = range;
  const isLacking = isCut(end, { history, now }) || hasUnfetched(findGaps(range, { history, now }));
  const moves = symbols.flatMap((symbol) => {
    const move = computeFluctuation(listPoints(base, symbol, days), query.precision);
    return move ? [[symbol, move] as const] : [];
  });
  return {
    base,
    start_date: start,
    end_date: end,
    rates: Object.fromEntries(moves),
    ...provenance({ isLacking }, { history, now }),
  };
}

/** Returns the result as table rows. */
export function moveRows({ base, rates }: ReturnType<typeof describeMoves>) {
  return Object.entries(rates).map(([symbol, move]) => ({ base, symbol, ...move }));
}

function computeFluctuation(points: readonly RatePoint[], precision: Precision) {
  const sizes = points.map(({ rate }) => toDouble(rate));
  const [start] = points;
  const end = points.at(-1);
  if (!start || !end) return undefined;
  const high = points[sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b)))] ?? start;
  const low = points[sizes.indexOf(sizes.reduce((a, b) => Math.min(a, b)))] ?? start;
  const first = worth(start.rate);
  const change = worth(end.rate).minus(first);
  const isFull = precision === "full";
  const percent = change.div(first).times(100);
  const mean = computeMean(points);
  const statistics = computeStatistics(sizes);
  const significant = isFull ? (value: number) => value : roundNoise;
  const { stddev, volatility_annualised: volatility } = statistics;
  return {
    start_rate: roundPoint(start, precision),
    end_rate: roundPoint(end, precision),
    change: isFull ? change.toNumber() : change.toSignificantDigits(10).toNumber(),
    change_pct: isFull ? percent.toNumber() : percent.toDecimalPlaces(4).toNumber(),
    start_date: start.date,
    end_date: end.date,
    high: roundPoint(high, precision),
    high_date: high.date,
    low: roundPoint(low, precision),
    low_date: low.date,
    avg: precision === "auto" ? significant(mean.toNumber()) : roundRate(mean, precision),
    stddev: stddev === null ? null : significant(stddev),
    volatility_annualised: volatility === null ? null : significant(volatility),
    max_drawdown_pct: significant(statistics.max_drawdown_pct),
    observations: points.length,
    reason: volatility === null ? ("too_few_rates" as const) : null,
  };
}

/** Rounds away the meaningless last digits of doubles. */
function roundNoise(value: number): number {
  return Number(value.toPrecision(8));
}

/** Calculates statistics of at least one value. A deviation of fewer than two values is null. */
export function computeStatistics(values: readonly number[]) {
  const returns = values.slice(1).map((value, index) => Math.log(value / (values[index] ?? value)));
  const volatility = deviation(returns);
  return {
    stddev: deviation(values),
    volatility_annualised: volatility === null ? null : volatility * Math.sqrt(tradingDays),
    max_drawdown_pct: drawdown(values) * 100,
  };
}

/** Returns the sample standard deviation, or null for fewer than two values. */
function deviation(values: readonly number[]): number | null {
  const [first] = values;
  if (first === undefined || values.length < 2) return null;
  // Relative to the first value, so that constant values have no deviation from rounding.
  const shifted = values.map((value) => value - first);
  const mean = average(shifted);
  const squares = shifted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the maximum drawdown as a fraction of the previous high. */
function drawdown(values: readonly number[]): number {
  let peak = 0;
  let deepest = 0;
  for (const value of values) {
    peak = Math.max(peak, value);
    deepest = Math.max(deepest, 1 - value / peak);
  }
  return deepest;
}
