import type { Static } from "hub";
import type { RateDoors } from "../doors.ts";
import { requireCode, requireCodes } from "../money/codes.ts";
import currency from "../plugin.ts";
import { listCurrencies } from "../rates/currencies.ts";
import { checkDay } from "../rates/find-day.ts";
import { cacheHeaders } from "../rates/provenance.ts";
import { ratesOn } from "../rates/rates-on.ts";
import { buildResponse, readHistory, readNewest } from "../response.ts";
import { readSeries } from "../series/timeseries.ts";
import type { RatesV2Query, rateV2 } from "./request-v2.ts";

type RateRow = Static<typeof rateV2>;

/** Frankfurter's keys of the sources, with their names and currencies. */
const providers = {
  ecb: { key: "ECB", name: "European Central Bank", base: "EUR" },
  nbp: { key: "NBP", name: "Narodowy Bank Polski", base: "PLN" },
  "norges-bank": { key: "NB", name: "Norges Bank", base: "NOK" },
} as const;

/** Returns the latest rates, or those of a day or a range. */
export async function answerRatesV2(query: RatesV2Query, doors: RateDoors) {
  const { date, from, to, expand } = query;
  if (date !== undefined && (from !== undefined || to !== undefined))
    throw currency.error(
      "invalid_input",
      "query.date must not be combined with query.from or query.to",
      { at: "query.date" },
    );
  if (from === undefined && (to !== undefined || query.group !== undefined))
    throw currency.error(
      "invalid_input",
      `query.from must be set if query.${to === undefined ? "group" : "to"} is`,
      { at: "query.from" },
    );
  const isLatest = date === undefined && from === undefined;
  const sources = isLatest && query.providers === undefined ? "central_banks" : "ecb";
  const rates = isLatest ? await readNewest(doors, { sources }) : await readHistory(doors);
  checkQuery(query, rates);
  const rows = from === undefined ? listDay(query, rates) : listRange({ ...query, from }, rates);
  const body = expand ? rows : rows.map(({ providers, ...row }) => row);
  return buildResponse("json", body, { rows: () => toCells(body), headers: cacheHeaders(rates) });
}

/** Returns the latest rate of one pair. */
export async function answerRateV2(
  { base, quote }: { base: string; quote: string },
  { date, doors }: { date: string | undefined; doors: RateDoors },
) {
  const rates = date
    ? await readHistory(doors)
    : await readNewest(doors, { sources: "central_banks" });
  const { history, now } = rates;
  requireCode(base, { history, at: "path.base" });
  requireCode(quote, { history, at: "path.quote" });
  if (date) checkDay(date, { at: "query.date", now });
  const [row] = listDay({ base, quotes: [quote], ...(date && { date }) }, rates);
  if (!row) throw new RangeError(`No rate from ${base} to ${quote}`);
  const { providers, ...body } = row;
  return buildResponse("json", body, {
    rows: () => toCells([body]),
    headers: cacheHeaders(rates),
  });
}

/** Throws an error that names the field in version 2. */
function checkQuery(query: RatesV2Query, { history, now }: Rates): void {
  requireCodes(query.quotes ?? [], { history, at: "query.quotes" });
  for (const field of ["date", "from", "to"] as const) {
    const day = query[field];
    if (day !== undefined) checkDay(day, { at: `query.${field}`, now });
  }
}

type Rates = Awaited<ReturnType<typeof readNewest>>;

function listDay(
  { base, quotes, date }: Pick<RatesV2Query, "base" | "quotes" | "date">,
  rates: Rates,
): RateRow[] {
  const symbols = quotes && { symbols: quotes };
  const options = { base, ...symbols, ...(date && { date }), amount: "1" };
  const answer = ratesOn({ ...options, precision: "auto" }, rates);
  const { origins, carried } = answer;
  return Object.entries(answer.rates).map(([quote, rate]) => {
    const used = [answer.base, quote].flatMap((code) => origins?.[code] ?? []);
    const dates = used.map(({ date }) => date).filter((day) => day < answer.date);
    const names = used.flatMap(({ source }) =>
      source in providers ? [providers[source as keyof typeof providers].key] : [],
    );
    return {
      date: origins ? (dates.sort()[0] ?? answer.date) : (carried[quote] ?? answer.date),
      base: answer.base,
      quote,
      rate,
      providers: origins ? [...new Set(names)] : ["ECB"],
    };
  });
}

function listRange(
  { base, quotes, from, to, group }: RatesV2Query & { from: string },
  rates: Rates,
): RateRow[] {
  const series = readSeries(
    {
      base,
      ...(quotes && { symbols: quotes }),
      start_date: from,
      ...(to && { end_date: to }),
      group: group ?? "day",
      agg: "avg",
      fill: "none",
      precision: "auto",
    },
    rates,
  );
  return Object.entries(series.rates).flatMap(([date, values]) =>
    Object.entries(values).map(([quote, rate]) => ({
      date,
      base: series.base,
      quote,
      rate,
      providers: ["ECB"],
    })),
  );
}

function toCells(rows: readonly RateRow[]) {
  return rows.map(({ providers, ...row }) => ({
    ...row,
    ...(providers && { providers: providers.join(" ") }),
  }));
}

/** Returns the currencies with a rate of a central bank. */
export async function answerCurrenciesV2(scope: "active" | "all", doors: RateDoors) {
  const rates = await readSources(scope, doors);
  const { currencies, date } = listCurrencies(scope, rates);
  const body = currencies.map(({ code, name, numeric, symbol, start_date, end_date, origin }) => ({
    iso_code: code,
    iso_numeric: numeric,
    name,
    symbol,
    start_date,
    end_date: end_date ?? origin?.date ?? date,
  }));
  return buildResponse("json", body, { rows: () => body, headers: cacheHeaders(rates) });
}

/** Returns the central banks with their currencies. */
export async function answerProviders(doors: RateDoors) {
  const rates = await readSources("active", doors);
  const { origins = {} } = rates.history.newest;
  const body = Object.entries(providers).flatMap(([source, about]) => {
    const used = Object.entries(origins).filter(([, origin]) => origin.source === source);
    if (used.length === 0) return [];
    const end = used.map(([, { date }]) => date).sort();
    return [
      {
        ...about,
        start_date: source === "ecb" ? rates.history.oldest.date : null,
        end_date: end.at(-1) ?? null,
        currencies: used.map(([code]) => code).sort(),
      },
    ];
  });
  return buildResponse("json", body, {
    rows: () => body.map((row) => ({ ...row, currencies: row.currencies.join(" ") })),
    headers: cacheHeaders(rates),
  });
}

function readSources(scope: "active" | "all", doors: RateDoors) {
  const sources = { sources: "central_banks" } as const;
  return scope === "all" ? readHistory(doors, sources) : readNewest(doors, sources);
}
