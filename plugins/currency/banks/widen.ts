import { daysBetween, lastDayOut, shiftDay, today } from "../ecb/calendar.ts";
import type { Origin, RateDay } from "../ecb/day.ts";
import { History } from "../history/history.ts";
import { Decimal } from "../money/decimal.ts";
import currency from "../plugin.ts";
import { computeUnitsPerEuro } from "./bank.ts";
import { listCurrentCodes } from "./current-codes.ts";
import type { BankTable } from "./table.ts";

const { bankDaysMax, carryDaysMax } = currency.limits;

/** Rates of other sources than the ECB. */
export interface OtherRates {
  banks: readonly { source: "nbp" | "norges-bank"; pivot: string; table: BankTable }[];
  /** Market rates of one day, as units per euro. */
  market?: { date: string; rates: Readonly<Record<string, number>> } | undefined;
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
  { banks, market, now }: OtherRates & { now: number },
): History {
  const ecbQuotes = listEcbQuotes(history, now);
  // Until the hub has reached the ECB, these are market rates.
  const quotes = new Map(history.source.id === "ecb" ? ecbQuotes : []);
  const current = listCurrentCodes();
  const byBanks = banks
    .flatMap((bank) => listBankQuotes(bank, now))
    .toSorted(([, one], [, other]) => (one.origin.date > other.origin.date ? -1 : 1));
  for (const [code, quote] of [
    ...byBanks,
    ...ecbQuotes,
    ...(market ? listMarketQuotes(market) : []),
  ])
    if (current.has(code) && !quotes.has(code)) quotes.set(code, quote);
  const newest: RateDay = {
    date: history.newest.date,
    rates: Object.fromEntries([...quotes].map(([code, { rate }]) => [code, rate])),
    origins: Object.fromEntries([...quotes].map(([code, { origin }]) => [code, origin])),
  };
  return new History([...history.days.slice(0, -1), newest], history);
}

/** Returns the current rates of the ECB. A currency that the newest day lacks has its last rate. */
function listEcbQuotes(history: History, now: number): [string, Quote][] {
  const { newest, quoted, days, source } = history;
  const since = shiftDay(newest.date, -carryDaysMax);
  const isOld = source.id !== "ecb" || lastDayOut(today(now), now) > newest.date;
  return [...quoted].flatMap(([code, { last }]): [string, Quote][] => {
    const rate = days[history.indexUntil(last)]?.rates[code];
    if (last < since || rate === undefined) return [];
    const stale = isOld || last < newest.date;
    const indicative = source.id !== "ecb";
    return [
      [code, { rate, origin: { source: source.id, date: last, stale, indicative, via: null } }],
    ];
  });
}

/** Number of days by which holidays can delay a rate. */
const holidaysMax = 4;

function listBankQuotes(
  { source, pivot, table }: OtherRates["banks"][number],
  now: number,
): [string, Quote][] {
  return Object.entries(table).flatMap(([code, entry]): [string, Quote][] => {
    const age = daysBetween(entry.date, today(now));
    if (age > bankDaysMax || code === pivot) return [];
    const { date } = entry;
    const stale = age > entry.everyDays + holidaysMax;
    const rate = computeUnitsPerEuro(entry).toFixed();
    return [[code, { rate, origin: { source, date, stale, indicative: false, via: pivot } }]];
  });
}

function listMarketQuotes({ date, rates }: NonNullable<OtherRates["market"]>): [string, Quote][] {
  const origin: Origin = { source: "currency-api", date, stale: true, indicative: true, via: null };
  return Object.entries(rates)
    .filter(([, rate]) => Number.isFinite(rate) && rate > 0)
    .map(([code, rate]) => [code.toUpperCase(), { rate: new Decimal(rate).toFixed(), origin }]);
}
