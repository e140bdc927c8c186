import { shiftDay } from "../ecb/calendar.ts";
import { firstDay } from "../ecb/day.ts";
import { listMetals } from "../money/current-codes.ts";
import { fixedRates, redenominated } from "../money/legal.ts";
import currency from "../plugin.ts";
import type { History } from "./history.ts";

export type Status = "active" | "fixed" | "suspended" | "retired";

const names = new Intl.DisplayNames("en", { type: "currency" });
// `Intl` is slower than a conversion, so results are cached. The number of known codes is small.
const formats = new Map<string, { decimals: number; symbol: string }>();

/** Returns the number of decimals of a currency (ISO 4217). Amounts of metals have four. */
export function minorUnits(code: string): number {
  return listMetals().has(code) ? 4 : getFormat(code).decimals;
}

/** Describes a currency. */
export function describeCurrency(
  code: string,
  { history, numericOf }: { history: History; numericOf: (code: string) => string | undefined },
) {
  const fixed = fixedRates.get(code);
  const former = redenominated.get(code);
  const quoted = history.quoted.get(code);
  const status = getStatus(code, history);
  return {
    code,
    name: names.of(code) ?? code,
    numeric: fixed?.numeric ?? former?.numeric ?? numericOf(code) ?? null,
    symbol: getFormat(code).symbol,
    minor_units: minorUnits(code),
    status,
    start_date: code === "EUR" ? firstDay : (firstQuoted(code, history) ?? null),
    end_date:
      status === "active" ? null : (quoted?.last ?? (fixed && shiftDay(fixed.since, -1)) ?? null),
    successor: fixed ? "EUR" : (former?.successor ?? null),
    fixed_rate: fixed?.rate ?? former?.factor ?? null,
  };
}

/** Returns the first day with rates, or undefined if it can be before the oldest known rates. */
function firstQuoted(code: string, history: History): string | undefined {
  const { quoted, oldest, newest, source } = history;
  const origin = newest.origins?.[code];
  // Other sources have no history.
  if (origin && origin.source !== source.id) return undefined;
  const first = quoted.get(code)?.first;
  return first === oldest.date && first !== firstDay ? undefined : first;
}

/** Returns the status of a currency. */
export function getStatus(code: string, history: History): Status {
  const { newest } = history;
  const fixed = fixedRates.get(code);
  if (fixed && fixed.since <= newest.date) return fixed.listed === "current" ? "fixed" : "retired";
  if (code === "EUR" || isQuoted(code, history)) return "active";
  return redenominated.has(code) ? "retired" : "suspended";
}

/** Returns whether the ECB currently quotes a currency. A feed can lack one for a day. */
function isQuoted(code: string, { quoted, newest }: History): boolean {
  const last = quoted.get(code)?.last ?? "";
  return last >= shiftDay(newest.date, -currency.limits.carryDaysMax);
}

function getFormat(code: string) {
  const cached = formats.get(code);
  if (cached) return cached;
  const style = { style: "currency", currency: code, currencyDisplay: "narrowSymbol" } as const;
  const format = new Intl.NumberFormat("en", style);
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? code;
  const about = { decimals: format.resolvedOptions().maximumFractionDigits ?? 2, symbol };
  formats.set(code, about);
  return about;
}
