import { shiftDay } from "../ecb/calendar.ts";
import currency from "../plugin.ts";
import type { DayRange } from "./days.ts";
import { type BankDay, type BankDays, type BankTable, bankFile, daysFile } from "./table.ts";

type Definition = Parameters<typeof currency.dataset>[0];
type Doors = Parameters<Definition["download"]>[0];

interface BankDefinition
  extends Pick<Definition, "title" | "licence" | "attribution" | "homepage" | "bundled"> {
  /** Downloads the newest rates. */
  read(doors: Pick<Doors, "net" | "clock">): Promise<BankTable>;
  /** First day that the bank has, and the number of days that it returns at once. */
  history: { first: string; step: number };
  /** Downloads the days of a range. */
  readDays(range: DayRange, doors: Pick<Doors, "net">): Promise<readonly BankDay[]>;
}

const refreshMs = 6 * 3_600_000;
/** Time between updates until the hub has all earlier days. */
const backfillMs = 3_600_000;

/** A table with fewer rates is truncated. */
const entriesMin = 10;

/** Ranges of days that the first update downloads, so that the latest rates don't wait for them, and each later one. */
const rangesMax = { first: 4, later: 24 };

/**
 * Defines a dataset from the rates of a central bank. A rate that a newer table lacks is kept with its day. Each update
 * also downloads earlier days until the hub has all.
 */
export function defineBank({ read, readDays, history, ...about }: BankDefinition) {
  return currency.dataset({
    ...about,
    isDue(kept, now) {
      const isComplete = kept?.about.sources?.includes(describeStart(history.first)) ?? false;
      return now - (kept?.about.fetched_at ?? 0) > (isComplete ? refreshMs : backfillMs);
    },

    async download({ net, clock, log, kept }) {
      const { mergeTables, readBank } = await import("./bank.ts");
      const { downloadDays, readBankDays } = await import("./days.ts");
      const newer = await read({ net, clock });
      const table = mergeTables(kept && (await readBank(kept)), newer);
      const { days, error } = await downloadDays(kept && (await readBankDays(kept)), {
        ...history,
        today: new Date(clock()).toISOString().slice(0, 10),
        requestsMax: kept ? rangesMax.later : rangesMax.first,
        read: (range) => readDays(range, { net }),
      });
      if (error) log.warn(`Cannot download earlier days of ${about.attribution}`, { error });
      return { [bankFile]: encode(table), ...(days && { [daysFile]: encode(days) }) };
    },

    check(files, { now, kept }) {
      const table: BankTable = decode(files[bankFile]);
      const earlier: BankDays | undefined = files[daysFile] && decode(files[daysFile]);
      const dates = [
        ...Object.values(table).map(({ date }) => date),
        ...(earlier?.days.map(({ date }) => date) ?? []),
      ];
      const newest = dates.toSorted().at(-1) ?? "";
      // One day of tolerance, because the hub's clock can be behind the bank's.
      const tomorrow = shiftDay(new Date(now).toISOString().slice(0, 10), 1);
      if (newest > tomorrow) throw new Error(`The table has rates of "${newest}", a future day`);
      const { length } = Object.keys(table);
      if (length < entriesMin)
        throw new Error(`The table has ${length} rates: it must have at least ${entriesMin}`);
      if (kept && newest < kept.about.build_date)
        throw new Error(`The table ends on ${newest}, before the current one`);
      const sources = earlier ? { sources: [describeStart(earlier.since)] } : {};
      return { build_date: newest, entries: dates.length, ...sources };
    },
  });
}

function describeStart(day: string): string {
  return `Days since ${day}`;
}

function encode(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function decode<Value>(bytes: Uint8Array | undefined): Value {
  return JSON.parse(new TextDecoder().decode(bytes));
}
