import { reply } from "hub";
import type { RateDoors } from "./doors.ts";
import type {
  ConversionQuery,
  CurrenciesQuery,
  MovesQuery,
  RatesQuery,
  SeriesQuery,
} from "./fields.ts";
import { historyOf, newestOf } from "./history/memory.ts";
import { conversionRows, convert } from "./rates/convert.ts";
import { listCurrencies } from "./rates/currencies.ts";
import { cacheHeaders } from "./rates/provenance.ts";
import { type RatesAsked, rateRows, ratesOn } from "./rates/rates-on.ts";
import { describeMoves, moveRows } from "./series/fluctuation.ts";
import { readSeries, seriesRows } from "./series/timeseries.ts";

/** Answers the list of currencies. */
export async function answerCurrencies(asked: CurrenciesQuery, doors: RateDoors) {
  // A package's day tells what is in use, and not what was.
  const known = asked.scope === "all" ? await readHistory(doors) : await readNewest(doors);
  const body = listCurrencies(asked.scope, known);
  return answerAs(asked.format, body, {
    rows: () => body.currencies,
    headers: cacheHeaders(known),
  });
}

/** Answers the rates of a day, or the newest. */
export async function answerRates(asked: RatesAsked, doors: RateDoors) {
  const known = asked.date ? await readHistory(doors) : await readNewest(doors);
  const body = ratesOn(asked, known);
  return answerAs(asked.format, body, { rows: () => rateRows(body), headers: cacheHeaders(known) });
}

/** Answers what an amount is worth. */
export async function answerConversion(asked: ConversionQuery, doors: RateDoors) {
  const known = asked.date ? await readHistory(doors) : await readNewest(doors);
  const body = convert(asked, known);
  const [only, ...others] = body.results;
  return answerAs(asked.format, body, {
    rows: () => conversionRows(body),
    headers: cacheHeaders(known),
    plain: only && others.length === 0 ? () => String(only.result) : undefined,
  });
}

/** Answers the rates of a range, or a picture of them. */
export async function answerSeries(asked: SeriesQuery, doors: RateDoors) {
  const known = await readHistory(doors);
  const headers = cacheHeaders(known);
  const { format, ...range } = asked;
  if (format === "svg") {
    const { drawSeries } = await import("./series/chart.ts");
    return drawSeries(range, { ...known, headers });
  }
  const body = readSeries(range, known);
  return answerAs(format, body, { rows: () => seriesRows(body), headers, isWritten: true });
}

/** Answers how the rates of a range have moved. */
export async function answerMoves(asked: MovesQuery, doors: RateDoors) {
  const known = await readHistory(doors);
  const body = describeMoves(asked, known);
  return answerAs(asked.format, body, { rows: () => moveRows(body), headers: cacheHeaders(known) });
}

/** The rates of every day, and when they are asked for. Throws where the hub has none yet. */
export async function readHistory(doors: RateDoors) {
  return { history: await historyOf(doors), now: doors.clock() };
}

/** The same, where those of one day will do. */
export async function readNewest(doors: RateDoors) {
  return { history: await newestOf(doors), now: doors.clock() };
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

interface Answer {
  rows: () => readonly Row[];
  headers: Record<string, string>;
  /** What `Accept: text/plain` gets. */
  plain?: (() => string) | undefined;
  /** Whether to write JSON here, in the job: thousands of objects cost more to hand over than to work out. */
  isWritten?: boolean;
}

/**
 * Answers with a body in JSON, or with its rows in CSV after RFC 4180 or a line of JSON each. Whoever
 * accepts another type than JSON alone gets that one.
 */
function answerAs(
  format: RatesQuery["format"],
  body: object,
  { rows, headers, plain, isWritten }: Answer,
) {
  if (format === "csv") return reply(csv(rows()), { type: "text/csv", headers });
  if (format === "ndjson") return reply(lines(rows()), { type: "application/x-ndjson", headers });
  const alternatives = {
    "text/csv": () => csv(rows()),
    "application/x-ndjson": () => lines(rows()),
    ...(plain && { "text/plain": plain }),
  };
  if (!isWritten) return reply(body, { headers, alternatives });
  const written = JSON.stringify({ success: true, ...body });
  return reply(written, { type: "application/json;charset=utf-8", headers, alternatives });
}

function lines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Written here, since rates may be negative and no caller's text is among them. */
function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "")));
  return [names, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function cell(value: Row[string]): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
