import { ecb } from "../ecb/about.ts";
import { scheduleAt, shiftDay, today } from "../ecb/calendar.ts";
import currency from "../plugin.ts";

/** The table inside `eurofxref-hist.zip`. */
const table = "eurofxref-hist.csv";

export default currency.dataset({
  title: "Euro reference rates of the ECB since 1999",
  licence: "Free to use when the source is named",
  attribution: "European Central Bank",
  homepage: ecb.url,
  isDue: (kept, now) => kept === undefined || kept.about.build_date < scheduleAt(now).lastDue,

  async download({ net, clock, kept }) {
    const { fetchDays } = await import("../ecb/feeds.ts");
    const { readTable, writeTable } = await import("../ecb/table.ts");
    const days = await fetchDays(kept?.about.build_date, { net, clock });
    if (!kept) return { [table]: writeTable(days) };
    const { History } = await import("../history/history.ts");
    const former = new History(readTable(await kept.text(table), kept.about.build_date));
    return { [table]: writeTable(former.with(days).days) };
  },

  async unpack({ name, bytes }) {
    const { readGiven } = await import("../ecb/feeds.ts");
    const { writeTable } = await import("../ecb/table.ts");
    return { [table]: writeTable(readGiven(name, bytes)) };
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
