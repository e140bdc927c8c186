import type { DatasetVersion } from "hub";
import { scheduleAt, shiftDay, today } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";
import currency from "../plugin.ts";
import { ecb } from "../rate-sources.ts";

/** The table inside `eurofxref-hist.zip`. */
const table = "eurofxref-hist.csv";

export default currency.dataset({
  title: "Euro reference rates of the ECB since 1999",
  licence: "Free to use when the source is named",
  attribution: "European Central Bank",
  homepage: ecb.url,
  bundled: true,
  isDue: (kept, now) => kept === undefined || kept.about.build_date < scheduleAt(now).lastDue,

  async download({ net, clock, kept }) {
    const { fetchDays } = await import("../ecb/feeds.ts");
    const days = await fetchDays(kept?.about.build_date, { net, clock });
    return { [table]: await addDays(days, kept) };
  },

  async unpack({ name, bytes }, { kept }) {
    const { readGiven } = await import("../ecb/feeds.ts");
    const days = readGiven(name, bytes);
    return { [table]: await addDays(kept ? days : await addPackagedDays(days), kept) };
  },

  async check(files, { now, kept }) {
    const { readTable } = await import("../ecb/table.ts");
    // One day of tolerance, because the hub's clock can be behind Frankfurt's.
    const days = readTable(new TextDecoder().decode(files[table]), shiftDay(today(now), 1));
    const newest = days.at(-1)?.date ?? "";
    if (kept && newest < kept.about.build_date)
      throw new Error(
        `The rates end on ${newest}, before the current ones: ${kept.about.build_date}`,
      );
    return { build_date: newest, entries: days.length };
  },
});

/** Returns the days with the earlier ones of this repository. */
async function addPackagedDays(days: readonly RateDay[]): Promise<RateDay[]> {
  const { readPackagedDays } = await import("../ecb/packaged-days.ts");
  const earlier = readPackagedDays(shiftDay(days[0]?.date ?? "", -1));
  return [...earlier, ...days];
}

/** Adds days to the current table. Days and rates that are missing in a feed are kept. */
async function addDays(days: readonly RateDay[], kept: DatasetVersion | undefined) {
  const { readTable, writeTable } = await import("../ecb/table.ts");
  if (!kept || (days.at(-1)?.date ?? "") < kept.about.build_date) return writeTable(days);
  const { History } = await import("../history/history.ts");
  const former = new History(readTable(await kept.text(table), kept.about.build_date));
  return writeTable(former.with(days).days);
}
