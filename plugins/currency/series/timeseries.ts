import { daysBetween, shiftDay, today } from "../ecb/calendar.ts";
import type { History } from "../history/history.ts";
import { provenance } from "../history/provenance.ts";
import { applyLaw, rateBetween, toDouble } from "../money/rate.ts";
import currency from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { SeriesQuery } from "../request.ts";
import { findGaps, hasUnfetched } from "./gaps.ts";
import { computeMean, listPoints, type RatePoint, roundPoint } from "./points.ts";
import { getPeriodStart, isCut, resolveRange } from "./range.ts";

/** Returns the rates of each day or period of a range. */
export function readSeries(
  query: Omit<SeriesQuery, "format">,
  { history, now }: { history: History; now: number },
) {
  const { group, agg, fill, precision } = query;
  if (fill === "previous" && group !== "day")
    refuse("query.fill", `must be none unless query.group is day: it is "${fill}"`);
  const range = resolveRange(query, { history, now });
  const { base, symbols, start, end, days } = range;
  const gaps = findGaps(range, { history, now });
  const rates: Record<string, Record<string, number>> = {};
  let observations = 0;
  for (const symbol of symbols) {
    const observed = listPoints(base, symbol, days);
    observations += observed.length;
    const points =
      fill === "previous"
        ? fillDays(observed, { start, end, pair: { base, symbol } })
        : groupPoints(observed, { group, agg });
    for (const point of points) {
      const day = rates[point.date] ?? {};
      day[symbol] = roundPoint(point, precision);
      rates[point.date] = day;
    }
  }
  return {
    base,
    start_date: start,
    end_date: end,
    effective_start_date: days[0]?.date ?? start,
    effective_end_date: days.at(-1)?.date ?? end,
    group,
    unfinished: findUnfinished(Object.keys(rates), { group, end, history, now }),
    observations,
    rates: Object.fromEntries(Object.entries(rates).sort(([a], [b]) => (a < b ? -1 : 1))),
    gaps,
    ...provenance(
      { isLacking: hasUnfetched(gaps) || isCut(end, { history, now }) },
      { history, now },
    ),
  };
}

/** Returns the result as table rows. */
export function seriesRows({ base, rates, group, unfinished }: ReturnType<typeof readSeries>) {
  return Object.entries(rates).flatMap(([date, values]) =>
    Object.entries(values).map(([symbol, rate]) => ({
      ...{ date, base, symbol, rate },
      ...(group !== "day" && { unfinished: unfinished.includes(date) }),
    })),
  );
}

/** Returns the periods that end after the range or the downloaded rates, or that have not ended yet. */
function findUnfinished(
  periods: readonly string[],
  {
    group,
    end,
    history,
    now,
  }: { group: SeriesQuery["group"]; end: string; history: History; now: number },
): string[] {
  if (group === "day") return [];
  const until = isCut(end, { history, now }) ? history.newest.date : end;
  // The next day is in a later period if the last one is complete.
  const last = getPeriodStart(until < today(now) ? shiftDay(until, 1) : until, group);
  return periods.filter((date) => date >= last);
}

/** Returns one point per period, dated by its first day. */
function groupPoints(
  points: readonly RatePoint[],
  { group, agg }: Pick<SeriesQuery, "group" | "agg">,
): RatePoint[] {
  const periods = Map.groupBy(points, ({ date }) => getPeriodStart(date, group));
  return [...periods].map(([date, members]) => ({ ...aggregate(members, agg), date }));
}

/** Fills days without rates with the previous rate, for a limited number of days. */
function fillDays(
  points: readonly RatePoint[],
  { start, end, pair }: { start: string; end: string; pair: { base: string; symbol: string } },
): RatePoint[] {
  const daysMax = currency.limits.carryDaysMax;
  return points.flatMap((point, index) => {
    const next = points[index + 1]?.date ?? shiftDay(end, 1);
    const days = Math.min(daysBetween(point.date, next), daysMax + 1);
    return Array.from({ length: days }, (_, day) =>
      day === 0 ? point : repeatPoint(point, shiftDay(point.date, day), pair),
    ).filter(({ date }) => date >= start);
  });
}

/** Repeats a rate on a later day, unless a law replaced it meanwhile. */
function repeatPoint(
  point: RatePoint,
  date: string,
  { base, symbol }: { base: string; symbol: string },
): RatePoint {
  const rate = rateBetween(base, symbol, applyLaw(point.day, date)) ?? point.rate;
  return { ...point, date, rate };
}

function aggregate(members: readonly RatePoint[], agg: SeriesQuery["agg"]): RatePoint {
  const [first, ...others] = members;
  if (!first) throw new RangeError("A period has at least one rate");
  if (agg === "first") return first;
  if (agg === "last") return others.at(-1) ?? first;
  if (agg === "avg") return { ...first, mean: computeMean(members) };
  const sign = agg === "min" ? -1 : 1;
  return members.reduce((best, point) =>
    sign * (toDouble(point.rate) - toDouble(best.rate)) > 0 ? point : best,
  );
}
