import { computeUnitsPerEuro } from "../banks/bank.ts";
import type { BankHistory } from "../banks/days.ts";
import type { BankTable } from "../banks/table.ts";
import { daysBetween, lastDayOut, shiftDay, today } from "../ecb/calendar.ts";
import { findQuoted, type Origin, type QuotedDays, type RateDay } from "../ecb/day.ts";
import { listCurrentCodes } from "../money/current-codes.ts";
import { Decimal } from "../money/decimal.ts";
import { pegs } from "../money/legal.ts";
import currency from "../plugin.ts";
import type { Bank } from "../rate-sources.ts";
import { History, type LateStart } from "./history.ts";

const { bankDaysMax, carryDaysMax } = currency.limits;

/** Latest rates of other sources than the ECB. */
export interface OtherRates {
  banks: readonly { bank: Bank; table: BankTable }[];
  /** Market rates of one day, as units per euro. */
  market?: { date: string; rates: Readonly<Record<string, number>> } | undefined;
  evidence?: History["evidence"];
}

interface Quote {
  rate: string;
  origin: Origin;
}

/**
 * Returns a history whose newest day has all currencies. The ECB's rates come first, then the newest of a central bank
 * if it is at most five weeks old, then market rates.
 */
export function widenHistory(
  history: History,
  { banks, market, evidence = [], now }: OtherRates & { now: number },
): History {
  const ecbQuotes = listEcbQuotes(history, now);
  const current = listCurrentCodes();
  const byBanks = banks
    .flatMap((bank) => listBankQuotes(bank, now))
    .toSorted(([, one], [, other]) => compareOrigins(one.origin, other.origin));
  const others = [...byBanks, ...(market ? listMarketQuotes(market) : [])];
  const all = [...ecbQuotes, ...others.filter(([code]) => current.has(code))];
  const { date } = history.newest;
  const newest = combineQuotes(date, all, listParities(date, all));
  const { source, fetchedAt } = history;
  const quoted = mergeQuoted([history.quoted, findQuoted([newest])]);
  const days = [...history.days.slice(0, -1), newest];
  return new History(days, { source, fetchedAt, evidence, quoted });
}

/** Returns the current rates of the ECB. A currency that the newest day lacks has its last rate. */
function listEcbQuotes(history: History, now: number): [string, Quote][] {
  const { newest, quoted, days } = history;
  const since = shiftDay(newest.date, -carryDaysMax);
  const isOld = lastDayOut(today(now), now) > newest.date;
  return [...quoted].flatMap(([code, { last }]): [string, Quote][] => {
    const rate = days[history.indexUntil(last)]?.rates[code];
    if (last < since || rate === undefined) return [];
    const stale = isOld || last < newest.date;
    const origin: Origin = { source: "ecb", date: last, stale, indicative: false, via: null };
    return [[code, { rate, origin }]];
  });
}

/** Number of days by which holidays can delay a rate. */
const holidaysMax = 4;

function listBankQuotes(
  { bank: { id: source, pivot }, table }: OtherRates["banks"][number],
  now: number,
): [string, Quote][] {
  return Object.entries(table).flatMap(([code, entry]): [string, Quote][] => {
    const age = daysBetween(entry.date, today(now));
    if (age > bankDaysMax || code === pivot) return [];
    const { date } = entry;
    const stale = age > entry.everyDays + holidaysMax;
    const origin = { source, date, stale, indicative: false };
    // The euro is the base of all rates, and gives that of the bank's own currency.
    if (code === "EUR") return [[pivot, { rate: entry.euro, origin: { ...origin, via: null } }]];
    return [
      [code, { rate: computeUnitsPerEuro(entry).toFixed(), origin: { ...origin, via: pivot } }],
    ];
  });
}

/** Returns the latest rates of one bank, or undefined if they are too old. */
export function buildLatest(
  { bank, table }: OtherRates["banks"][number],
  { now, fetchedAt }: { now: number; fetchedAt: number | null },
): History | undefined {
  const current = listCurrentCodes();
  const quotes = listBankQuotes({ bank, table }, now).filter(([code]) => current.has(code));
  const pivot = quotes.find(([code]) => code === bank.pivot)?.[1];
  if (!pivot) return undefined;
  return new History([buildDay(pivot.origin.date, quotes)], { source: bank, fetchedAt });
}

/** The days of a bank. */
interface BankWithDays {
  bank: Bank;
  history: BankHistory;
}

export interface DayOptions {
  /** Whether a day also has the last rates of weekly tables. A series has rates of their own day only. */
  isCarried: boolean;
  /** Currencies that are needed. Default: all. */
  codes?: ReadonlySet<string> | undefined;
}

/** A weekly table is published on Wednesdays, or a few days later. */
const weekDaysMax = 7 + holidaysMax;

/** Returns a history whose days also have the rates of other banks. They are calculated when a day is read. */
export function widenDays(
  history: History,
  {
    banks,
    evidence = [],
    market,
    latest,
    ...options
  }: DayOptions & {
    banks: readonly BankWithDays[];
    evidence?: History["evidence"];
    /** Market rates, which only their own day has. */
    market?: OtherRates["market"];
    /** The history whose newest day is used. */
    latest?: History | undefined;
  },
): History {
  const { source, fetchedAt } = history;
  const current = listCurrentCodes();
  const tied = latest ? listTied(history) : new Map<string, QuotedDays>();
  const marketQuotes = (market ? listMarketQuotes(market) : []).filter(([code]) =>
    current.has(code),
  );
  const days = history.days.map((day) =>
    buildLazyDay(day.date, () => {
      const byEcb = Object.entries(day.rates).map(([code, rate]): [string, Quote] => {
        const { date } = day;
        return [code, { rate, origin: { source: "ecb", date, ...published, via: null } }];
      });
      const byBanks = banks.flatMap((bank) => listQuotesOn(bank, day.date, options));
      const all = [
        ...byEcb,
        ...byBanks.toSorted(([, one], [, other]) => compareOrigins(one.origin, other.origin)),
        ...(day.date === market?.date ? marketQuotes : []),
      ];
      return combineQuotes(day.date, all, listParities(day.date, all, tied));
    }),
  );
  if (latest) days.splice(-1, 1, latest.newest);
  const marketDays = marketQuotes.map(([code, { origin }]): [string, QuotedDays] => [
    code,
    { first: origin.date, last: origin.date },
  ]);
  const quoted = mergeQuoted([
    ...[history.quoted, tied, new Map(marketDays)],
    ...(latest ? [findQuoted([latest.newest])] : []),
    ...banks.map((bank) => listQuotedBy(bank)),
  ]);
  const lateStarts = [...banks.flatMap(findLateStart), ...findUnread(history, { evidence, tied })];
  return new History(days, { source, fetchedAt, evidence, quoted, lateStarts });
}

/** Returns the days of one bank. */
export function buildBankHistory(
  bank: BankWithDays,
  { fetchedAt, ...options }: DayOptions & { fetchedAt: number | null },
): History | undefined {
  const days = bank.history.days.map(({ date }) =>
    buildLazyDay(date, () => buildDay(date, listQuotesOn(bank, date, options))),
  );
  if (days.length === 0) return undefined;
  const quoted = listQuotedBy(bank);
  return new History(days, {
    ...{ source: bank.bank, fetchedAt, quoted },
    lateStarts: findLateStart(bank),
  });
}

/** Returns the currencies with a parity, whose rates on a day follow from those of the ECB. */
function listTied({ oldest, newest }: History): ReadonlyMap<string, QuotedDays> {
  const current = listCurrentCodes();
  const days = { first: oldest.date, last: newest.date };
  const tied = [...pegs.keys()].filter((code) => current.has(code));
  return new Map(tied.map((code) => [code, days]));
}

/** Returns the reason why rates of other currencies than the ECB's can be missing: the hub has no days of a bank. */
function findUnread(
  { newest, quoted }: History,
  { evidence, tied }: Pick<History, "evidence"> & { tied: ReadonlyMap<string, unknown> },
): LateStart[] {
  const unread = evidence.find(({ wasAsked }) => !wasAsked);
  const isKnown = (code: string) => code === "EUR" || quoted.has(code) || tied.has(code);
  const codes = { has: (code: string) => !isKnown(code) };
  return unread ? [{ codes, since: newest.date, reason: unread.reason ?? "" }] : [];
}

/** Returns the first day of a bank, unless the hub has all days that the bank offers. */
function findLateStart(bank: BankWithDays): LateStart[] {
  const { name, first } = bank.bank;
  const { since } = bank.history;
  if (since <= first) return [];
  const reason = `This hub has not downloaded the rates of ${name} before ${since} yet`;
  return [{ codes: listQuotedBy(bank), since, reason }];
}

const published = { stale: false, indicative: false };

/** Returns the rates of a bank on a day, as units per euro. */
function listQuotesOn(
  { bank: { id: source, pivot }, history }: BankWithDays,
  day: string,
  { isCarried, codes }: DayOptions,
): [string, Quote][] {
  const rates = history.ratesOn(day, { carryDays: isCarried ? weekDaysMax : 0 });
  return [...rates].flatMap(([code, { date, unit, euro }]): [string, Quote][] => {
    // The euro is the base of all rates, and gives that of the bank's own currency.
    const target = code === "EUR" ? pivot : code;
    if (codes && !codes.has(target)) return [];
    const rate = code === "EUR" ? new Decimal(euro) : new Decimal(euro).div(unit);
    const via = code === "EUR" ? null : pivot;
    return [[target, { rate: rate.toFixed(), origin: { source, date, ...published, via } }]];
  });
}

/** Returns the currencies of a bank. Its euro counts as its own currency. */
function listQuotedBy({ bank, history }: BankWithDays): ReadonlyMap<string, QuotedDays> {
  return new Map(
    [...history.quoted].map(([code, days]) => [code === "EUR" ? bank.pivot : code, days]),
  );
}

function mergeQuoted(
  all: readonly ReadonlyMap<string, QuotedDays>[],
): ReadonlyMap<string, QuotedDays> {
  const merged = new Map<string, QuotedDays>();
  for (const quoted of all)
    for (const [code, { first, last }] of quoted) {
      const known = merged.get(code);
      merged.set(code, {
        first: known && known.first < first ? known.first : first,
        last: known && known.last > last ? known.last : last,
      });
    }
  return merged;
}

/** Returns a day whose rates are calculated on first use. */
function buildLazyDay(date: string, build: () => RateDay): RateDay {
  let day: RateDay | undefined;
  const read = () => {
    day ??= build();
    return day;
  };
  return {
    date,
    get rates() {
      return read().rates;
    },
    get origins() {
      return read().origins ?? {};
    },
    get tables() {
      return read().tables ?? [];
    },
  };
}

/** Rates by currency, the best first. */
type Quotes = readonly [string, Quote][];

/** A parity with another currency. */
type Parity = NonNullable<ReturnType<typeof pegs.get>>;

/** Returns the parities of currencies whose best rate is a market rate, and of these currencies if they have no rate. */
function listParities(date: string, all: Quotes, tied?: ReadonlyMap<string, unknown>): Parity[] {
  const best = new Map(all.toReversed());
  const isTied = ({ code, since }: Parity) =>
    since <= date && (best.get(code)?.origin.indicative ?? tied?.has(code));
  return [...pegs.values()].filter(isTied);
}

/** Builds a day from the rates of several sources, the best first. */
function combineQuotes(date: string, all: Quotes, parities: readonly Parity[] = []): RateDay {
  const bySource = Map.groupBy(all, ([, { origin }]) => `${origin.source} ${origin.date}`);
  const tables = [...bySource.values()].map((quotes) =>
    splitQuotes(date, addParities(quotes, parities)),
  );
  return { ...splitQuotes(date, addParities(all, parities)), tables };
}

/** Returns the first rate of each currency. Parities replace market rates. */
function addParities(all: Quotes, parities: readonly Parity[]): Map<string, Quote> {
  const quotes = new Map(all.toReversed());
  const [, first] = all[0] ?? [];
  for (const { code, anchor, units, anchor_units } of parities) {
    const base = anchor === "EUR" && first ? { ...first, rate: "1" } : quotes.get(anchor);
    if (!base) continue;
    const rate = new Decimal(base.rate).times(units).div(anchor_units).toFixed();
    quotes.set(code, { rate, origin: { ...base.origin, via: anchor } });
  }
  return quotes;
}

/** Sorts the newest rate first, and then that of the bank that issues the currency. */
function compareOrigins(one: Origin, other: Origin): number {
  if (one.date !== other.date) return one.date > other.date ? -1 : 1;
  return Number(one.via !== null) - Number(other.via !== null);
}

/** Builds a day from rates. Of several rates of a currency, the ECB's is used, or else the newest. */
function buildDay(date: string, all: readonly [string, Quote][]): RateDay {
  const quotes = new Map<string, Quote>();
  for (const [code, quote] of all) {
    const known = quotes.get(code);
    const isBetter =
      !known || (known.origin.source !== "ecb" && compareOrigins(quote.origin, known.origin) < 0);
    if (isBetter) quotes.set(code, quote);
  }
  return splitQuotes(date, quotes);
}

function splitQuotes(date: string, quotes: ReadonlyMap<string, Quote>): RateDay {
  return {
    date,
    rates: Object.fromEntries([...quotes].map(([code, { rate }]) => [code, rate])),
    origins: Object.fromEntries([...quotes].map(([code, { origin }]) => [code, origin])),
  };
}

function listMarketQuotes({ date, rates }: NonNullable<OtherRates["market"]>): [string, Quote][] {
  const origin: Origin = { source: "currency-api", date, stale: true, indicative: true, via: null };
  return Object.entries(rates)
    .filter(([, rate]) => Number.isFinite(rate) && rate > 0)
    .map(([code, rate]) => [code.toUpperCase(), { rate: new Decimal(rate).toFixed(), origin }]);
}
