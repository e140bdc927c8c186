import type { History } from "../history/history.ts";
import type { Precision } from "../money/decimal.ts";
import currency from "../plugin.ts";
import { provenance } from "../rates/provenance.ts";
import { gapsOf } from "./gaps.ts";
import { type Aggregate, filled, type Group, grouped } from "./group.ts";
import { pointsOf, told } from "./points.ts";
import { isCut, type RangeAsked, rangeOf } from "./range.ts";

export interface SeriesAsked extends RangeAsked {
  group: Group;
  agg: Aggregate;
  fill: "none" | "previous";
  precision: Precision;
}

/** The rates of each day, week or month of a range. */
export function timeseries(
  asked: SeriesAsked,
  { history, now }: { history: History; now: number },
) {
  const { group, agg, fill, precision } = asked;
  if (fill === "previous" && group !== "day")
    throw currency.error(
      "invalid_input",
      `query.fill must be none where query.group is not day: it is "${fill}"`,
      { at: "query.fill" },
    );
  const range = rangeOf(asked, { history, now });
  const { base, symbols, start, end, days } = range;
  const rates: Record<string, Record<string, number>> = {};
  let observations = 0;
  for (const symbol of symbols) {
    const observed = pointsOf(base, symbol, days);
    observations += observed.length;
    const points =
      fill === "previous"
        ? filled(observed, { start, end, daysMax: currency.limits.carryDaysMax })
        : grouped(observed, { group, agg });
    for (const point of points) {
      rates[point.date] ??= {};
      rates[point.date]![symbol] = told(point, precision);
    }
  }
  return {
    base,
    start_date: start,
    end_date: end,
    effective_start_date: days[0]!.date,
    effective_end_date: days.at(-1)!.date,
    group,
    observations,
    rates: Object.fromEntries(Object.entries(rates).sort(([a], [b]) => (a < b ? -1 : 1))),
    gaps: gapsOf([...new Set([base, ...symbols])], days),
    ...provenance({ isLacking: isCut(end, { history, now }) }, { history, now }),
  };
}

/** The same as a table. */
export function seriesRows({ base, rates }: ReturnType<typeof timeseries>) {
  return Object.entries(rates).flatMap(([date, values]) =>
    Object.entries(values).map(([symbol, rate]) => ({ date, base, symbol, rate })),
  );
}
