import { reply } from "hub";
import type { RateDoors } from "./doors.ts";
import { isDay, today } from "./ecb/calendar.ts";
import { loadDays, loadLatest, type SourceChoice } from "./history/memory.ts";
import { cacheHeaders } from "./history/provenance.ts";
import type { DayOptions } from "./history/widen.ts";
import { isFixedByLaw } from "./money/rate.ts";
import { conversionRows, convert } from "./rates/convert.ts";
import { listCurrencies } from "./rates/currencies.ts";
import { type RatesAsked, rateRows, ratesOn } from "./rates/rates-on.ts";
import type {
  ConversionQuery,
  CurrenciesQuery,
  MovesQuery,
  RatesQuery,
  SeriesQuery,
} from "./request.ts";
import { describeMoves, moveRows } from "./series/fluctuation.ts";
import { readSeries, seriesRows } from "./series/timeseries.ts";

/** Returns the list of currencies. */
export async function answerCurrencies(query: CurrenciesQuery, doors: RateDoors) {
  const choice = { sources: query.sources, isFilled: true };
  const rates =
    query.scope === "all" ? await readHistory(doors, choice) : await readNewest(doors, choice);
  const body = listCurrencies(query.scope, rates);
  return buildResponse(query.format, body, {
    rows: () => body.currencies.map(({ origin, ...row }) => flattenOrigin(row, origin)),
    headers: cacheHeaders(rates),
  });
}

function flattenOrigin(
  row: ResultRow,
  origin?: { source: string; date: string; indicative: boolean },
): ResultRow {
  if (!origin) return row;
  const { source, date, indicative } = origin;
  return { ...row, source, rate_date: date, indicative };
}

/** Returns the rates of a day, or the latest rates. */
export async function answerRates(
  query: RatesAsked & Pick<RatesQuery, "sources">,
  doors: RateDoors,
) {
  const { base, symbols = [], date, sources } = query;
  const rates = await readFor(
    { codes: symbols.length > 0 ? [base, ...symbols] : [], date, sources },
    doors,
  );
  const body = ratesOn(query, rates);
  return buildResponse(query.format, body, {
    rows: () => rateRows(body),
    headers: cacheHeaders(rates),
  });
}

/** Returns a converted amount. */
export async function answerConversion(query: ConversionQuery, doors: RateDoors) {
  const { from, to, date, sources } = query;
  const rates = await readFor({ codes: [from, ...to], date, sources }, doors);
  const body = convert(query, rates);
  const [only, ...others] = body.results;
  return buildResponse(query.format, body, {
    rows: () => conversionRows(body),
    headers: cacheHeaders(rates),
    plain: only && others.length === 0 ? () => String(only.result) : undefined,
  });
}

/** Returns the rates of a range, or a chart of them. */
export async function answerSeries(query: SeriesQuery, doors: RateDoors) {
  const rates = await readRange(query, { doors });
  const headers = cacheHeaders(rates);
  const { format, ...range } = query;
  if (format === "svg") {
    const { drawSeries } = await import("./series/chart.ts");
    return drawSeries(range, { ...rates, headers });
  }
  const body = readSeries(range, rates);
  return buildResponse(format, body, { rows: () => seriesRows(body), headers, isWritten: true });
}

/** Returns statistics of the rates of a range. */
export async function answerMoves(query: MovesQuery, doors: RateDoors) {
  const rates = await readRange(query, { doors });
  const body = describeMoves(query, rates);
  return buildResponse(query.format, body, {
    rows: () => moveRows(body),
    headers: cacheHeaders(rates),
  });
}

/** Reads what the rates of these currencies need. Those that the law has fixed need no download of days or a bank. */
async function readFor(
  {
    codes,
    date,
    sources,
  }: { codes: readonly string[]; date: string | undefined; sources: RatesQuery["sources"] },
  doors: RateDoors,
) {
  const day = date ?? today(doors.clock());
  const upper = codes.map((code) => code.toUpperCase());
  if (upper.length > 0 && isDay(day) && isFixedByLaw(upper, day)) return readNewest(doors);
  const choice = { sources, isFilled: true };
  return date ? readHistory(doors, choice) : readNewest(doors, choice);
}

/** Returns all days and the current time. Throws if the hub has no rates yet. */
export async function readHistory(
  doors: RateDoors,
  { sources = "ecb", isCarried = true, ...options }: Partial<SourceChoice & DayOptions> = {},
) {
  const history = await loadDays(doors, { sources, isCarried, ...options });
  return { history, now: doors.clock() };
}

/** Returns all days that a series of rates needs. */
export function readRange(
  { base, symbols, sources }: Pick<SeriesQuery, "base" | "symbols" | "sources">,
  { doors, banks }: { doors: RateDoors; banks?: SourceChoice["banks"] },
) {
  const codes = symbols && new Set([base, ...symbols].map((code) => code.toUpperCase()));
  return readHistory(doors, { sources, banks, codes, isCarried: false });
}

/** Returns at least the latest rates and the current time. */
export async function readNewest(
  doors: RateDoors,
  { sources = "ecb", ...choice }: Partial<SourceChoice> = {},
) {
  return { history: await loadLatest(doors, { sources, ...choice }), now: doors.clock() };
}

type ResultRow = Readonly<Record<string, string | number | boolean | null>>;

interface ResponseOptions {
  rows: () => readonly ResultRow[];
  headers: Record<string, string>;
  /** Response to `Accept: text/plain`. */
  plain?: (() => string) | undefined;
  /** Whether to serialise JSON inside the job, because transferring thousands of objects is expensive. */
  isWritten?: boolean;
}

/**
 * Builds a response in JSON, CSV (RFC 4180) or NDJSON. The `Accept` header can select the other
 * types too.
 */
export function buildResponse(
  format: RatesQuery["format"],
  body: object,
  { rows, headers, plain, isWritten }: ResponseOptions,
) {
  if (format === "csv") return reply(writeCsv(rows()), { type: "text/csv", headers });
  if (format === "ndjson")
    return reply(writeNdjson(rows()), { type: "application/x-ndjson", headers });
  const alternatives = {
    "text/csv": () => writeCsv(rows()),
    "application/x-ndjson": () => writeNdjson(rows()),
    ...(plain && { "text/plain": plain }),
  };
  if (!isWritten) return reply(body, { headers, alternatives });
  const json = JSON.stringify({ success: true, ...body });
  return reply(json, { type: "application/json;charset=utf-8", headers, alternatives });
}

function writeNdjson(rows: readonly ResultRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Writes CSV without escaping formulas: rates can be negative, and no caller text is included. */
function writeCsv(rows: readonly ResultRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => formatCell(row[name] ?? "")));
  return [names, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function formatCell(value: ResultRow[string]): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
