import { cron } from "@elysiajs/cron";
import { Elysia } from "elysia";

/** Does what is to be done when its time comes, by cron patterns in UTC, until what is answered is called. */
export function keepTimetable(timetable: Readonly<Record<string, readonly (() => void)[]>>) {
  const crons = Object.entries(timetable).flatMap(([pattern, works]) =>
    works.map((run) => {
      // By an offset: the name of a time zone would load the tables of all of them.
      const options = { name: "work", utcOffset: 0, pattern, run } as const;
      return new Elysia().use(cron(options)).store.cron.work;
    }),
  );
  return () => {
    for (const one of crons) one.stop();
  };
}
