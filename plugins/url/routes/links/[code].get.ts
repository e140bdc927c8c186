import { t } from "hub";
import { ownerOf } from "../../doors.ts";
import { memoryOf } from "../../follow/memory.ts";
import { linkAnswer, linkFields, momentText } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

const count = (description: string) => t.Integer({ description });

function breakdown(description: string) {
  const counted = t.Object({
    name: t.Union([t.String(), t.Null()], { description: "Null for what is not known" }),
    clicks: count("How many clicks of people"),
  });
  return t.Array(counted, { description: `${description}, the most frequent first` });
}

const day = (description: string) => t.Optional(t.String({ maxLength: 10, description }));

export default url.route({
  summary: "Read a short link of yours and its statistics",
  description:
    "No visitor's address is stored: a hash of it distinguishes visitors for one day, and is then deleted. Clicks that other processes of the hub handle are added a fraction of a second later. A visitor who comes back on another day is counted again. Programs are distinguished from people by their User-Agent.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "The code" }) }),
  query: t.Object({
    from: day("The first day that counts, in UTC: 2026-01-31. By default the link's first"),
    to: day("The last day that counts. By default today"),
  }),
  response: t.Object({
    ...linkFields,
    clicks_left: t.Union([t.Integer(), t.Null()], {
      description: "How many redirects it still gives; null where there is no limit",
    }),
    from: t.String({ description: "The first day that is counted here" }),
    to: t.String({ description: "The last day that is counted here" }),
    clicks: count("How often it was followed on these days"),
    unique: count("By how many visitors, those of each day added up"),
    bots: count("How many of the clicks were programs'"),
    last_click_at: t.Union([t.String(), t.Null()], { description: "The last click on these days" }),
    by_day: t.Array(
      t.Object({
        date: t.String({ description: "The day, in UTC" }),
        clicks: count("Clicks on that day"),
        unique: count("Visitors on that day"),
        bots: count("How many of the clicks were programs'"),
      }),
      { description: "The days that had clicks" },
    ),
    by_referrer: breakdown("The hosts that people came from"),
    by_browser: breakdown("Their browsers"),
    by_os: breakdown("Their operating systems"),
    by_country: breakdown("The countries that their addresses are registered in"),
  }),
  cache: "never",
  example: { params: { code: "spring-sale" }, query: {} },
  async handler({ params, query, caller, origin, clock, kv, random, log, later }) {
    const { readLink } = await import("../../stats/report.ts");
    await memoryOf({ kv, random, log, later }).clicks.flush();
    const options = { owner: ownerOf(caller), kv, now: clock() };
    const { link, last_click_at, ...report } = await readLink(params.code, query, options);
    const last = last_click_at === null ? null : momentText(last_click_at);
    return { ...linkAnswer(link, origin), ...report, last_click_at: last };
  },
});
