import { oneOf, t } from "hub";
import dev from "../plugin.ts";
import { flavors } from "../time/request.ts";

export default dev.route({
  summary: "Explain a cron expression and list its next runs",
  keywords:
    "crontab, cron parser, crontab guru, cron expression, cron next run, crontab generator, schedule expression, quartz cron, systemd timer, oncalendar, kubernetes cronjob",
  description:
    "Returns the schedule in words and its next runs in a time zone, also over changes of daylight saving time. " +
    "Accepts five fields, six with seconds, seven with years, names (`MON`, `JAN`), `L`, `W` and `#`, and nicknames such as `@daily`. " +
    "`flavor` follows the rules of one scheduler, and the notes name schedulers that reject the expression or run it at other times.",
  query: t.Object({
    expression: t.String({
      minLength: 1,
      maxLength: 200,
      description: "The cron expression: minute, hour, day of the month, month, weekday",
    }),
    flavor: oneOf(flavors, {
      default: "any",
      description:
        "The scheduler: Debian's cron, cronie, Kubernetes, GitHub Actions, Quartz (with seconds), AWS EventBridge (with years), or a calendar event of systemd such as `Mon *-*-* 09:00`; `any` accepts what most of them do",
    }),
    zone: t.String({
      default: "UTC",
      maxLength: 64,
      description: "Time zone of the schedule, by its IANA name",
    }),
    count: t.Integer({
      minimum: 1,
      maximum: 100,
      default: 5,
      description: "Maximum number of runs to list",
    }),
    from: t.Optional(
      t.String({
        maxLength: 64,
        description:
          "Time that the runs follow, in the notations of `/time`; the present time by default",
      }),
    ),
  }),
  response: t.Object({
    expression: t.String({ description: "The fields of the expression" }),
    description: t.String({ description: "The schedule in words" }),
    zone: t.String({ description: "Time zone of the schedule" }),
    runs: t.Array(
      t.Object({
        at: t.String({ description: "Time in UTC" }),
        local: t.String({ description: "Time in the zone, with its offset" }),
        moved: t.Boolean({
          description:
            "Whether the clocks skip the scheduled time, so that the run follows the change",
        }),
      }),
      { description: "The next runs" },
    ),
    notes: t.Array(t.String(), {
      description: "Points in which cron daemons differ, or that surprise readers",
    }),
  }),
  plain: "description",
  example: {
    query: {
      expression: "30 2 * * *",
      zone: "Europe/Berlin",
      count: 2,
      from: "2026-03-28T12:00:00Z",
    },
  },
  async handler({ query, clock }) {
    const { flavor, ...rest } = query;
    if (flavor !== "any") {
      const { describeFlavor } = await import("../time/describe-flavor.ts");
      return describeFlavor({ flavor, ...rest }, clock());
    }
    const { describeCron } = await import("../time/describe-cron.ts");
    return describeCron(rest, clock());
  },
});
