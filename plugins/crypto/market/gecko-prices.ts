import type { MarketDoors } from "../doors.ts";
import { ask, gecko, query } from "./ask.ts";
import type { Market } from "./market.ts";
import { some } from "./nothing.ts";
import { amount, change, fields, moment, price } from "./numbers.ts";

/** The prices of coins in several currencies, by one call. */
export function geckoPrices(ids: readonly string[], vs: readonly string[], doors: MarketDoors) {
  const sent = query({
    ...{ ids: ids.join(","), vs_currencies: vs.join(","), include_market_cap: true },
    ...{ include_24hr_vol: true, include_24hr_change: true, include_last_updated_at: true },
  });
  return ask(doors, `${gecko}simple/price?${sent}`, (body) => {
    const coins = Object.entries(fields(body)).map(([id, value]) => ({ id, told: fields(value) }));
    // A coin that is not traded any more has none of the prices.
    const priced = coins.filter(({ told }) => vs.some((code) => code in told));
    return new Map(
      some(priced).map(({ id, told }) => [id, inEach(vs, { id, told, now: doors.clock() })]),
    );
  });
}

interface Told {
  id: string;
  told: Record<string, unknown>;
  now: number;
}

function inEach(vs: readonly string[], { id, told, now }: Told): Record<string, Market> {
  const updatedAt = moment(Number(told.last_updated_at) * 1000, now);
  const markets = vs.map((code) => [
    code,
    {
      ...{ ...unknown, id, updatedAt, price: price(told[code]) },
      market_cap: amount(told[`${code}_market_cap`]),
      volume_24h: amount(told[`${code}_24h_vol`]),
      changes: { "24h": change(told[`${code}_24h_change`]) },
    },
  ]);
  return Object.fromEntries(markets);
}

/** What this call does not tell. */
const unknown = {
  ...{ rank: null, high_24h: null, low_24h: null, ath: null, ath_date: null, atl: null },
  ...{ atl_date: null, fully_diluted_valuation: null, circulating_supply: null },
  ...{ total_supply: null, max_supply: null },
};
