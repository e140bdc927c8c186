import type { History } from "../history/history.ts";
import type { Precision } from "../money/decimal.ts";
import { sizeOf, worth } from "../money/rate.ts";
import { provenance } from "../rates/provenance.ts";
import { type Point, pointsOf, told } from "./points.ts";
import { type RangeAsked, rangeOf } from "./range.ts";
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
    ...provenance(days.at(-1)!.date, { history, now }),
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
  const statistics = statisticsOf(sizes);
  return {
    start_rate: told(start, precision),
    end_rate: told(end, precision),
    change: change.toDecimalPlaces(10).toNumber(),
    change_pct: change.div(first).times(100).toDecimalPlaces(4).toNumber(),
    start_date: start.date,
    end_date: end.date,
    high: told(high, precision),
    high_date: high.date,
    low: told(low, precision),
    low_date: low.date,
    avg: significant(statistics.avg),
    stddev: significant(statistics.stddev),
    volatility_annualised: significant(statistics.volatility_annualised),
    max_drawdown_pct: significant(statistics.max_drawdown_pct),
    observations: points.length,
  };
}

/** Statistics are worked out in doubles, whose last digits mean nothing. */
function significant(value: number): number {
  return Number(value.toPrecision(8));
}
