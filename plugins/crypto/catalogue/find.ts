import type { HubError, Static } from "hub";
import crypto from "../plugin.ts";
import type { match } from "../request.ts";
import type { Coin, CoinIndex } from "./catalogue.ts";
import { searchCoins } from "./search.ts";

type Match = Static<typeof match>;

/** Matching coin, and all candidates if there are several. */
interface CoinMatch {
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
  name: string,
  match: Match = "auto",
): CoinMatch | undefined {
  const text = name.trim().toLowerCase();
  const one = (coin: Coin | undefined): readonly Coin[] => (coin ? [coin] : []);
  const finders = {
    auto: () => findByName(index, text),
    id: () => one(index.id(text)),
    symbol: () => index.symbol(text),
    contract: () => one(index.contract(text)),
  };
  const found = finders[match]();
  const coins = match === "auto" && found.length === 0 ? finders.contract() : found;
  const [coin] = coins;
  return coin && { coin, candidates: coins.length > 1 ? coins : [] };
}

/** Finds coins by id, symbol or name. If no coin has a rank, the one with the id comes first. */
function findByName(index: CoinIndex, text: string): readonly Coin[] {
  const coinWithId = index.id(text);
  const coins = index.sortCoins([
    ...(coinWithId ? [coinWithId] : []),
    ...index.symbol(text),
    ...index.name(text),
  ]);
  return coinWithId && coins[0]?.rank === null
    ? [coinWithId, ...coins.filter((coin) => coin !== coinWithId)]
    : coins;
}

/** Finds a coin. Throws the error of `unknown` if none matches. */
export function mustFind(index: CoinIndex, name: string, match: Match = "auto"): CoinMatch {
  const found = findCoin(index, name, match);
  if (found) return found;
  const { suggestionsMax } = crypto.limits;
  const suggestions = searchCoins(index, { q: name.slice(0, 64), limit: suggestionsMax });
  throw unknown(index, {
    message: `No coin found for ${names[match]} "${name}"`,
    at: "path.coin",
    members: { suggestions: suggestions.map(({ id }) => id) },
  });
}

interface Unknown {
  message: string;
  at?: string;
  members?: Record<string, unknown>;
}

/**
 * Creates the error for a missing coin: `unknown_coin`, or `dataset_unavailable` if the catalogue is
 * incomplete.
 */
export function unknown(index: CoinIndex, { message, ...details }: Unknown): HubError {
  if (index.isComplete) return crypto.error("unknown_coin", message, details);
  const sources = index.catalogue.sources.join(", ");
  return crypto.error(
    "dataset_unavailable",
    `${message}, but the coin catalogue is incomplete: it contains only ${sources}. The hub needs the lists of both api.coingecko.com and api.coinpaprika.com, or of their replacements in HUB_UPSTREAMS`,
    { ...details, headers: { "retry-after": "60" } },
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
