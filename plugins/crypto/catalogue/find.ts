import { combineFindings, type HubError, type Static } from "hub";
import crypto from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { match } from "../request.ts";
import type { Coin, CoinIndex } from "./catalogue.ts";
import { searchCoins } from "./search.ts";

type MatchedOn = Static<typeof match>;

/** Matching coin, and all candidates if there are several. */
interface CoinMatch {
  coin: Coin;
  candidates: readonly Candidate[];
  /** Chain of the contract, if the coin was found by a contract on one chain. */
  chain: string | null;
}

interface Candidate {
  coin: Coin;
  chain: string | null;
}

interface CoinQuery {
  match?: MatchedOn | undefined;
  /** Chain of a contract. */
  chain?: string | undefined;
}

/**
 * Finds a coin. `auto` matches id, symbol and name together, and then the contract address. If several
 * match, returns the highest ranked coin and all candidates, because the id of an obscure coin is often
 * the symbol of a popular one. Returns undefined if none matches.
 */
export function findCoin(
  index: CoinIndex,
  name: string,
  { match = "auto", chain }: CoinQuery = {},
): CoinMatch | undefined {
  const text = name.trim().toLowerCase();
  const one = (coin: Coin | undefined): readonly Coin[] => (coin ? [coin] : []);
  const finders = {
    auto: () => findByName(index, text),
    id: () => one(index.id(text)),
    symbol: () => index.symbol(text),
    contract: () => [],
  };
  const named = chain === undefined ? finders[match]().map(withoutChain) : [];
  const isContract = named.length === 0 && (match === "auto" || match === "contract");
  const candidates = isContract ? findByContract(index, name.trim(), chain) : named;
  const coins = new Set(candidates.map(({ coin }) => coin));
  const [first] = candidates;
  if (!first) return undefined;
  const isOnOneChain = candidates.filter(({ coin }) => coin === first.coin).length === 1;
  return {
    coin: first.coin,
    candidates: coins.size > 1 ? candidates : [],
    chain: isOnOneChain ? first.chain : null,
  };
}

function withoutChain(coin: Coin): Candidate {
  return { coin, chain: null };
}

/** Finds coins by contract address. The same address can belong to different coins on different chains. */
function findByContract(
  index: CoinIndex,
  address: string,
  chain: string | undefined,
): readonly Candidate[] {
  const contracts = index
    .contracts(address)
    .filter((one) => chain === undefined || one.chain === chain.toLowerCase());
  const ordered = index.sortCoins(contracts.map(({ coin }) => coin));
  return ordered.flatMap((coin) => contracts.filter((one) => one.coin === coin));
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
export function mustFind(index: CoinIndex, name: string, wanted: CoinQuery = {}): CoinMatch {
  const { match = "auto", chain } = wanted;
  if (chain !== undefined && match !== "auto" && match !== "contract")
    refuse("query.chain", `must not be set if query.match is "${match}": it selects a contract`);
  const found = findCoin(index, name, wanted);
  if (found) return found;
  const { suggestionsMax } = crypto.limits;
  const suggestions = searchCoins(index, { q: name.slice(0, 64), limit: suggestionsMax });
  throw unknown(index, {
    message:
      chain === undefined
        ? `No coin found for ${names[match]} "${name}"`
        : `No coin found for the contract "${name}" on "${chain}"`,
    at: "path.coin",
    members: { suggestions: suggestions.map(({ id }) => id) },
  });
}

interface MissingCoin {
  message: string;
  at?: string;
  members?: Record<string, unknown>;
}

/**
 * Creates the error for a missing coin: `unknown_coin`, or `dataset_unavailable` if the catalogue is
 * incomplete.
 */
export function unknown(index: CoinIndex, { message, ...details }: MissingCoin): HubError {
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
export function ambiguity({ candidates, chain }: CoinMatch, index: CoinIndex) {
  const { candidatesMax } = crypto.limits;
  return {
    ambiguous: combineFindings([
      {
        value: candidates.length > 0 ? true : null,
        source: index.catalogue.sources.join(", "),
        isComplete: index.isComplete,
        wasAsked: !index.isFromPackage,
        ageMs: null,
      },
    ]),
    chain,
    candidates: candidates
      .slice(0, candidatesMax)
      .map((one) => ({ ...brief(one.coin), ...(one.chain !== null && { chain: one.chain }) })),
  };
}
