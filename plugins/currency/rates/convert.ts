import { today } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";
import { requireCode, requireCodes } from "../history/codes.ts";
import { minorUnits } from "../history/describe-currency.ts";
import { checkDay, findDay, isOutdated, reasonFor } from "../history/find-day.ts";
import type { History } from "../history/history.ts";
import { legalProvenance, provenance } from "../history/provenance.ts";
import { Decimal, readAmount } from "../money/decimal.ts";
import { isFixedByLaw, requireRate, roundOne, selectTable, worth } from "../money/rate.ts";
import { findOrigin, listSteps } from "../money/steps.ts";
import type { ConversionQuery } from "../request.ts";

type Conversion = Omit<ConversionQuery, "format" | "sources">;

/** Number of digits in unrounded values. */
const exactDigits = 34;

/** Converts an amount of money, rounding each result once. */
export function convert(query: Conversion, { history, now }: { history: History; now: number }) {
  const amount = readAmount(query.amount);
  const from = requireCode(query.from, { history, at: "query.from" });
  const targets = requireCodes(query.to, { history, at: "query.to" });
  const codes = [from, ...targets];
  const requested = query.date
    ? checkDay(query.date, { at: "query.date", codes, now })
    : today(now);
  const start = query.date ?? history.newest.date;
  const isByLaw = isFixedByLaw(codes, requested);
  const day = isByLaw
    ? { date: requested, rates: {} }
    : findDay(history, start, { codes, lawDate: requested, now });
  const source = history.source.id;
  const results = targets.map((to) => result(amount, { ...query, from, to, day, source }));
  const [only] = results;
  const reason = reasonFor(requested, day.date, { history, now });
  const isLacking =
    isOutdated(reason, { requested, history }) ||
    targets.some((to) => {
      const table = selectTable(from, to, day);
      return [from, to].some((code) => findOrigin(code, table)?.stale);
    });
  return {
    from,
    amount: amount.toNumber(),
    date: day.date,
    requested_date: requested,
    reason,
    ...(results.length === 1 && only && { to: only.to, rate: only.rate, result: only.result }),
    results,
    ...(isByLaw ? legalProvenance : provenance({ isLacking }, { history, now })),
  };
}

/** Returns the result as table rows. */
export function conversionRows({ date, from, amount, results }: ReturnType<typeof convert>) {
  return results.map(({ steps, indicative, ...result }) => ({
    date,
    from,
    amount,
    ...result,
    indicative,
    steps: steps.map((step) => `${step.from}-${step.to} ${step.source} ${step.date}`).join(" "),
  }));
}

interface ConversionStep extends Pick<Conversion, "rounding" | "precision"> {
  from: string;
  to: string;
  day: RateDay;
  source: History["source"]["id"];
}

function result(amount: Decimal, { from, to, day, source, rounding, precision }: ConversionStep) {
  const rate = requireRate(from, to, day);
  const inverse = { ...rate, from: rate.to, to: rate.from, isPublished: false };
  const value = worth(rate, amount);
  const steps = listSteps(from, to, { day, source });
  return {
    to,
    rate: roundOne(rate, precision),
    inverse_rate: roundOne(inverse, precision),
    result: roundTo(value, minorUnits(to), rounding).toNumber(),
    result_exact: value.toSignificantDigits(exactDigits).toFixed(),
    // A bank publishes the rates of its own currency, which need no other.
    path: steps.length === 1 && rate.path === "EUR-pivot" ? ("direct" as const) : rate.path,
    steps,
    indicative: steps.some((step) => step.source === "currency-api"),
  };
}

function roundTo(value: Decimal, places: number, rounding: Conversion["rounding"]): Decimal {
  if (rounding === "none") return value;
  const mode = rounding === "half_up" ? Decimal.ROUND_HALF_UP : Decimal.ROUND_HALF_EVEN;
  return value.toDecimalPlaces(places, mode);
}
