import { shiftDay } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";
import { isLacking } from "../history/find-day.ts";
import type { History } from "../history/history.ts";
import { isByBank } from "../history/provenance.ts";
import { isOn } from "../money/rate.ts";
import type { ResolvedRange } from "./range.ts";

/** Consecutive days without a rate of a currency, on which there must be rates. */
interface Gap {
  symbol: string;
  from: string;
  to: string;
  reason: "not_quoted" | "not_fetched";
}

/** Returns the gaps in the series of currencies. */
export function findGaps(
  range: ResolvedRange,
  { history, now }: { history: History; now: number },
): Gap[] {
  const { base, symbols, days } = range;
  const holes = findHoles(range, { history, now });
  return [
    ...[...new Set([base, ...symbols])].flatMap((symbol) => listGaps(symbol, { days, history })),
    ...symbols.flatMap((symbol) =>
      holes.map((hole) => ({ symbol, ...hole, reason: "not_fetched" as const })),
    ),
  ];
}

/** Returns whether rates are missing that the hub can still download. */
export function hasUnfetched(gaps: readonly Gap[]): boolean {
  return gaps.some(({ reason }) => reason === "not_fetched");
}

/** Returns the days with rates, but none of a currency. */
function listGaps(
  symbol: string,
  { days, history }: { days: readonly RateDay[]; history: History },
): Gap[] {
  const gaps: Gap[] = [];
  let open: Gap | undefined;
  for (const day of days) {
    if (isOn(symbol, day)) {
      open = undefined;
      continue;
    }
    const reason = history.findLateStart(day.date, symbol) ? "not_fetched" : "not_quoted";
    if (open?.reason === reason) open.to = day.date;
    else {
      open = { symbol, from: day.date, to: day.date, reason };
      gaps.push(open);
    }
  }
  return gaps;
}

/** Consecutive days. */
interface Hole {
  from: string;
  to: string;
}

/** Returns the days of a range whose rates the hub must have but doesn't. Holidays of other banks are unknown. */
function findHoles(
  { start, end, days }: Pick<ResolvedRange, "start" | "end" | "days">,
  { history, now }: { history: History; now: number },
): Hole[] {
  if (isByBank(history)) return [];
  const first = days[0]?.date ?? start;
  const dates = [
    shiftDay(first < start ? first : start, -1),
    ...days.map(({ date }) => date),
    shiftDay(end, 1),
  ];
  return dates.flatMap((next, at) => {
    const missing: string[] = [];
    for (let day = shiftDay(dates[at - 1] ?? next, 1); day < next; day = shiftDay(day, 1))
      if (isLacking(day, { history, now })) missing.push(day);
    const [from] = missing;
    const to = missing.at(-1);
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}
