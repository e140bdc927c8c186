import type { DatasetVersion } from "hub";
import { daysBetween, isDay } from "../ecb/calendar.ts";
import { Decimal } from "../money/decimal.ts";
import { type BankDay, type BankRate, type BankTable, bankFile } from "./table.ts";

/** Reads the stored rates of a bank. */
export async function readBank(version: DatasetVersion): Promise<BankTable> {
  return JSON.parse(await version.text(bankFile));
}

interface CodedRate {
  code: string;
  /** Value of this many units. */
  value: number;
  units?: number;
}

/** A rate as a bank publishes it. */
export interface PublishedRate extends Required<CodedRate> {
  date: string;
}

/** Builds a table from the rates of one day. Skips values such as zero and NaN. Throws if the day or euro is invalid. */
export function buildTable(
  rates: readonly CodedRate[],
  { date, euro, everyDays }: { date: string; euro: number; everyDays: number },
): BankTable {
  if (!isDay(date)) throw new Error(`The table must have a day: it has "${date}"`);
  if (!isPositive(euro)) throw new Error(`The rate of the euro must be positive: it is ${euro}`);
  const usable = rates.filter(({ code, value }) => isCode(code) && isPositive(value));
  return Object.fromEntries(
    usable.map(({ code, value, units = 1 }) => [
      code,
      {
        date,
        unit: new Decimal(value).div(units).toFixed(),
        euro: new Decimal(euro).toFixed(),
        everyDays,
      },
    ]),
  );
}

/**
 * Groups rates by day, oldest first, with the value of one unit. Skips values such as zero and NaN, and days without the
 * euro, because their rates can't be converted.
 */
export function groupDays(published: readonly PublishedRate[]): BankDay[] {
  const usable = published.filter(
    ({ code, value, units }) => isCode(code) && isPositive(value) && isPositive(units),
  );
  return [...Map.groupBy(usable, ({ date }) => date)]
    .map(([date, rates]) => ({
      date,
      rates: Object.fromEntries(
        rates.map(({ code, value, units }) => [code, new Decimal(value).div(units).toNumber()]),
      ),
    }))
    .filter(({ date, rates }) => isDay(date) && rates.EUR !== undefined)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** Builds a table from the rates of a bank that publishes each working day. */
export function buildDayTable({ date, rates }: BankDay): BankTable {
  const quotes = Object.entries(rates).map(([code, value]) => ({ code, value }));
  return buildTable(quotes, { date, euro: rates.EUR ?? Number.NaN, everyDays: 1 });
}

/** Returns whether a text has the form of a currency code. */
export function isCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text);
}

/** Returns whether a published value is usable: not zero, negative or NaN. */
export function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

/** A rate changes by less than this factor within a month, unless it is a mistake in the number of units. */
const jumpMax = 5;
const jumpDays = 31;

/** Adds newer rates to a table. Older rates, and jumps that look like a mistake, change nothing. */
export function mergeTables(former: BankTable = {}, newer: BankTable): BankTable {
  const table = { ...former };
  for (const [code, rate] of Object.entries(newer)) {
    const known = Object.hasOwn(former, code) ? former[code] : undefined;
    if (known && (rate.date < known.date || isJump(known, rate))) continue;
    table[code] = rate;
  }
  return table;
}

function isJump(known: BankRate, rate: BankRate): boolean {
  const change = computeUnitsPerEuro(rate).div(computeUnitsPerEuro(known));
  // The rate of the euro itself is always one.
  const ofEuro = new Decimal(rate.euro).div(known.euro);
  return [change, ofEuro].some(isFar) && daysBetween(known.date, rate.date) <= jumpDays;
}

function isFar(ratio: Decimal): boolean {
  return ratio.gt(jumpMax) || ratio.lt(1 / jumpMax);
}

/** Returns the units of a currency per euro. */
export function computeUnitsPerEuro({ euro, unit }: BankRate): Decimal {
  return new Decimal(euro).div(unit);
}
