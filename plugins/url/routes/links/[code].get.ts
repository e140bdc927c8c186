import { binary, oneOf, reply, t } from "hub";
import { getOwner } from "../../doors.ts";
import { getMemory } from "../../follow/memory.ts";
import { buildLinkResponse, formatTime, linkFields } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

const count = (description: string) => t.Integer({ description });

function breakdown(description: string) {
  const counted = t.Object({
    name: t.Union([t.String(), t.Null()], { description: "Name. Null if it is unknown" }),
    clicks: count("Number of clicks by people"),
  });
  return t.Array(counted, { description: `${description}, most frequent first` });
}

const day = (description: string) => t.Optional(t.String({ maxLength: 10, description }));

export default url.route({
  summary: "Get a short link with its click statistics",
  description:
    "Shows who follows one of your links: clicks by day, referrer, browser, operating system and country. Visitors' IP addresses are not stored: a hash of the address identifies a visitor for one day and is then deleted. A visitor who returns on another day is counted again. Bots are detected by their User-Agent. Clicks handled by other processes of the hub appear a fraction of a second later.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "Code of the short link" }) }),
  query: t.Object({
    from: day(
      "First day of the statistics in UTC, such as 2026-01-31. The default is the day the link was created",
    ),
    to: day("Last day of the statistics in UTC. The default is today"),
    format: oneOf(["json", "csv"], {
      default: "json",
      description:
        "Response format: JSON, or a CSV table of the statistics by day, referrer, browser, operating system, country, hour and campaign parameter",
    }),
  }),
  response: t.Union([
    t.Object({
      ...linkFields,
      clicks_left: t.Union([t.Integer(), t.Null()], {
        description: "Number of redirects left. Null if there is no limit",
      }),
      from: t.String({ description: "First day of the statistics" }),
      to: t.String({ description: "Last day of the statistics" }),
      clicks: count("Number of clicks by people in this period"),
      unique: count("Number of unique visitors per day, summed over all days"),
      bots: count("Number of clicks by bots"),
      last_click_at: t.Union([t.String(), t.Null()], {
        description: "Time of the last click in this period",
      }),
      by_day: t.Array(
        t.Object({
          date: t.String({ description: "Day, in UTC" }),
          clicks: count("Clicks by people on that day"),
          unique: count("Unique visitors on that day"),
          bots: count("Number of clicks by bots"),
        }),
        { description: "Days with clicks" },
      ),
      by_referrer: breakdown("Clicks by referring host"),
      by_browser: breakdown("Clicks by browser"),
      by_os: breakdown("Clicks by operating system"),
      by_country: breakdown(
        "Clicks by the country in which the visitor's IP address is registered",
      ),
      by_hour: t.Array(
        t.Object({
          name: t.Union([t.String(), t.Null()], { description: "Hour in UTC, from 00 to 23" }),
          clicks: count("Number of clicks by people"),
        }),
        { description: "Clicks by the hour of the day, in their order" },
      ),
      by_utm: breakdown("Clicks by campaign parameter of the short URL, such as `utm_source=mail`"),
    }),
    binary("text/csv"),
  ]),
  cache: "never",
  example: { params: { code: "spring-sale" }, query: {} },
  async handler({ params, query, caller, origin, env, clock, kv, random, log, later, net }) {
    const { readLink, writeStatistics } = await import("../../stats/report.ts");
    await getMemory({ kv, random, log, later, net, clock }).clicks.flush();
    const options = { owner: getOwner(caller), kv, now: clock() };
    const { link, last_click_at, ...report } = await readLink(params.code, query, options);
    const table = () => writeStatistics(report);
    if (query.format === "csv") return reply(table(), { type: "text/csv; charset=utf-8" });
    const last = last_click_at === null ? null : formatTime(last_click_at);
    const body = { ...buildLinkResponse(link, { origin, env }), ...report, last_click_at: last };
    return reply(body, { alternatives: { "text/csv": table } });
  },
});
