import type { HubError, Static } from "hub";
import type { match } from "../fields.ts";
import crypto from "../plugin.ts";
import type { Coin, CoinIndex } from "./catalogue.ts";
import { searchCoins } from "./search.ts";

type Match = Static<typeof match>;

/** The coin that is meant, and those that could be meant as well. */
export interface Found {
  coin: Coin;
  candidates: readonly Coin[];
}

/**
 * Finds a coin: by `auto` by its id, symbol and name at once, and then by its contract. Of several
 * the highest ranked is meant, whichever of these it is called, and all are told: the id of a coin that
 * nobody knows is often the symbol of one that all know. Undefined where there is none.
 */
export function findCoin(
  index: CoinIndex,
  asked: string,
  match: Match = "auto",
): Found | undefined {
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

/** The coins by that id, symbol or name. Where nobody tells ranks the id goes first. */
function findByName(index: CoinIndex, text: string): readonly Coin[] {
  const own = index.id(text);
  const coins = index.order([...(own ? [own] : []), ...index.symbol(text), ...index.name(text)]);
  return own && coins[0]?.rank === null ? [own, ...coins.filter((coin) => coin !== own)] : coins;
}

/** The same, which throws what `unknown` does where there is none. */
export function mustFind(index: CoinIndex, asked: string, match: Match = "auto"): Found {
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
 * What tells that a coin is not in the catalogue: `unknown_coin`, or `dataset_unavailable` where the
 * catalogue lacks a list that the coin may be on.
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
