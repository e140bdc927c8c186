import type { Static } from "hub";
import { type Doors, getOwner } from "../../doors.ts";
import { readLink } from "../../stats/report.ts";
import { dayMs, toIsoDay } from "../../stats/shard.ts";
import { readLinkId } from "./links.ts";
import type { dubClicksQuery } from "./schema.ts";

/** Groups of clicks, with Dub's name for what each entry has in common. */
const groupedFields = {
  countries: ["by_country", "country"],
  browsers: ["by_browser", "browser"],
  os: ["by_os", "os"],
  referers: ["by_referrer", "referer"],
} as const;

/** Days that the intervals go back. `all` goes back as far as statistics do. */
const intervalDays = { "24h": 1, "7d": 7, "30d": 30, "90d": 90, "1y": 365, all: 365 } as const;

/** Returns the statistics of a link of the caller in Dub's format. The hub counts no leads and sales. */
export async function answerDubClicks(
  { groupBy, interval, start, end, ...named }: Static<typeof dubClicksQuery>,
  { caller, kv, clock }: Pick<Doors, "caller" | "kv" | "clock">,
) {
  const now = clock();
  const report = await readLink(
    readLinkId(named),
    {
      from: start?.slice(0, 10) ?? toIsoDay(now - intervalDays[interval] * dayMs),
      to: end?.slice(0, 10),
    },
    { owner: getOwner(caller), kv, now },
  );
  const others = { leads: 0, sales: 0, saleAmount: 0 };
  if (groupBy === "count") return { clicks: report.clicks, ...others };
  if (groupBy === "timeseries")
    return report.by_day.map(({ date, clicks }) => ({
      ...{ start: `${date}T00:00:00.000Z`, clicks },
      ...others,
    }));
  const [list, field] = groupedFields[groupBy];
  return report[list].map(({ name, clicks }) => ({
    ...{ [field]: name ?? "(unknown)", clicks },
    ...others,
  }));
}
