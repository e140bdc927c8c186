import { reply } from "hub";
import { readHistory, readNewest } from "../answer.ts";
import type { RateDoors } from "../doors.ts";
import { isDay, today } from "../ecb/calendar.ts";
import currency from "../plugin.ts";
import { listCurrencies } from "../rates/currencies.ts";
import { checkDay } from "../rates/find-day.ts";
import { cacheHeaders } from "../rates/provenance.ts";
import { ratesOn } from "../rates/rates-on.ts";
import { readSeries } from "../series/timeseries.ts";
import type { FrankfurterQuery } from "./fields.ts";

/** Returns the rates of a day, or the latest rates if it is missing or in the future. */
export async function answerDay(
  date: string | undefined,
  asked: FrankfurterQuery,
  doors: RateDoors,
) {
  const known = date === undefined ? await readNewest(doors) : await readHistory(doors);
  const isFuture = date !== undefined && readDay(date) > today(known.now);
  const found = ratesOn({ ...toRatesQuery(asked), ...(date && !isFuture && { date }) }, known);
  const body = { amount: found.amount, base: found.base, date: found.date, rates: found.rates };
  return reply(body, { headers: cacheHeaders(known) });
}

/** Returns the rates of a date range. */
export async function answerRange(range: string, asked: FrankfurterQuery, doors: RateDoors) {
  const known = await readHistory(doors);
  const [start_date, end_date] = readRange(range);
  const { amount, ...wishes } = toRatesQuery(asked);
  if (Number(amount) !== 1)
    throw currency.error(
      "invalid_input",
      `query.amount must be 1 if path.date is a range: it is "${amount}"`,
      { at: "query.amount" },
    );
  const last = today(known.now);
  checkDay(start_date, { at: "path.date", now: known.now });
  if (end_date !== undefined && end_date < start_date)
    throw currency.error(
      "invalid_input",
      `path.date must not end before it starts: it is "${range}"`,
      { at: "path.date" },
    );
  const isOver = end_date !== undefined && end_date <= last;
  const asOne = { group: "day", agg: "last", fill: "none" } as const;
  const found = readSeries(
    { ...wishes, ...asOne, start_date, end_date: isOver ? end_date : last },
    known,
  );
  const body = {
    amount: 1,
    base: found.base,
    start_date: found.effective_start_date,
    end_date: found.effective_end_date,
    rates: found.rates,
  };
  return reply(body, { headers: cacheHeaders(known) });
}

function readRange(text: string): [start: string, end: string | undefined] {
  const at = text.indexOf("..");
  const [start, end] = [text.slice(0, at), text.slice(at + 2)];
  return [readDay(start, text), end === "" ? undefined : readDay(end, text)];
}

/** Parses a day in a path. Throws `not_found` if it isn't formatted as a day. */
function readDay(day: string, path = day): string {
  if (isDay(day)) return day;
  if (/^\d{4}-\d\d-\d\d$/.test(day))
    throw currency.error("invalid_input", `path.date must be an existing day: it is "${day}"`, {
      at: "path.date",
    });
  throw currency.error(
    "not_found",
    `No such path: ${JSON.stringify(path)} is neither a day such as 2026-01-30 nor a range such as 2026-01-01..2026-01-31`,
  );
}

/** Returns the names of the current currencies. */
export async function answerNames(doors: RateDoors) {
  const known = await readNewest(doors);
  const { currencies } = listCurrencies("active", known);
  const names = Object.fromEntries(currencies.map(({ code, name }) => [code, name]));
  return reply(names, { headers: cacheHeaders(known) });
}

function toRatesQuery({ amount, from, to, base, symbols = to }: FrankfurterQuery) {
  const wanted = (from ?? base).toUpperCase();
  const [only, ...others] = symbols ?? [];
  if (only?.toUpperCase() === wanted && others.length === 0)
    throw currency.error(
      "invalid_input",
      `query.symbols must differ from query.base: both are "${wanted}"`,
      { at: "query.symbols" },
    );
  return { amount, base: wanted, ...(symbols && { symbols }), precision: "auto" as const };
}
