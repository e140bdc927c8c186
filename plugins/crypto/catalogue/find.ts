import crypto from "../plugin.ts";
import type { Coin } from "./coin.ts";
import type { CoinIndex } from "./coin-index.ts";
import { searchCoins } from "./search.ts";

export type Match = "auto" | "id" | "symbol" | "contract";

/** The coin that is meant, and those that could be meant as well. */
export interface Found {
  coin: Coin;
  candidates: readonly Coin[];
}

/**
 * Finds a coin by its id, then by its symbol, its name and its contract. Of several with one symbol
 * the highest ranked is meant, and all are told. Undefined where there is none.
 */
export function findCoin(
  index: CoinIndex,
  asked: string,
  match: Match = "auto",
): Found | undefined {
  const text = asked.trim().toLowerCase();
  const one = (coin: Coin | undefined): readonly Coin[] => (coin ? [coin] : []);
  const ways = {
    id: () => one(index.id(text)),
    symbol: () => index.symbol(text),
    name: () => index.name(text),
    contract: () => one(index.contract(text)),
  };
  const wanted = match === "auto" ? (["id", "symbol", "name", "contract"] as const) : [match];
  for (const way of wanted) {
    const coins = ways[way]();
    const [coin] = coins;
    if (coin) return { coin, candidates: coins.length > 1 ? coins : [] };
  }
  return undefined;
}

/** The same, which throws `unknown_coin` and names the coins that are called nearly so. */
export function mustFind(index: CoinIndex, asked: string, match: Match = "auto"): Found {
  const found = findCoin(index, asked, match);
  if (found) return found;
  const { suggestionsMax } = crypto.limits;
  const suggestions = searchCoins(index, { q: asked.slice(0, 64), limit: suggestionsMax });
  throw crypto.error("unknown_coin", `There is no coin "${asked}" by ${names[match]}`, {
    at: "path.coin",
    members: { suggestions: suggestions.map(({ id }) => id) },
  });
}

const names = {
  auto: "id, symbol, name or contract",
  id: "id",
  symbol: "symbol",
  contract: "contract",
};

/** The few fields that tell one coin from another. */
export function brief({ id, symbol, name, rank }: Coin) {
  return { id, symbol, name, rank };
}

/** What tells that a symbol is several coins'. */
export function ambiguity({ candidates }: Found) {
  const { candidatesMax } = crypto.limits;
  return {
    ambiguous: candidates.length > 0,
    candidates: candidates.slice(0, candidatesMax).map(brief),
  };
}
