import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";

type ProviderName = "coingecko" | "coinpaprika";
export type SourceName = ProviderName | "currency-api";

/** Response of a provider. */
export interface ProviderResponse<T> {
  value: T;
  fetchedAt: number;
  stale: boolean;
}

/** Query for each provider. Undefined if the provider doesn't support it. */
export type Ways<T> = Record<ProviderName, (() => Promise<ProviderResponse<T>>) | undefined>;

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

const keptMs = 7 * 86_400_000;
/** Older responses were fetched for another request. */
const justNowMs = 1000;
/** Minimum share of the expected entries. */
const shareMin = 0.5;

/** Results of the providers if none returned a good response. */
interface Leavings<T> {
  /** Failures and missing prices. */
  failures: HubError[];
  /** Stale responses served after failures. */
  old: FromSource<T>[];
  /** Incomplete responses. */
  short: FromSource<T>[];
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
  const left: Leavings<T> = { failures: [], old: [], short: [] };
  for (const source of ["coingecko", "coinpaprika"] as const) {
    const way = ways[source];
    if (!way) continue;
    try {
      const said = await way();
      const answer = { ...said, source, degraded: source !== first };
      if (said.stale) left.old.push({ ...answer, degraded: true });
      else if (computeFullness(said.value, fullness) < shareMin) left.short.push(answer);
      else {
        const isNew = doors.clock() - said.fetchedAt < justNowMs;
        if (keep && isNew) doors.later(doors.kv.set(`last:${keep}`, answer, { ttlMs: keptMs }));
        return answer;
      }
    } catch (failure) {
      if (!(failure instanceof HubError && isProviders(failure))) throw failure;
      left.failures.push(failure);
    }
  }
  return secondBest(left, options);
}

/** Chooses among old and incomplete responses. Throws if there are none. */
async function secondBest<T>(
  { failures, old, short }: Leavings<T>,
  { doors, keep, last, fullness }: FailoverOptions<T>,
): Promise<FromSource<T>> {
  const [refusal] = failures;
  const isAnswered = old.length + short.length > 0;
  if (refusal && !isAnswered && failures.every(isNoPrice)) throw refusal;
  const share = ({ value }: FromSource<T>) => computeFullness(value, fullness);
  const kept = keep ? await doors.kv.get<FromSource<T>>(`last:${keep}`) : undefined;
  const former = [...old, ...(kept ? [kept] : [])].find((one) => share(one) >= shareMin);
  if (former) return { ...former, stale: true, degraded: true };
  const [fullest] = short.toSorted((a, b) => share(b) - share(a));
  // An empty response proves nothing while the other provider fails.
  const isAgreed = failures.length + old.length === 0;
  if (fullest && (isAgreed || share(fullest) > 0))
    return { ...fullest, degraded: fullest.degraded || !isAgreed };
  const given = await last?.();
  if (given) return given;
  throw together(failures);
}

/** Returns whether an error means that a provider failed or has no price. */
function isProviders(failure: HubError): boolean {
  return failure.code.startsWith("upstream_") || isNoPrice(failure);
}

function isNoPrice({ code }: HubError): boolean {
  return code === "no_price";
}

/** Returns the share of the expected entries, or 1 if the number is unknown. */
function computeFullness<T>(value: T, fullness: FailoverOptions<T>["fullness"]): number {
  const { has, expected } = fullness?.(value) ?? { has: 1, expected: 1 };
  return expected === 0 ? 1 : has / expected;
}

function together(all: readonly HubError[]): HubError {
  const failures = all.filter((failure) => !isNoPrice(failure));
  const [first] = failures;
  if (!first)
    return crypto.error(
      "upstream_unavailable",
      "Neither provider currently has this coin or currency",
    );
  const why = [...new Set(failures.map(({ message }) => message))].join("; ");
  return new HubError(
    first.code,
    `${why}. Prices come from api.coingecko.com and api.coinpaprika.com, or from their replacements in HUB_UPSTREAMS`,
    { cause: first.cause, headers: first.headers },
  );
}
