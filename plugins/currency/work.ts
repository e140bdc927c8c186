import { answerAs, type formats } from "./answer-as.ts";
import type { RateDoors } from "./doors.ts";
import { historyOf, newestOf } from "./history/memory.ts";
import { type Conversion, conversionRows, convert } from "./rates/convert.ts";
import { listCurrencies, type Scope } from "./rates/currencies.ts";
import { cacheHeaders } from "./rates/provenance.ts";
import { type Asked, rateRows, ratesOn } from "./rates/rates-on.ts";
import { fluctuation, moveRows } from "./series/fluctuation.ts";
import type { RangeAsked } from "./series/range.ts";
import { type SeriesAsked, seriesRows, timeseries } from "./series/timeseries.ts";

type Format = { format: (typeof formats)[number] };

/** Answers the list of currencies. */
export async function currencies(asked: Format & { scope: Scope }, doors: RateDoors) {
  // A package's day tells what is in use, and not what was.
  const known = asked.scope === "all" ? await knownTo(doors) : await newestTo(doors);
  const body = listCurrencies(asked.scope, known);
  return answerAs(asked.format, body, {
    rows: () => body.currencies,
    headers: cacheHeaders(known),
  });
}

/** Answers the rates of a day, or the newest. */
export async function rates(asked: Format & Asked, doors: RateDoors) {
  const known = asked.date ? await knownTo(doors) : await newestTo(doors);
  const body = ratesOn(asked, known);
  return answerAs(asked.format, body, { rows: () => rateRows(body), headers: cacheHeaders(known) });
}

/** Answers what an amount is worth. */
export async function conversion(asked: Format & Conversion, doors: RateDoors) {
  const known = asked.date ? await knownTo(doors) : await newestTo(doors);
  const body = convert(asked, known);
  const [only, ...others] = body.results;
  return answerAs(asked.format, body, {
    rows: () => conversionRows(body),
    headers: cacheHeaders(known),
    plain: only && others.length === 0 ? () => String(only.result) : undefined,
  });
}

/** Answers the rates of a range, or a picture of them. */
export async function series(
  asked: SeriesAsked & { format: Format["format"] | "svg" },
  doors: RateDoors,
) {
  const known = await knownTo(doors);
  const headers = cacheHeaders(known);
  const { format, ...range } = asked;
  if (format === "svg") {
    const { drawSeries } = await import("./series/chart.ts");
    return drawSeries(range, { ...known, headers });
  }
  const body = timeseries(range, known);
  return answerAs(format, body, { rows: () => seriesRows(body), headers, isWritten: true });
}

/** Answers how the rates of a range have moved. */
export async function moves(
  asked: Format & RangeAsked & Pick<Asked, "precision">,
  doors: RateDoors,
) {
  const known = await knownTo(doors);
  const body = fluctuation(asked, known);
  return answerAs(asked.format, body, { rows: () => moveRows(body), headers: cacheHeaders(known) });
}

async function knownTo(doors: RateDoors) {
  return { history: await historyOf(doors), now: doors.clock() };
}

async function newestTo(doors: RateDoors) {
  return { history: await newestOf(doors), now: doors.clock() };
}
