import { asTable, type DatasetVersion, type Finding, HubError, readOnce } from "hub";
import { readBank } from "../banks/bank.ts";
import { BankHistory, readBankDays } from "../banks/days.ts";
import type { RateDoors } from "../doors.ts";
import { lastDayOut, today } from "../ecb/calendar.ts";
import { findQuoted, type RateDay } from "../ecb/day.ts";
import { readPackagedDays } from "../ecb/packaged-days.ts";
import { readTable } from "../ecb/table.ts";
import { listCurrentCodes } from "../money/current-codes.ts";
import { type Bank, banks, type Sources } from "../rate-sources.ts";
import { History } from "./history.ts";
import {
  buildBankHistory,
  buildLatest,
  type DayOptions,
  widenDays,
  widenHistory,
} from "./widen.ts";

/** The days of this repository until a day. */
let packaged: { until: string; history: History } | undefined;

const open = readOnce(async (stored) =>
  packHistory(
    readTable(await stored.text("eurofxref-hist.csv"), stored.about.build_date),
    stored.about.fetched_at,
  ),
);

function packHistory(days: readonly RateDay[], fetchedAt: number | null): History {
  return new History(days.map(packDay), { fetchedAt, quoted: findQuoted(days) });
}

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

/** Maximum wait for the first download before the rates of this repository are used. */
const firstDownloadMaxMs = 3000;

/**
 * Returns all rates of the ECB, synchronously if they are in memory. Updates them in the background if newer ones are
 * due. Until the first download, they are those of this repository.
 */
function loadHistory({ data, clock }: SourceDoors): History | Promise<History> {
  const stored = data.get("rates");
  const history = stored instanceof Promise ? stored.then(open) : open(stored);
  if (!(history instanceof Promise)) return history;
  return Promise.race([history, Bun.sleep(firstDownloadMaxMs)])
    .catch((error) => {
      if (error instanceof HubError && error.code === "dataset_unavailable") return undefined;
      throw error;
    })
    .then((loaded) => loaded ?? readPackagedHistory(lastDayOut(today(clock()), clock())));
}

/** Reads the days of this repository, for a hub that has never reached the ECB. */
function readPackagedHistory(until: string): History {
  if (packaged?.until !== until)
    packaged = { until, history: packHistory(readPackagedDays(until), null) };
  return packaged.history;
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
  /** Whether rates of all sources are used until the hub has reached the ECB. */
  isFilled?: boolean | undefined;
}

/** Returns the sources to use with the rates of the ECB. */
function chooseSources({ fetchedAt }: History, { sources, isFilled }: SourceChoice): Sources {
  return isFilled && sources === "ecb" && fetchedAt === null ? "all" : sources;
}

/** Returns at least the latest rates. Throws `dataset_unavailable` if the hub has none of a single bank. */
export async function loadLatest(doors: SourceDoors, choice: SourceChoice): Promise<History> {
  const bank = findBank(choice.sources);
  if (!bank) return addSources(await loadHistory(doors), { ...doors, ...choice });
  const version = await doors.data.get(bank.id);
  const table = await getReaders(bank).openTable(version);
  const { fetched_at: fetchedAt } = version.about;
  const latest = buildLatest({ bank, table }, { now: doors.clock(), fetchedAt });
  return latest ?? refuseMissing(`The rates of ${bank.name} are too old`);
}

/** Returns all days. Throws `dataset_unavailable` if the hub has none of a single bank. */
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
  const sources = chooseSources(ecbDays, choice);
  if (sources === "ecb") return ecbDays;
  const found = await findVersions(doors, choice);
  const opened = await Promise.all(
    found.map(async ({ bank, version }) => ({
      bank,
      version,
      history: version && (await getReaders(bank).openDays(version)),
    })),
  );
  const isAll = sources === "all";
  return widenDays(ecbDays, {
    market: isAll ? await readMarket() : undefined,
    // A single day has the same rates as the latest ones. A series has rates of their own days only.
    latest: isAll && isCarried ? await addSources(ecbDays, { ...doors, ...choice }) : undefined,
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
  const sources = chooseSources(history, choice);
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
