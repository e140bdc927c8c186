import type { HubError, Static } from "hub";
import type { match } from "../fields.ts";
import crypto from "../plugin.ts";
import type { Coin, CoinIndex } from "./catalogue.ts";
import { searchCoins } from "./search.ts";

type Match = Static<typeof match>;

/** Matching coin, and all candidates if there are several. */
export interface CoinMatch {
  coin: Coin;
  candidates: readonly Coin[];
}

/**
 * Finds a coin. `auto` matches id, symbol and name together, and then the contract address. If several
 * match, returns the highest ranked coin and all candidates, because the id of an obscure coin is often
 * the symbol of a popular one. Returns undefined if none matches.
 */
export function findCoin(
  index: CoinIndex,
  asked: string,
  match: Match = "auto",
): CoinMatch | undefined {
  const text = asked.trim().toLowerCase();
  const one = (coin: Coin | undefined): readonly Coin[] => (coin ? [coin] : []);
  const ways = {
    auto: () => findByName(index, text),
    id: () => one(index.id(text)),
    symbol: () => index.symbol(text),
    contract: () => one(index.contract(text)),
  };
  const found = ways[match]();
  const coins = match === "auto" && found.length === 0 ? ways.contract() : found;
  const [coin] = coins;
  return coin && { coin, candidates: coins.length > 1 ? coins : [] };
}

/** Finds coins by id, symbol or name. If no coin has a rank, the one with the id comes first. */
function findByName(index: CoinIndex, text: string): readonly Coin[] {
  const own = index.id(text);
  const coins = index.sortCoins([
    ...(own ? [own] : []),
    ...index.symbol(text),
    ...index.name(text),
  ]);
  return own && coins[0]?.rank === null ? [own, ...coins.filter((coin) => coin !== own)] : coins;
}

/** Finds a coin. Throws the error of `unknown` if none matches. */
export function mustFind(index: CoinIndex, asked: string, match: Match = "auto"): CoinMatch {
  const found = findCoin(index, asked, match);
  if (found) return found;
  const { suggestionsMax } = crypto.limits;
  const suggestions = searchCoins(index, { q: asked.slice(0, 64), limit: suggestionsMax });
  throw unknown(index, {
    what: `No coin found for ${names[match]} "${asked}"`,
    at: "path.coin",
    members: { suggestions: suggestions.map(({ id }) => id) },
  });
}

interface Unknown {
  what: string;
  at?: string;
  members?: Record<string, unknown>;
}

/**
 * Creates the error for a missing coin: `unknown_coin`, or `dataset_unavailable` if the catalogue is
 * incomplete.
 */
export function unknown(index: CoinIndex, { what, ...said }: Unknown): HubError {
  if (index.isComplete) return crypto.error("unknown_coin", what, said);
  const known = index.catalogue.sources.join(", ");
  return crypto.error(
    "dataset_unavailable",
    `${what}, but the coin catalogue is incomplete: it contains only ${known}. The hub needs the lists of both api.coingecko.com and api.coinpaprika.com, or of their replacements in HUB_UPSTREAMS`,
    { ...said, headers: { "retry-after": "60" } },
  );
}

const names = {
  auto: "the id, symbol, name or contract",
  id: "the id",
  symbol: "the symbol",
  contract: "the contract",
};

/** Returns the fields that identify a coin. */
export function brief({ id, symbol, name, rank }: Coin) {
  return { id, symbol, name, rank };
}

/** Returns the response fields about ambiguous matches. */
export function ambiguity({ candidates }: CoinMatch) {
  const { candidatesMax } = crypto.limits;
  return {
    ambiguous: candidates.length > 0,
    candidates: candidates.slice(0, candidatesMax).map(brief),
  };
}
