import type { Origin, RateDay } from "../ecb/day.ts";
import { pegs, redenominated } from "./legal.ts";
import { areTied, findLaw, findPeg, selectTable } from "./rate.ts";

/** One published rate in the calculation of another. */
export interface RateStep {
  from: string;
  to: string;
  source: Origin["source"] | "law";
  date: string;
}

interface StepOptions {
  day: RateDay;
  /** Source of the rates whose origin the day doesn't have. */
  source: Origin["source"];
}

/** Returns the published rates from which the rate of a pair is calculated. Empty for the same currency. */
export function listSteps(from: string, to: string, given: StepOptions): RateStep[] {
  if (areTied(from, to, given.day)) return listTiedSteps(from, to);
  const options = { ...given, day: selectTable(from, to, given.day) };
  const back = reverseSteps(listStepsFromEuro(from, options));
  const forth = listStepsFromEuro(to, options);
  // Two currencies of the same bank and day don't need the euro.
  while (back.length > 0 && forth.length > 0 && isInverse(back.at(-1), forth[0])) {
    back.pop();
    forth.shift();
  }
  return [...back, ...forth];
}

/** Returns the parities between two currencies that are tied to the same one. */
function listTiedSteps(from: string, to: string): RateStep[] {
  return [...reverseSteps(listParity(from)), ...listParity(to)];
}

/** Returns the parity of a currency with the one that it is tied to, if it is. */
function listParity(code: string): RateStep[] {
  const peg = pegs.get(code);
  return peg ? [{ from: peg.anchor, to: code, source: "law", date: peg.since }] : [];
}

function reverseSteps(steps: readonly RateStep[]): RateStep[] {
  return steps.toReversed().map((step) => ({ ...step, from: step.to, to: step.from }));
}

function isInverse(one: RateStep | undefined, other: RateStep | undefined): boolean {
  return (
    one?.from === other?.to &&
    one?.to === other?.from &&
    one?.source === other?.source &&
    one?.date === other?.date
  );
}

function listStepsFromEuro(code: string, options: StepOptions): RateStep[] {
  if (code === "EUR") return [];
  const { day } = options;
  const law = findLaw(code, day);
  if (law) return [{ from: "EUR", to: code, source: "law", date: law.since }];
  const peg = findPeg(code, day);
  if (peg) return [...listStepsFromEuro(peg.anchor, options), ...listParity(code)];
  const origin = day.origins?.[code];
  if (day.rates[code] !== undefined) {
    const { source, date } = origin ?? { source: options.source, date: day.date };
    const via = origin?.via ?? null;
    if (via === null) return [{ from: "EUR", to: code, source, date }];
    return [
      { from: "EUR", to: via, source, date },
      { from: via, to: code, source, date },
    ];
  }
  const former = redenominated.get(code);
  if (!former) return [];
  const { successor, since } = former;
  return [
    ...listStepsFromEuro(successor, options),
    { from: successor, to: code, source: "law", date: since },
  ];
}

/** Returns the source of a currency's rate, or undefined for the euro and on days with a single source. */
export function findOrigin(code: string, day: RateDay) {
  if (!day.origins || code === "EUR") return undefined;
  const law = findLaw(code, day);
  if (law)
    return { source: "law" as const, date: law.since, stale: false, indicative: false, via: null };
  const former = redenominated.get(code);
  return day.origins[code] ?? (former && day.origins[former.successor]);
}
