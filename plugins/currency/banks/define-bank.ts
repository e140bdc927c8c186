import { shiftDay } from "../ecb/calendar.ts";
import currency from "../plugin.ts";
import type { Bank } from "../rate-sources.ts";
import type { DayRange, DownloadOptions } from "./days.ts";
import { type BankDay, type BankDays, type BankTable, bankFile, daysFile } from "./table.ts";

type Definition = Parameters<typeof currency.dataset>[0];
type DownloadDoors = Parameters<Definition["download"]>[0];

interface BankDownload extends Pick<Definition, "bundled"> {
  /** Downloads the newest rates. Default: the last two weeks of `readDays`. */
  read?(doors: Pick<DownloadDoors, "net" | "clock">): Promise<BankTable>;
  /** Number of days that the bank returns at once. */
  step: number;
  /** Downloads the days of a range. */
  readDays(range: DayRange, doors: Pick<DownloadDoors, "net">): Promise<readonly BankDay[]>;
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
export function defineBank(bank: Bank, { read, readDays, step, bundled }: BankDownload) {
  return currency.dataset({
    title: `${bank.title} since ${bank.first.slice(0, 4)}`,
    licence: bank.licence,
    attribution: bank.name,
    homepage: bank.url,
    ...(bundled && { bundled }),
    isDue(kept, now) {
      const isComplete = kept?.about.sources?.includes(describeStart(bank.first)) ?? false;
      return now - (kept?.about.fetched_at ?? 0) > (isComplete ? refreshMs : backfillMs);
    },

    async download({ net, clock, log, kept }) {
      const { mergeTables, readBank } = await import("./bank.ts");
      const { downloadDays, readBankDays } = await import("./days.ts");
      const today = new Date(clock()).toISOString().slice(0, 10);
      const newer = read
        ? await read({ net, clock })
        : await readLatest({ today, read: (range) => readDays(range, { net }) });
      const table = mergeTables(kept && (await readBank(kept)), newer);
      const { days, error } = await downloadDays(kept && (await readBankDays(kept)), {
        first: bank.first,
        today,
        step,
        requestsMax: kept ? rangesMax.later : rangesMax.first,
        read: (range) => readDays(range, { net }),
      });
      if (error) log.warn(`Cannot download earlier days of ${bank.name}`, { error });
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

/** Number of days that holidays can separate from the last rates. */
const latestDays = 14;

/** Returns the last rate of each currency. Rates of a later day, which banks publish in advance, don't apply yet. */
async function readLatest({ today, read }: Pick<DownloadOptions, "today" | "read">) {
  const { buildDayTable } = await import("./bank.ts");
  const from = shiftDay(today, -latestDays);
  const all = await read({ from, to: today });
  const days = all.filter(({ date }) => date >= from && date <= today);
  if (days.length === 0) throw new Error(`The bank has no rates from ${from} to ${today}`);
  const tables = days.toSorted((one, other) => (one.date < other.date ? -1 : 1)).map(buildDayTable);
  return Object.assign({}, ...tables) as BankTable;
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
