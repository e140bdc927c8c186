import { reply } from "hub";
import type { RateDoors } from "../doors.ts";
import { isDay, today } from "../ecb/calendar.ts";
import { checkDay } from "../history/find-day.ts";
import { cacheHeaders } from "../history/provenance.ts";
import currency from "../plugin.ts";
import { listCurrencies } from "../rates/currencies.ts";
import { ratesOn } from "../rates/rates-on.ts";
import { refuse } from "../refuse.ts";
import { readHistory, readNewest } from "../response.ts";
import { readSeries } from "../series/timeseries.ts";
import type { FrankfurterQuery } from "./request.ts";

/** Returns the rates of a day, or the latest rates if it is missing or in the future. */
export async function answerDay(
  date: string | undefined,
  query: FrankfurterQuery,
  doors: RateDoors,
) {
  const rates = date === undefined ? await readNewest(doors) : await readHistory(doors);
  const isFuture = date !== undefined && readDay(date) > today(rates.now);
  const result = ratesOn({ ...toRatesQuery(query), ...(date && !isFuture && { date }) }, rates);
  const { amount, base, date: day, carried } = result;
  // Frankfurter has one date for all rates.
  const ofDay = Object.entries(result.rates).filter(([code]) => carried[code] === undefined);
  const body = { amount, base, date: day, rates: Object.fromEntries(ofDay) };
  return reply(body, { headers: cacheHeaders(rates) });
}

/** Returns the rates of a date range. */
export async function answerRange(range: string, query: FrankfurterQuery, doors: RateDoors) {
  const rates = await readHistory(doors);
  const [start_date, end_date] = readRange(range);
  const { amount, ...options } = toRatesQuery(query);
  if (Number(amount) !== 1)
    refuse("query.amount", `must be 1 if path.date is a range: it is "${amount}"`);
  const last = today(rates.now);
  checkDay(start_date, { at: "path.date", now: rates.now });
  if (end_date !== undefined && end_date < start_date)
    refuse("path.date", `must not end before it starts: it is "${range}"`);
  const isOver = end_date !== undefined && end_date <= last;
  const daily = { group: "day", agg: "last", fill: "none" } as const;
  const result = readSeries(
    { ...options, ...daily, sources: "ecb", start_date, end_date: isOver ? end_date : last },
    rates,
  );
  const body = {
    amount: 1,
    base: result.base,
    start_date: result.effective_start_date,
    end_date: result.effective_end_date,
    rates: result.rates,
  };
  return reply(body, { headers: cacheHeaders(rates) });
}

function readRange(text: string): [start: string, end: string | undefined] {
  const at = text.indexOf("..");
  const [start, end] = [text.slice(0, at), text.slice(at + 2)];
  return [readDay(start, text), end === "" ? undefined : readDay(end, text)];
}

/** Parses a day in a path. Throws `not_found` if it isn't formatted as a day. */
function readDay(day: string, path = day): string {
  if (isDay(day)) return day;
  if (/^\d{4}-\d\d-\d\d$/.test(day)) refuse("path.date", `must be an existing day: it is "${day}"`);
  throw currency.error(
    "not_found",
    `No such path: ${JSON.stringify(path)} is neither a day such as 2026-01-30 nor a range such as 2026-01-01..2026-01-31`,
  );
}

/** Returns the names of the current currencies. */
export async function answerNames(doors: RateDoors) {
  const rates = await readNewest(doors);
  const { currencies } = listCurrencies("active", rates);
  const names = Object.fromEntries(currencies.map(({ code, name }) => [code, name]));
  return reply(names, { headers: cacheHeaders(rates) });
}

function toRatesQuery({ amount, from, to, base, symbols = to }: FrankfurterQuery) {
  const wanted = (from ?? base).toUpperCase();
  const [only, ...others] = symbols ?? [];
  if (only?.toUpperCase() === wanted && others.length === 0)
    refuse("query.symbols", `must differ from query.base: both are "${wanted}"`);
  return { amount, base: wanted, ...(symbols && { symbols }), precision: "auto" as const };
}
