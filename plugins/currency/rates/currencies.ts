import { code as byCode } from "currency-codes";
import { lastDayOut, today } from "../ecb/calendar.ts";
import { describeCurrency, getStatus, type Status } from "../history/describe-currency.ts";
import type { History } from "../history/history.ts";
import { provenance } from "../history/provenance.ts";
import { fixedRates } from "../money/legal.ts";
import { currentOn } from "../money/rate.ts";
import { findOrigin } from "../money/steps.ts";
import type { CurrenciesQuery } from "../request.ts";

type Scope = CurrenciesQuery["scope"];

/** Lists the current currencies, all that were ever quoted, or those replaced by the euro. */
export function listCurrencies(scope: Scope, { history, now }: { history: History; now: number }) {
  const { newest } = history;
  const currencies = listCodes(scope, history).map((code) => {
    const origin = findOrigin(code, newest);
    return {
      ...describeCurrency(code, { history, numericOf: (code) => byCode(code)?.number }),
      ...(origin && { origin }),
    };
  });
  const { date } = newest;
  const isLacking = lastDayOut(today(now), now) > date;
  return {
    count: currencies.length,
    currencies,
    date,
    ...provenance({ isLacking }, { history, now }),
  };
}

function listCodes(scope: Scope, history: History): string[] {
  if (scope === "fixed") return [...fixedRates.keys()].sort();
  const codes = new Set([...currentOn(history.newest), ...history.quoted.keys()]);
  const all = [...codes].sort();
  return scope === "all" ? all : all.filter((code) => isInUse(getStatus(code, history)));
}

function isInUse(status: Status): boolean {
  return status === "active" || status === "fixed";
}
