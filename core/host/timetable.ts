import { Cron } from "croner";

/** Does what is to be done when its time comes, by cron patterns in UTC, until what is answered is called. */
export function keepTimetable(timetable: Readonly<Record<string, readonly (() => void)[]>>) {
  const crons = Object.entries(timetable).flatMap(([pattern, works]) =>
    // By an offset: the name of a time zone would load the tables of all of them.
    works.map((run) => new Cron(pattern, { utcOffset: 0 }, run)),
  );
  return () => {
    for (const one of crons) one.stop();
  };
}
