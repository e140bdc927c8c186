import { binary, HubError, reply, t, writeCsv } from "hub";
import { ownRoutes } from "../../core/runtime/own-routes.ts";

const dayMs = 86_400_000;
/** How many days are told where nobody says, and at most. */
const days = { default: 30, max: 400 };
const date = (description: string) => t.String({ format: "date", maxLength: 10, description });

const row = t.Object({
  day: t.String({ description: "The calendar day, UTC" }),
  key_id: t.String({ description: "The key that was used" }),
  service: t.String({ description: "The service that was called" }),
  route: t.String({ description: "The method and path of the endpoint" }),
  status: t.String({ description: "The class of the answers' status, such as `2xx`" }),
  calls: t.Integer({ description: "How many calls" }),
  units: t.Integer({ description: "What they cost of the day" }),
});

export default ownRoutes.route({
  summary: "Tell what was called by day, service, route and status",
  description:
    "Of all keys of the account where the key of the request may manage them, and else of that alone. Calls are told within two seconds. `Accept: text/csv` answers a table.",
  query: t.Object({
    from: t.Optional(date(`The first day, UTC; default: ${days.default} days before the last`)),
    to: t.Optional(date("The last day, UTC; default: today")),
    key_id: t.Optional(t.String({ maxLength: 80, description: "Of one key alone" })),
  }),
  response: t.Union([
    t.Object({
      success: t.Boolean(),
      from: t.String({ description: "The first day" }),
      to: t.String({ description: "The last day" }),
      calls: t.Integer({ description: "All calls" }),
      units: t.Integer({ description: "All units" }),
      usage: t.Array(row, { description: "The newest day first" }),
    }),
    binary("text/csv"),
  ]),
  cache: "never",
  example: { query: { from: "2026-01-01", to: "2026-01-31" } },
  async handler({ query, hub, call }) {
    const to = query.to === undefined ? Math.floor(hub.now() / dayMs) : readDay(query.to, "to");
    const from = query.from === undefined ? to - days.default : readDay(query.from, "from");
    if (from > to || to - from >= days.max)
      throw new HubError(
        "invalid_input",
        `query.from must be at most ${days.max} days before query.to: they are "${isoDay(from)}" and "${isoDay(to)}"`,
        { at: "query.from" },
      );
    const usage = await hub.keys.usage(call, { from, to, keyId: query.key_id });
    const total = (field: "calls" | "units") => usage.reduce((sum, row) => sum + row[field], 0);
    const names = Object.keys(row.properties) as (keyof typeof row.properties)[];
    return reply(
      {
        success: true,
        from: isoDay(from),
        to: isoDay(to),
        calls: total("calls"),
        units: total("units"),
        usage,
      },
      {
        alternatives: {
          "text/csv": () =>
            writeCsv([names, ...usage.map((row) => names.map((name) => row[name]))]),
        },
      },
    );
  },
});

/** Days since 1970. That it looks like a date is known: it may still be the 30th of February. */
function readDay(date: string, name: string): number {
  const day = Date.parse(date) / dayMs;
  if (!Number.isInteger(day) || isoDay(day) !== date)
    throw new HubError("invalid_input", `query.${name} must be a day there is: it is "${date}"`, {
      at: `query.${name}`,
    });
  return day;
}

function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
