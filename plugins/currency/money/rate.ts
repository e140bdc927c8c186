import type { RateDay } from "../ecb/day.ts";
import { Decimal, type Precision, placesFor, roundRate } from "./decimal.ts";
import { fixedRates, pegs, redenominated } from "./legal.ts";

const one = new Decimal(1);

/** How a rate is calculated. */
type RatePath = "identity" | "direct" | "fixed" | "bank-pivot" | "EUR-pivot";

/** Exchange rate between two currencies. */
export interface Rate {
  /** The rate is `to` divided by `from`. Stored separately, so that it is divided and rounded once. */
  to: string;
  from: string;
  path: RatePath;
  /** Whether the rate has exactly the digits published by the ECB or the law. */
  isPublished: boolean;
}

/**
 * Returns the rates of one source and day that has both currencies, so that no rate combines two days. It is the best
 * source of one of them, or else the first that has both. Without one, returns the rates of several. Market rates are
 * only used if a bank lacks one of the two.
 */
export function selectTable(from: string, to: string, day: RateDay): RateDay {
  const isMarket = (table: RateDay) => (code: string) => table.origins?.[code]?.indicative ?? false;
  const mayBeMarket = [from, to].some(isMarket(day));
  const tables = (day.tables ?? []).filter(
    (table) =>
      isOn(from, table) && isOn(to, table) && (mayBeMarket || ![from, to].some(isMarket(table))),
  );
  const findOwn = (code: string) => tables.find((table) => isOwnTable(code, table, day));
  const table = findOwn(to) ?? findOwn(from) ?? tables[0];
  return table ? { ...table, lawDate: getLawDate(day) } : day;
}

/** Returns whether the best rate of a currency is that of a table. */
function isOwnTable(code: string, table: RateDay, day: RateDay): boolean {
  const [own, best] = [table.origins?.[code], day.origins?.[code]];
  return own !== undefined && own.source === best?.source && own.date === best.date;
}

/** Returns the rate between two currencies on a day, or undefined if one has none. */
export function rateBetween(from: string, to: string, given: RateDay): Rate | undefined {
  if (areTied(from, to, given))
    return {
      from: getParity(from).toFixed(),
      to: getParity(to).toFixed(),
      path: "fixed",
      // One unit of the anchor is worth the digits of the law.
      isPublished: !pegs.has(from) && (pegs.get(to)?.anchor_units ?? "1") === "1",
    };
  const day = selectTable(from, to, given);
  const [a, b] = [euroRate(from, day), euroRate(to, day)];
  if (!a || !b) return undefined;
  const isPublished = from === "EUR" && b.isPublished;
  return { from: a.rate, to: b.rate, path: path(), isPublished };

  function path(): RatePath {
    if (from === to) return "identity";
    if ((from === "EUR" || a?.isFixed) && (to === "EUR" || b?.isFixed)) return "fixed";
    if (getPivot(from, day) && getPivot(from, day) === getPivot(to, day)) return "bank-pivot";
    if (from !== "EUR" && to !== "EUR") return "EUR-pivot";
    return getPivot(from, day) || getPivot(to, day) ? "bank-pivot" : "direct";
  }
}

/** Returns the rate on a day that must have both currencies. Throws otherwise. */
export function requireRate(from: string, to: string, day: RateDay): Rate {
  const rate = rateBetween(from, to, day);
  if (!rate) throw new RangeError(`No rate from ${from} to ${to} on ${day.date}`);
  return rate;
}

/** Converts an amount without rounding. */
export function worth({ from, to, path }: Rate, amount = one): Decimal {
  if (path === "identity") return amount;
  return amount.times(to).div(from);
}

/** Rounds a value. Published rates keep their digits unless a precision is given. */
export function roundValue(value: Decimal, rate: Rate, precision: Precision): number {
  return rate.isPublished && precision === "auto" ? value.toNumber() : roundRate(value, precision);
}

/** Returns the rounded value of one unit. */
export function roundOne(rate: Rate, precision: Precision): number {
  if (rate.isPublished && precision === "auto") return Number(rate.to);
  return roundIfSafe(rate, precision) ?? roundRate(worth(rate), precision);
}

/** Returns the value of one unit as a double. */
export function toDouble({ from, to }: Rate): number {
  return Number(to) / Number(from);
}

/**
 * Rounds with doubles, in a tenth of the time, if the result is certain: below 10^11, the quotient is off
 * by less than 10^-4. Returns undefined close to a tie.
 */
function roundIfSafe(rate: Rate, precision: Precision): number | undefined {
  if (precision === "full") return undefined;
  const size = toDouble(rate);
  const scale = 10 ** placesFor(size, precision);
  const scaled = size * scale;
  const isSafe = scaled < 1e11 && Math.abs((scaled % 1) - 0.5) > 1e-4;
  return isSafe ? Math.round(scaled) / scale : undefined;
}

/** Returns whether a currency had a rate on a day. */
export function isOn(code: string, day: RateDay): boolean {
  return euroRate(code, day) !== undefined;
}

/** Returns the current currencies of a day: quoted ones, the euro, and recently fixed ones. */
export function currentOn(day: RateDay): readonly string[] {
  const codes = current.get(day) ?? findCurrent(day);
  current.set(day, codes);
  return codes;
}

const current = new WeakMap<RateDay, readonly string[]>();

function findCurrent(day: RateDay): string[] {
  const fixed = [...fixedRates.values()]
    .filter(({ code, listed }) => listed === "current" && findLaw(code, day) && !day.rates[code])
    .map(({ code }) => code);
  return ["EUR", ...Object.keys(day.rates), ...fixed].sort();
}

/** Returns a day with the law of a later one, if a law came into force between them. */
export function applyLaw(day: RateDay, lawDate: string): RateDay {
  const isChanged = lawDates.some((since) => since > day.date && since <= lawDate);
  return isChanged ? { ...day, lawDate } : day;
}

const lawDates = [...fixedRates.values(), ...redenominated.values()].map(({ since }) => since);

/** Returns whether the law fixed the rate between these currencies by a day, so that no published rate is needed. */
export function isFixedByLaw(codes: readonly string[], date: string): boolean {
  const lawOnly = { date, rates: {} };
  return codes.every((code) => isOn(code, lawOnly));
}

/** Returns the parity from which a day's rate of a currency is calculated. */
export function findPeg(code: string, { origins }: RateDay) {
  const peg = pegs.get(code);
  return peg && origins?.[code]?.via === peg.anchor ? peg : undefined;
}

/** Returns the currency to which the law ties another one, or the currency itself. */
function getAnchor(code: string, day: RateDay): string {
  const peg = pegs.get(code);
  return peg && peg.since <= getLawDate(day) ? peg.anchor : code;
}

/** Returns the units of a currency for one of its anchor. */
function getParity(code: string): Decimal {
  const { units = 1, anchor_units: anchorUnits = 1 } = pegs.get(code) ?? {};
  return new Decimal(units).div(anchorUnits);
}

/** Returns whether the law ties two currencies to the same one. Only if several sources could disagree. */
export function areTied(from: string, to: string, day: RateDay): boolean {
  if (day.tables === undefined || from === to) return false;
  return getAnchor(from, day) === getAnchor(to, day) && isOn(from, day) && isOn(to, day);
}

/** Returns the bank and its currency between the euro and this one, and the day of their rates. */
function getPivot(code: string, day: RateDay): string | undefined {
  const origin = day.origins?.[code];
  return origin?.via ? `${origin.source} ${origin.via} ${origin.date}` : undefined;
}

/** Returns the day whose law applies. */
function getLawDate({ date, lawDate = date }: RateDay): string {
  return lawDate;
}

/** Returns the regulation that fixed a currency's rate by a day. */
export function findLaw(code: string, day: RateDay) {
  const fixed = fixedRates.get(code);
  return fixed && fixed.since <= getLawDate(day) ? fixed : undefined;
}

/** Returns the units per euro. Legally fixed rates take precedence. */
function euroRate(code: string, day: RateDay) {
  if (code === "EUR") return { rate: "1", isFixed: true, isPublished: true };
  const law = findLaw(code, day);
  if (law) return { rate: law.rate, isFixed: true, isPublished: true };
  const quoted = day.rates[code];
  if (quoted) return { rate: quoted, isFixed: false, isPublished: !day.origins?.[code]?.via };
  const former = redenominated.get(code);
  const successor =
    former && former.since <= getLawDate(day) ? day.rates[former.successor] : undefined;
  if (!former || !successor) return undefined;
  const rate = new Decimal(successor).times(former.factor).toFixed();
  return { rate, isFixed: false, isPublished: false };
}
