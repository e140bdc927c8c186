import type { History } from "../history/history.ts";
import type { Precision } from "../money/decimal.ts";
import { roundValue } from "../money/rate.ts";
import { provenance } from "../rates/provenance.ts";
import { type Point, pointsOf } from "./points.ts";
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
    success: true as const,
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
  const first = points[0]!;
  const last = points.at(-1)!;
  const high = points.reduce((best, point) => (point.value.gt(best.value) ? point : best));
  const low = points.reduce((best, point) => (point.value.lt(best.value) ? point : best));
  const change = last.value.minus(first.value);
  const statistics = statisticsOf(points.map(({ value }) => value.toNumber()));
  return {
    start_rate: told(first),
    end_rate: told(last),
    change: change.toDecimalPlaces(10).toNumber(),
    change_pct: change.div(first.value).times(100).toDecimalPlaces(4).toNumber(),
    start_date: first.date,
    end_date: last.date,
    high: told(high),
    high_date: high.date,
    low: told(low),
    low_date: low.date,
    avg: significant(statistics.avg),
    stddev: significant(statistics.stddev),
    volatility_annualised: significant(statistics.volatility_annualised),
    max_drawdown_pct: significant(statistics.max_drawdown_pct),
    observations: points.length,
  };

  function told({ value, rate }: Point): number {
    return roundValue(value, rate, precision);
  }
}

/** Statistics are worked out in doubles, whose last digits mean nothing. */
function significant(value: number): number {
  return Number(value.toPrecision(8));
}
