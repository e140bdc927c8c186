import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { isPlanLimit, type ProviderResponse } from "./ask.ts";

type ProviderName = "coingecko" | "coinpaprika";
export type SourceName = ProviderName | "currency-api";

/** Query for each provider. Undefined if the provider doesn't support it. */
type Ways<T> = Record<ProviderName, (() => Promise<ProviderResponse<T>>) | undefined>;

/** Response with its source and quality. */
export interface FromSource<T> extends ProviderResponse<T> {
  source: SourceName;
  /** Whether it isn't from the preferred provider. */
  degraded: boolean;
}

interface FailoverOptions<T> {
  doors: MarketDoors;
  /** Store key of the last good response. */
  keep?: string;
  first?: ProviderName;
  /** Fallback if there is no old response either. */
  last?: () => Promise<FromSource<T> | undefined>;
  /** Actual and expected number of entries. Responses with less than half count as incomplete. */
  fullness?: (value: T) => { has: number; expected: number };
}

const storedMs = 7 * 86_400_000;
/** Older responses were fetched for another request. */
const justNowMs = 1000;
/** Minimum share of the expected entries. */
const shareMin = 0.5;

/** Results of the providers if none returned a good response. */
interface FailedResults<T> {
  /** Failures and missing prices. */
  failures: HubError[];
  /** Stale responses served after failures. */
  staleResponses: FromSource<T>[];
  /** Incomplete responses. */
  incomplete: FromSource<T>[];
}

/**
 * Queries one provider, and the other if it fails or its response is incomplete. Otherwise, returns an
 * old response from memory, or from the store if `keep` is set. Throws the first provider's error with
 * both messages, or `no_price` if all providers that know the coin report that.
 */
export async function queryWithFailover<T>(
  ways: Ways<T>,
  options: FailoverOptions<T>,
): Promise<FromSource<T>> {
  const { doors, keep, first = "coingecko", fullness } = options;
  const failed: FailedResults<T> = { failures: [], staleResponses: [], incomplete: [] };
  for (const source of ["coingecko", "coinpaprika"] as const) {
    const query = ways[source];
    if (!query) continue;
    try {
      const response = await query();
      const answer = { ...response, source, degraded: source !== first };
      if (response.stale) failed.staleResponses.push({ ...answer, degraded: true });
      else if (computeFullness(response.value, fullness) < shareMin) failed.incomplete.push(answer);
      else {
        const isNew = doors.clock() - response.fetchedAt < justNowMs;
        if (keep && isNew) doors.later(doors.kv.set(`last:${keep}`, answer, { ttlMs: storedMs }));
        return answer;
      }
    } catch (failure) {
      if (!(failure instanceof HubError && isProviderFailure(failure))) throw failure;
      failed.failures.push(failure);
    }
  }
  return chooseFallback(failed, options);
}

/** Chooses among old and incomplete responses. Throws if there are none. */
async function chooseFallback<T>(
  { failures, staleResponses, incomplete }: FailedResults<T>,
  { doors, keep, last, fullness }: FailoverOptions<T>,
): Promise<FromSource<T>> {
  const [firstFailure] = failures;
  const isAnswered = staleResponses.length + incomplete.length > 0;
  if (firstFailure && !isAnswered && failures.every(isNoPrice)) throw firstFailure;
  const share = ({ value }: FromSource<T>) => computeFullness(value, fullness);
  const stored = keep ? await doors.kv.get<FromSource<T>>(`last:${keep}`) : undefined;
  const lastGood = [...staleResponses, ...(stored ? [stored] : [])].find(
    (one) => share(one) >= shareMin,
  );
  if (lastGood) return { ...lastGood, stale: true, degraded: true };
  const [fullest] = incomplete.toSorted((a, b) => share(b) - share(a));
  // An empty response proves nothing while the other provider fails.
  const isAgreed = failures.length + staleResponses.length === 0;
  if (fullest && (isAgreed || share(fullest) > 0))
    return { ...fullest, degraded: fullest.degraded || !isAgreed };
  const fallback = await last?.();
  if (fallback) return fallback;
  throw combineErrors(failures);
}

/** Returns whether an error means that a provider failed or has no price. */
function isProviderFailure(failure: HubError): boolean {
  return failure.code.startsWith("upstream_") || isNoPrice(failure) || isPlanLimit(failure);
}

function isNoPrice({ code }: HubError): boolean {
  return code === "no_price";
}

/** Returns the share of the expected entries, or 1 if the number is unknown. */
function computeFullness<T>(value: T, fullness: FailoverOptions<T>["fullness"]): number {
  const { has, expected } = fullness?.(value) ?? { has: 1, expected: 1 };
  return expected === 0 ? 1 : has / expected;
}

function combineErrors(all: readonly HubError[]): HubError {
  const failures = all.filter((failure) => !isNoPrice(failure));
  const [first] = failures;
  if (!first)
    return crypto.error(
      "upstream_unavailable",
      "Neither provider currently has this coin or currency",
    );
  const messages = [...new Set(failures.map(({ message }) => message))].join("; ");
  const message = `${messages}. Prices come from api.coingecko.com and api.coinpaprika.com, or from their replacements in HUB_UPSTREAMS`;
  const options = { cause: first.cause, headers: first.headers };
  return isPlanLimit(first)
    ? crypto.error("plan_limit", message, options)
    : new HubError(first.code, message, options);
}
