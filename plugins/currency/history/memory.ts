import { asTable, type DatasetVersion, type Finding, HubError, readOnce } from "hub";
import { readBank } from "../banks/bank.ts";
import { BankHistory, readBankDays } from "../banks/days.ts";
import type { RateDoors } from "../doors.ts";
import { lastDayOut, today } from "../ecb/calendar.ts";
import { findQuoted, type RateDay, rateDay } from "../ecb/day.ts";
import { readTable } from "../ecb/table.ts";
import { listCurrentCodes, listQuotedCodes } from "../money/current-codes.ts";
import { type Bank, banks, type RateSource, type Sources } from "../rate-sources.ts";
import { History } from "./history.ts";
import {
  buildBankHistory,
  buildLatest,
  type DayOptions,
  widenDays,
  widenHistory,
} from "./widen.ts";

const currencyApi: RateSource = {
  id: "currency-api",
  url: "https://www.npmjs.com/package/@fawazahmed0/currency-api",
  disclaimer:
    "Market rates of one day that came with a package, as this hub has not reached the ECB yet",
};

let snapshot: Promise<History> | undefined;

const open = readOnce(async (stored) => {
  const days = readTable(await stored.text("eurofxref-hist.csv"), stored.about.build_date);
  return new History(days.map(packDay), {
    fetchedAt: stored.about.fetched_at,
    quoted: findQuoted(days),
  });
});

/**
 * Returns a day whose rates are parsed on first use. Those of all days are 250,000 strings, and most calls use only the
 * newest.
 */
function packDay({ date, rates }: RateDay): RateDay {
  const packed = JSON.stringify(rates);
  let unpacked: RateDay["rates"] | undefined;
  return {
    date,
    get rates() {
      unpacked ??= JSON.parse(packed) as RateDay["rates"];
      return unpacked;
    },
  };
}

/**
 * Returns all rates, synchronously if they are in memory. Updates them in the background if newer ones
 * are due. Throws `dataset_unavailable` if there are none.
 */
function loadHistory({ data }: Pick<RateDoors, "data">): History | Promise<History> {
  const stored = data.get("rates");
  return stored instanceof Promise ? stored.then(open) : open(stored);
}

/** Maximum wait for the first download before the package's rates are used. */
const firstDownloadMaxMs = 3000;

/** Returns at least the latest rates. Until the first download, those of the package. */
function loadLatestRates(doors: Pick<RateDoors, "data">): History | Promise<History> {
  const history = loadHistory(doors);
  if (!(history instanceof Promise)) return history;
  const fallback = Bun.sleep(firstDownloadMaxMs).then(readSnapshot);
  return Promise.race([history, fallback]).catch((error) => {
    if (error instanceof HubError && error.code === "dataset_unavailable") return readSnapshot();
    throw error;
  });
}

/** Reads the package's rates of one day, for a hub that has never reached the ECB. */
function readSnapshot(): Promise<History> {
  snapshot ??= parseSnapshot();
  return snapshot;
}

async function parseSnapshot(): Promise<History> {
  const { rates, date } = await readMarket();
  const quoted = [...listQuotedCodes()].map((code): [string, string] => [
    code,
    String(rates[code.toLowerCase()]),
  ]);
  return new History([rateDay(date, quoted, date)], { source: currencyApi });
}

/** Reads the package's market rates of one day, in units per euro. */
async function readMarket() {
  const { default: table } = await import("@fawazahmed0/currency-api/v1/currencies/eur.json");
  const rates: Readonly<Record<string, number>> = asTable(table.eur);
  return { date: table.date as string, rates };
}

const readers = new Map(
  banks.map(({ id }) => [id, { openTable: readOnce(readBank), openDays: readOnce(openBankDays) }]),
);

async function openBankDays(version: DatasetVersion): Promise<BankHistory | undefined> {
  const stored = await readBankDays(version);
  return stored && new BankHistory(stored, listCurrentCodes());
}

function getReaders(bank: Bank) {
  const found = readers.get(bank.id);
  if (!found) throw new RangeError(`Unknown bank "${bank.id}"`);
  return found;
}

type SourceDoors = Pick<RateDoors, "data" | "clock">;

/** The sources of the rates, and which of the banks to use. */
export interface SourceChoice {
  sources: Sources;
  /** Default: all. */
  banks?: readonly Bank["id"][] | undefined;
}

/** Returns at least the latest rates. Throws `dataset_unavailable` if the hub has none of a single bank. */
export async function loadLatest(doors: SourceDoors, choice: SourceChoice): Promise<History> {
  const bank = findBank(choice.sources);
  if (!bank) return addSources(await loadLatestRates(doors), { ...doors, ...choice });
  const version = await doors.data.get(bank.id);
  const table = await getReaders(bank).openTable(version);
  const { fetched_at: fetchedAt } = version.about;
  const latest = buildLatest({ bank, table }, { now: doors.clock(), fetchedAt });
  return latest ?? refuseMissing(`The rates of ${bank.name} are too old`);
}

/** Returns all days. Market rates are only in the newest. Throws `dataset_unavailable` if the hub has none of the ECB, or of a single bank. */
export async function loadDays(
  doors: SourceDoors,
  { isCarried, codes, ...choice }: SourceChoice & DayOptions,
): Promise<History> {
  const single = findBank(choice.sources);
  if (single) {
    const version = await doors.data.get(single.id);
    const history = await getReaders(single).openDays(version);
    const { fetched_at: fetchedAt } = version.about;
    const days =
      history && buildBankHistory({ bank: single, history }, { fetchedAt, isCarried, codes });
    return days ?? refuseMissing(describeMissing(single));
  }
  const ecbDays = await loadHistory(doors);
  if (choice.sources === "ecb") return ecbDays;
  if (choice.sources === "all") return addSources(ecbDays, { ...doors, ...choice });
  const found = await findVersions(doors, choice);
  const opened = await Promise.all(
    found.map(async ({ bank, version }) => ({
      bank,
      version,
      history: version && (await getReaders(bank).openDays(version)),
    })),
  );
  return widenDays(ecbDays, {
    banks: opened.flatMap(({ bank, history }) => (history ? [{ bank, history }] : [])),
    evidence: opened.map(({ bank, version, history }) =>
      buildEvidence(bank, { version, codes: history && new Set(history.quoted.keys()), ...doors }),
    ),
    isCarried,
    codes,
  });
}

/** Returns the days of a bank, or undefined if the hub has none. */
export async function loadBankDays(
  bank: Bank,
  { data }: Pick<RateDoors, "data">,
): Promise<BankHistory | undefined> {
  const version = await data.find(bank.id);
  return version && getReaders(bank).openDays(version);
}

function findBank(sources: Sources): Bank | undefined {
  return banks.find(({ id }) => id === sources);
}

/** Returns the chosen banks with their data. */
function findVersions({ data }: SourceDoors, { banks: chosen }: SourceChoice) {
  const wanted = banks.filter(({ id }) => chosen?.includes(id) ?? true);
  return Promise.all(wanted.map(async (bank) => ({ bank, version: await data.find(bank.id) })));
}

function describeMissing({ name }: Bank): string {
  return `This hub has not downloaded the rates of ${name} yet`;
}

function refuseMissing(reason: string): never {
  throw new HubError("dataset_unavailable", reason);
}

/** Describes which currencies a bank has. A bank whose rates the hub lacks was not asked. */
function buildEvidence(
  bank: Bank,
  {
    version,
    codes,
    clock,
  }: Pick<RateDoors, "clock"> & {
    version: DatasetVersion | undefined;
    codes: ReadonlySet<string> | undefined;
  },
): Finding<ReadonlySet<string>> {
  const fetchedAt = version?.about.fetched_at ?? null;
  return {
    value: codes ?? null,
    source: bank.id,
    isComplete: true,
    wasAsked: codes !== undefined,
    ageMs: fetchedAt === null ? null : clock() - fetchedAt,
    ...(!codes && { reason: describeMissing(bank) }),
  };
}

/** Adds the rates of other sources to the newest day. */
async function addSources(
  history: History,
  { data, clock, ...choice }: SourceDoors & SourceChoice,
): Promise<History> {
  const { sources } = choice;
  if (sources === "ecb") return history;
  const found = await findVersions({ data, clock }, choice);
  const tables = await Promise.all(
    found.flatMap(({ bank, version }) => (version ? [readLatestTable(bank, version)] : [])),
  );
  const market = sources === "all" ? await readMarket() : undefined;
  const now = clock();
  // The marks of old rates change with the day, and when the ECB's next rates are due.
  const parts = [history, market?.date, today(now), lastDayOut(today(now), now)];
  const key = [...parts, ...found.map(({ bank }) => bank), ...tables.map(({ table }) => table)];
  const known = widened.get(sources);
  if (known?.key.every((part, index) => part === key[index]) && known.key.length === key.length)
    return known.wide;
  const evidence = found.map(({ bank, version }) => {
    const table = tables.find((one) => one.bank === bank)?.table;
    const codes = table && new Set(Object.keys(table));
    return buildEvidence(bank, { version, codes, clock });
  });
  const wide = widenHistory(history, { banks: tables, market, evidence, now });
  widened.set(sources, { key, wide });
  return wide;
}

async function readLatestTable(bank: Bank, version: DatasetVersion) {
  return { bank, table: await getReaders(bank).openTable(version) };
}

/** The last history with the rates of other sources, by the choice of sources. Building one takes 20 ms. */
const widened = new Map<Sources, { key: readonly unknown[]; wide: History }>();
