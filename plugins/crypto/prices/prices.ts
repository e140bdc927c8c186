import { oneOf, type Static, t } from "hub";
import { unknown } from "../catalogue/find.ts";
import { readIndex } from "../catalogue/read-index.ts";
import type { MarketDoors } from "../doors.ts";
import { freshMs, provenance } from "../market/provenance.ts";
import {
  convertAll,
  getBaseCurrency,
  marketIn,
  type Quotes,
  readQuotes,
} from "../market/quotes.ts";
import { iso, rounder } from "../providers/numbers.ts";
import { refuse } from "../refuse.ts";
import * as shared from "../request.ts";
import { type CoinMarket, fetchMarkets, readCoins } from "./several.ts";

export const pricesQuery = t.Object({
  ids: shared.names("Coin ids"),
  symbols: shared.names(
    "Coin symbols",
    ". If several coins share a symbol, the highest-ranked one is used",
  ),
  vs: shared.vsList,
  include: t.Array(
    oneOf(["market_cap", "volume_24h", "change_24h", "last_updated"], {
      description: "An additional value",
    }),
    { maxItems: 4, default: [], description: "Additional values to return for each price" },
  ),
  precision: shared.precision,
});

type PricesQuery = Static<typeof pricesQuery>;

/** Returns the prices of several coins. Throws `invalid_input` if none is requested. */
export async function prices(query: PricesQuery, doors: MarketDoors) {
  if (!query.ids && !query.symbols) refuse("query.ids", "or query.symbols must name a coin");
  const quotes = await readQuotes(query.vs, doors);
  const index = await readIndex(doors);
  const { coins, missing, ambiguous } = readCoins(index, query);
  if (coins.length === 0)
    throw unknown(index, { message: `No coin found for ${missing.join(", ")}` });
  const result = await fetchMarkets(coins, { vs: quotes.bases, doors, index });
  const { suspect } = result;
  const priced = convertAll(result.value, {
    quotes,
    getTime: ({ markets }) => Math.min(...Object.values(markets).map((one) => one.updatedAt)),
  });
  const updated = priced.flatMap(({ markets }) =>
    Object.values(markets).map((one) => one.updatedAt),
  );
  return {
    prices: Object.fromEntries(priced.map((one) => [one.coin.id, formatRow(one, query, quotes)])),
    missing: [
      ...missing,
      ...coins.filter((coin) => !priced.some((one) => one.coin === coin)).map(({ id }) => id),
    ],
    ambiguous,
    suspect,
    ...provenance(result, {
      times: updated,
      now: doors.clock(),
      freshMs: freshMs.prices,
      quotes,
    }),
  };
}

function formatRow(
  { markets }: CoinMarket,
  { include, precision }: Pick<PricesQuery, "include" | "precision">,
  quotes: Quotes,
) {
  const round = rounder(precision);
  const cells: Record<string, number | string | null> = {};
  for (const code of quotes.codes) {
    const base = markets[getBaseCurrency(code, quotes)];
    if (!base) continue;
    const market = marketIn(code, base, quotes);
    cells[code] = round(market.price);
    if (include.includes("market_cap")) cells[`${code}_market_cap`] = round(market.market_cap);
    if (include.includes("volume_24h")) cells[`${code}_volume_24h`] = round(market.volume_24h);
    if (include.includes("change_24h")) cells[`${code}_change_24h`] = market.changes["24h"] ?? null;
    if (include.includes("last_updated")) cells.last_updated = iso(market.updatedAt);
  }
  return cells;
}
