/** A day of the calendar. */
export interface Day {
  year: number;
  /** From 1. */
  month: number;
  /** From 1. */
  day: number;
  /** From 0 for Sunday. */
  weekday: number;
  /** Number of days of its month. */
  length: number;
}

/** How a scheduler treats times that the clocks skip or repeat. */
export type ClockRule =
  /** Skipped times don't run, and repeated ones run twice. */
  | "every"
  /** Skipped times don't run, and repeated ones run once. */
  | "once"
  /** Skipped times run right after the change, and repeated ones once. */
  | "after"
  /** Skipped times run later by the length of the change, and repeated ones once. */
  | "shift";

/** A schedule: the days on which it runs, and the times of each day. */
export interface Schedule {
  hours: readonly number[];
  minutes: readonly number[];
  seconds: readonly number[];
  matchesDay(day: Day): boolean;
  clock: ClockRule;
}

/** A run of a schedule. */
export interface Run {
  epochMilliseconds: number;
  /** Whether the clocks skip the scheduled time. */
  moved: boolean;
}

/** The number of years in which a run is searched. Quartz has years up to 2099. */
const yearsMax = 75;

/** Lists the runs after an instant, in their order. */
export function* listRuns(
  schedule: Schedule,
  from: Temporal.Instant,
  zone: string,
): Generator<Run> {
  const start = from.toZonedDateTimeISO(zone).toPlainDate();
  const end = start.add({ years: yearsMax });
  let last = from.epochMilliseconds;
  // The day before may have a run that the clocks move to this one.
  for (let date = start.subtract({ days: 1 }); Temporal.PlainDate.compare(date, end) < 0; ) {
    if (schedule.matchesDay(describeDay(date)))
      for (const run of listRunsOfDay(schedule, date, zone))
        if (run.epochMilliseconds > last) {
          last = run.epochMilliseconds;
          yield run;
        }
    date = date.add({ days: 1 });
  }
}

function describeDay({ year, month, day, dayOfWeek, daysInMonth }: Temporal.PlainDate): Day {
  return { year, month, day, weekday: dayOfWeek % 7, length: daysInMonth };
}

function* listRunsOfDay(
  schedule: Schedule,
  date: Temporal.PlainDate,
  zone: string,
): Generator<Run> {
  const midnight = date.toZonedDateTime(zone);
  if (midnight.hoursInDay === 24 && midnight.hour === 0 && midnight.toPlainDate().equals(date)) {
    const { epochMilliseconds } = midnight;
    for (const seconds of listTimes(schedule))
      yield { epochMilliseconds: epochMilliseconds + seconds * 1000, moved: false };
    return;
  }
  const runs = [...listTimes(schedule)].flatMap((seconds) => {
    const time = date.toPlainDateTime().add({ seconds });
    return resolveTime(time, schedule.clock, zone);
  });
  yield* runs.sort((a, b) => a.epochMilliseconds - b.epochMilliseconds);
}

/** Lists the times of a day in seconds. */
function* listTimes({ hours, minutes, seconds }: Schedule): Generator<number> {
  for (const hour of hours)
    for (const minute of minutes)
      for (const second of seconds) yield (hour * 60 + minute) * 60 + second;
}

/** Returns the instants of a local time on a day when the clocks change. */
function resolveTime(time: Temporal.PlainDateTime, clock: ClockRule, zone: string): Run[] {
  const [first, second] = (["earlier", "later"] as const).map((disambiguation) =>
    time.toZonedDateTime(zone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const at = first.epochMilliseconds;
  const isSkipped = !first.toPlainDateTime().equals(time);
  if (!isSkipped) {
    const times = clock === "every" ? [at, second.epochMilliseconds] : [at];
    return times.map((epochMilliseconds) => ({ epochMilliseconds, moved: false }));
  }
  if (clock === "shift") return [{ epochMilliseconds: second.epochMilliseconds, moved: true }];
  if (clock !== "after") return [];
  const change = first.getTimeZoneTransition("next");
  return change ? [{ epochMilliseconds: change.epochMilliseconds, moved: true }] : [];
}
