import type { History } from "../history/history.ts";
import { type Precision, roundRate } from "../money/decimal.ts";
import { sizeOf, worth } from "../money/rate.ts";
import { provenance } from "../rates/provenance.ts";
import { meanOf, type Point, pointsOf, told } from "./points.ts";
import { isCut, type RangeAsked, rangeOf } from "./range.ts";
import { statisticsOf } from "./statistics.ts";

/** How the rates of a range have moved. */
export function fluctuation(
  asked: RangeAsked & { precision: Precision },
  { history, now }: { history: History; now: number },
) {
  const { base, symbols, start, end, days } = rangeOf(asked, { history, now });
  const moves = symbols.flatMap((symbol) => {
    const points = pointsOf(base, symbol, days);
    return points.length > 0 ? [[symbol, moveOf(points, asked.precision)] as const] : [];
  });
  return {
    base,
    start_date: start,
    end_date: end,
    rates: Object.fromEntries(moves),
    ...provenance({ isLacking: isCut(end, { history, now }) }, { history, now }),
  };
}

/** The same as a table. */
export function moveRows({ base, rates }: ReturnType<typeof fluctuation>) {
  return Object.entries(rates).map(([symbol, move]) => ({ base, symbol, ...move }));
}

function moveOf(points: readonly Point[], precision: Precision) {
  const sizes = points.map(({ rate }) => sizeOf(rate));
  const start = points[0]!;
  const end = points.at(-1)!;
  const high = points[sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b)))]!;
  const low = points[sizes.indexOf(sizes.reduce((a, b) => Math.min(a, b)))]!;
  const first = worth(start.rate);
  const change = worth(end.rate).minus(first);
  const isFull = precision === "full";
  const percent = change.div(first).times(100);
  const mean = meanOf(points);
  const statistics = statisticsOf(sizes);
  const significant = isFull ? (value: number) => value : withoutNoise;
  return {
    start_rate: told(start, precision),
    end_rate: told(end, precision),
    change: isFull ? change.toNumber() : change.toDecimalPlaces(10).toNumber(),
    change_pct: isFull ? percent.toNumber() : percent.toDecimalPlaces(4).toNumber(),
    start_date: start.date,
    end_date: end.date,
    high: told(high, precision),
    high_date: high.date,
    low: told(low, precision),
    low_date: low.date,
    avg: precision === "auto" ? significant(mean.toNumber()) : roundRate(mean, precision),
    stddev: significant(statistics.stddev),
    volatility_annualised: significant(statistics.volatility_annualised),
    max_drawdown_pct: significant(statistics.max_drawdown_pct),
    observations: points.length,
  };
}

/** Statistics are worked out in doubles, whose last digits mean nothing. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(8));
}
