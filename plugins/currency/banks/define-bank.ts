import { shiftDay } from "../ecb/calendar.ts";
import currency from "../plugin.ts";
import { type BankTable, bankFile } from "./table.ts";

type Definition = Parameters<typeof currency.dataset>[0];
type Doors = Parameters<Definition["download"]>[0];

interface BankDefinition
  extends Pick<Definition, "title" | "licence" | "attribution" | "homepage" | "bundled"> {
  /** Downloads the newest rates. */
  read(doors: Pick<Doors, "net" | "clock">): Promise<BankTable>;
}

const refreshMs = 6 * 3_600_000;

/** A table with fewer rates is truncated. */
const entriesMin = 10;

/** Defines a dataset from the rates of a central bank. A rate that a newer table lacks is kept with its day. */
export function defineBank({ read, ...about }: BankDefinition) {
  return currency.dataset({
    ...about,
    isDue: (kept, now) => now - (kept?.about.fetched_at ?? 0) > refreshMs,

    async download({ net, clock, kept }) {
      const { mergeTables, readBank } = await import("./bank.ts");
      const newer = await read({ net, clock });
      const table = mergeTables(kept && (await readBank(kept)), newer);
      return { [bankFile]: new TextEncoder().encode(JSON.stringify(table)) };
    },

    check(files, { now, kept }) {
      const table: BankTable = JSON.parse(new TextDecoder().decode(files[bankFile]));
      const dates = Object.values(table).map(({ date }) => date);
      const newest = dates.toSorted().at(-1) ?? "";
      // One day of tolerance, because the hub's clock can be behind the bank's.
      const tomorrow = shiftDay(new Date(now).toISOString().slice(0, 10), 1);
      if (newest > tomorrow) throw new Error(`The table has rates of "${newest}", a future day`);
      if (dates.length < entriesMin)
        throw new Error(`The table has ${dates.length} rates: it must have at least ${entriesMin}`);
      if (kept && newest < kept.about.build_date)
        throw new Error(`The table ends on ${newest}, before the current one`);
      return { build_date: newest, entries: dates.length };
    },
  });
}
