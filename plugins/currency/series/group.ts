import { daysBetween, shiftDay } from "../ecb/calendar.ts";
import { sizeOf } from "../money/rate.ts";
import { meanOf, type Point } from "./points.ts";

export type Group = "day" | "week" | "month";
export type Aggregate = "last" | "first" | "avg" | "min" | "max";

/** One point for each week or month that has any, under the date of its Monday or first day. */
export function grouped(
  points: readonly Point[],
  { group, agg }: { group: Group; agg: Aggregate },
): Point[] {
  if (group === "day") return [...points];
  const periods = Map.groupBy(points, ({ date }) => periodOf(date, group));
  return [...periods].map(([date, members]) => ({ ...aggregated(members, agg), date }));
}

/** With the last rate put on each day without one, for up to so many days. Nothing is made up. */
export function filled(
  points: readonly Point[],
  { start, end, daysMax }: { start: string; end: string; daysMax: number },
): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]?.date ?? shiftDay(end, 1);
    const days = Math.min(daysBetween(point.date, next), daysMax + 1);
    return Array.from({ length: days }, (_, day) => ({
      ...point,
      date: day === 0 ? point.date : shiftDay(point.date, day),
    })).filter(({ date }) => date >= start);
  });
}

function periodOf(date: string, group: "week" | "month"): string {
  if (group === "month") return `${date.slice(0, 7)}-01`;
  // 1998-12-28 was a Monday, and is before every rate.
  return shiftDay(date, -(daysBetween("1998-12-28", date) % 7));
}

function aggregated(members: readonly Point[], agg: Aggregate): Point {
  const [first] = members as [Point];
  const last = members.at(-1)!;
  if (agg === "first") return first;
  if (agg === "last") return last;
  if (agg === "avg") return { ...first, mean: meanOf(members) };
  const sign = agg === "min" ? -1 : 1;
  return members.reduce((best, point) =>
    sign * (sizeOf(point.rate) - sizeOf(best.rate)) > 0 ? point : best,
  );
}
