import { HubError, type Static } from "hub";
import type { RateDoors } from "../doors.ts";
import { requireCode, requireCodes } from "../history/codes.ts";
import { checkDay } from "../history/find-day.ts";
import { loadBankDays } from "../history/memory.ts";
import { cacheHeaders } from "../history/provenance.ts";
import currency from "../plugin.ts";
import { type Bank, banks, centralBanks } from "../rate-sources.ts";
import { listCurrencies } from "../rates/currencies.ts";
import { ratesOn } from "../rates/rates-on.ts";
import { refuse } from "../refuse.ts";
import { buildResponse, readHistory, readNewest, readRange } from "../response.ts";
import { readSeries } from "../series/timeseries.ts";
import { chooseProviders, type ProviderChoice } from "./providers.ts";
import type { RatesV2Query, rateV2 } from "./request-v2.ts";

type RateRow = Static<typeof rateV2>;
type Pairs = Pick<RatesV2Query, "base" | "quotes" | "date" | "from" | "to" | "group">;
type Rates = Awaited<ReturnType<typeof readNewest>>;

/** Returns the latest rates, or those of a day or a range. */
export async function answerRatesV2(
  query: RatesV2Query,
  doors: RateDoors,
  format: "json" | "csv" = "json",
) {
  const { date, from, to, expand } = query;
  if (date !== undefined && (from !== undefined || to !== undefined))
    refuse("query.date", "must not be combined with query.from or query.to");
  if (from === undefined && (to !== undefined || query.group !== undefined))
    refuse("query.from", `must be set if query.${to === undefined ? "group" : "to"} is`);
  const choice = chooseProviders(query.providers);
  const rates = await readRates(query, { choice, doors });
  checkQuery(query, rates);
  const rows = listRows(query, rates);
  const body = expand ? await addProviders(rows, { query, choice, doors }) : rows;
  return buildResponse(format, body, { rows: () => toCells(body), headers: cacheHeaders(rates) });
}

/** Returns the latest rate of one pair, or that of a day. */
export async function answerRateV2(
  { base, quote }: { base: string; quote: string },
  { date, providers, doors }: Pick<RatesV2Query, "date" | "providers"> & { doors: RateDoors },
) {
  const query = { base, quotes: [quote], ...(date && { date }) };
  const rates = await readRates(query, { choice: chooseProviders(providers), doors });
  const { history, now } = rates;
  requireCode(base, { history, at: "path.base" });
  requireCode(quote, { history, at: "path.quote" });
  if (date) checkDay(date, { at: "query.date", now });
  const [body] = listRows(query, rates);
  if (!body) throw new RangeError(`No rate from ${base} to ${quote}`);
  return buildResponse("json", body, {
    rows: () => toCells([body]),
    headers: cacheHeaders(rates),
  });
}

/** Throws an error that names the field in version 2. */
function checkQuery(query: RatesV2Query, { history, now }: Rates): void {
  requireCode(query.base, { history, at: "query.base" });
  requireCodes(query.quotes ?? [], { history, at: "query.quotes" });
  for (const field of ["date", "from", "to"] as const) {
    const day = query[field];
    if (day !== undefined) checkDay(day, { at: `query.${field}`, now });
  }
}

/** Reads the rates that a request needs: the latest, all days, or those of a series. */
function readRates(
  { base, quotes, date, from }: Pairs,
  { choice, doors }: { choice: Pick<ProviderChoice, "sources" | "banks">; doors: RateDoors },
): Promise<Rates> {
  const { sources, banks } = choice;
  if (from === undefined && date === undefined) return readNewest(doors, { sources, banks });
  if (from === undefined) return readHistory(doors, { sources, banks });
  // Market rates have no history.
  const past = sources === "all" ? "central_banks" : sources;
  return readRange({ base, sources: past, ...(quotes && { symbols: quotes }) }, { doors, banks });
}

function listRows(query: Pairs, rates: Rates): RateRow[] {
  const { from } = query;
  return from === undefined ? listDay(query, rates) : listRange({ ...query, from }, rates);
}

function listDay({ base, quotes, date }: Pairs, rates: Rates): RateRow[] {
  const symbols = quotes && { symbols: quotes };
  const options = { base, ...symbols, ...(date && { date }), amount: "1" };
  const answer = ratesOn({ ...options, precision: "auto" }, rates);
  const { origins, carried } = answer;
  return Object.entries(answer.rates).map(([quote, rate]) => {
    const used = [answer.base, quote].flatMap((code) => origins?.[code] ?? []);
    const dates = used.map(({ date }) => date).filter((day) => day < answer.date);
    return {
      date: origins ? (dates.sort()[0] ?? answer.date) : (carried[quote] ?? answer.date),
      base: answer.base,
      quote,
      rate,
    };
  });
}

function listRange(
  { base, quotes, from, to, group }: Pairs & { from: string },
  rates: Rates,
): RateRow[] {
  const series = readSeries(
    {
      base,
      ...(quotes && { symbols: quotes }),
      sources: "ecb",
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
    Object.entries(values).map(([quote, rate]) => ({ date, base: series.base, quote, rate })),
  );
}

/** Adds the rate of each provider that has the pair. */
async function addProviders(
  rows: readonly RateRow[],
  { query, choice, doors }: { query: RatesV2Query; choice: ProviderChoice; doors: RateDoors },
): Promise<RateRow[]> {
  const own = await Promise.all(
    choice.providers.map(async ({ key, id }) => ({
      key,
      rates: await readOwnRates(
        { ...query, quotes: rows.map(({ quote }) => quote) },
        { id, doors },
      ),
    })),
  );
  return rows.map((row) => ({
    ...row,
    providers: own.flatMap(({ key, rates }) => {
      const rate = rates.get(getRowKey(row, query));
      return rate === undefined ? [] : [{ key, rate }];
    }),
  }));
}

/** Returns the rates of one provider. Empty if it doesn't have the base currency or the days. */
async function readOwnRates(
  query: Pairs & { quotes: string[] },
  { id, doors }: { id: Bank["id"]; doors: RateDoors },
): Promise<ReadonlyMap<string, number>> {
  try {
    const quotes = [...new Set(query.quotes)];
    const rates = await readRates({ ...query, quotes }, { choice: { sources: id }, doors });
    const has = (code: string) => code === "EUR" || rates.history.quoted.has(code);
    const known = quotes.filter(has);
    if (!has(query.base.toUpperCase()) || known.length === 0) return new Map();
    const rows = listRows({ ...query, quotes: known }, rates);
    return new Map(rows.map((row) => [getRowKey(row, query), row.rate]));
  } catch (error) {
    if (error instanceof HubError) return new Map();
    throw error;
  }
}

function getRowKey({ date, quote }: RateRow, { from }: Pick<Pairs, "from">): string {
  return from === undefined ? quote : `${date} ${quote}`;
}

/** Builds table rows. The rates of providers are written as `ECB:1.1|NBP:1.2`, as Frankfurter does. */
function toCells(rows: readonly RateRow[]) {
  return rows.map(({ providers, ...row }) => ({
    ...row,
    ...(providers && { providers: providers.map(({ key, rate }) => `${key}:${rate}`).join("|") }),
  }));
}

/** Returns the currencies with a rate of a central bank. */
export async function answerCurrenciesV2(
  { scope, providers }: { scope: "active" | "all"; providers: readonly string[] | undefined },
  doors: RateDoors,
) {
  const rates = await readSources(scope, { choice: chooseProviders(providers), doors });
  const body = listCurrenciesV2(scope, rates);
  return buildResponse("json", body, { rows: () => body, headers: cacheHeaders(rates) });
}

function listCurrenciesV2(scope: "active" | "all", rates: Rates) {
  const { currencies, date } = listCurrencies(scope, rates);
  return currencies.map(({ code, name, numeric, symbol, start_date, end_date, origin }) => ({
    iso_code: code,
    iso_numeric: numeric,
    name,
    symbol,
    start_date,
    end_date: end_date ?? origin?.date ?? date,
  }));
}

/** Returns one currency with the central banks that have a rate of it. */
export async function answerCurrencyV2(code: string, doors: RateDoors) {
  const wanted = code.toUpperCase();
  const rates = await readSources("active", { choice: chooseProviders(undefined), doors });
  const found = listCurrenciesV2("active", rates).find(({ iso_code }) => iso_code === wanted);
  if (!found) throw currency.error("not_found", `Cannot find a rate of "${code}"`);
  const { start_date, end_date, ...about } = found;
  const all = await listProviders(doors);
  const keys = all.filter(({ currencies }) => currencies.includes(wanted)).map(({ key }) => key);
  const body = { ...about, providers: keys };
  return buildResponse("json", body, {
    rows: () => [{ ...about, providers: keys.join("|") }],
    headers: cacheHeaders(rates),
  });
}

/** Returns the central banks with their currencies. */
export async function answerProviders(doors: RateDoors) {
  const rates = await readSources("active", { choice: chooseProviders(undefined), doors });
  const body = await listProviders(doors);
  return buildResponse("json", body, {
    rows: () => body.map((row) => ({ ...row, currencies: row.currencies.join("|") })),
    headers: cacheHeaders(rates),
  });
}

/** Describes the central banks whose rates the hub has. */
async function listProviders(doors: RateDoors) {
  const listed = await Promise.all(
    centralBanks.map(async ({ id, key, name, country, pivot, url, termsUrl }) => {
      const history = await findLatest(id, doors);
      if (!history || history.source.id !== id) return [];
      const { date, rates } = history.newest;
      return [
        {
          key,
          name,
          country_code: country,
          rate_type: "reference",
          pivot_currency: pivot,
          data_url: url,
          terms_url: termsUrl,
          start_date: await findFirstDay(id, { history, doors }),
          end_date: date,
          currencies: [...new Set(["EUR", ...Object.keys(rates)])]
            .filter((code) => code !== pivot)
            .sort(),
        },
      ];
    }),
  );
  return listed.flat();
}

async function findLatest(id: Bank["id"], doors: RateDoors) {
  try {
    const { history } = await readNewest(doors, { sources: id });
    return history;
  } catch (error) {
    if (error instanceof HubError) return undefined;
    throw error;
  }
}

async function findFirstDay(
  id: Bank["id"],
  { history, doors }: { history: Rates["history"]; doors: RateDoors },
): Promise<string | null> {
  const bank = banks.find((one) => one.id === id);
  if (!bank) return history.source.id === "ecb" ? history.oldest.date : null;
  const days = await loadBankDays(bank, doors);
  return days?.days[0]?.date ?? null;
}

function readSources(
  scope: "active" | "all",
  { choice, doors }: { choice: ProviderChoice; doors: RateDoors },
) {
  const { sources, banks } = choice;
  return scope === "all"
    ? readHistory(doors, { sources, banks })
    : readNewest(doors, { sources, banks });
}
