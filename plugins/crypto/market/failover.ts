import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";

type ProviderName = "coingecko" | "coinpaprika";
export type SourceName = ProviderName | "currency-api";

/** What a provider said. */
export interface Said<T> {
  value: T;
  fetchedAt: number;
  stale: boolean;
}

/** A way to ask a provider; undefined where it has no such thing. */
export type Ways<T> = Record<ProviderName, (() => Promise<Said<T>>) | undefined>;

/** An answer, whose it is, and whether it is second best. */
export interface FromSource<T> extends Said<T> {
  source: SourceName;
  /** Whether it is not the provider whose answer is wanted first. */
  degraded: boolean;
}

interface FailoverOptions<T> {
  doors: MarketDoors;
  /** Under what name the last answer is kept in the store. */
  keep?: string;
  first?: ProviderName;
  /** What is answered when there is not even an old answer. */
  last?: () => Promise<FromSource<T> | undefined>;
  /** How much there is in an answer, of how much there must be: less than half is not believed at once. */
  fullness?: (value: T) => { has: number; expected: number };
}

const keptMs = 7 * 86_400_000;
/** An answer that was fetched so long ago was so for another request. */
const justNowMs = 1000;
/** How much of what must be in an answer is enough. */
const shareMin = 0.5;

/** What came of asking the providers, where none gave an answer that is good as it is. */
interface Leavings<T> {
  /** Failures, and answers that there is no price. */
  failures: HubError[];
  /** Answers from memory, in place of failures. */
  old: FromSource<T>[];
  /** Answers with implausibly little in them. */
  short: FromSource<T>[];
}

/**
 * Asks one provider and, when that fails or tells implausibly little, the other; then takes an old
 * answer of either, from memory or by `keep` from the store. Throws what the first one failed with,
 * naming both, or `no_price` where all that know the coin say so.
 */
export async function firstOf<T>(
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
      else if (shareOf(said.value, fullness) < shareMin) left.short.push(answer);
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

/** Out of old and short answers the one that is told in place of a good one. Throws where there is none. */
async function secondBest<T>(
  { failures, old, short }: Leavings<T>,
  { doors, keep, last, fullness }: FailoverOptions<T>,
): Promise<FromSource<T>> {
  const [refusal] = failures;
  const isAnswered = old.length + short.length > 0;
  if (refusal && !isAnswered && failures.every(isNoPrice)) throw refusal;
  const share = ({ value }: FromSource<T>) => shareOf(value, fullness);
  const kept = keep ? await doors.kv.get<FromSource<T>>(`last:${keep}`) : undefined;
  const former = [...old, ...(kept ? [kept] : [])].find((one) => share(one) >= shareMin);
  if (former) return { ...former, stale: true, degraded: true };
  const [fullest] = short.toSorted((a, b) => share(b) - share(a));
  // Of nothing at all, on the word of one while the other fails, nothing follows.
  const isAgreed = failures.length + old.length === 0;
  if (fullest && (isAgreed || share(fullest) > 0))
    return { ...fullest, degraded: fullest.degraded || !isAgreed };
  const given = await last?.();
  if (given) return given;
  throw together(failures);
}

/** Whether a provider failed, or knows of no price. */
function isProviders(failure: HubError): boolean {
  return failure.code.startsWith("upstream_") || isNoPrice(failure);
}

function isNoPrice({ code }: HubError): boolean {
  return code === "no_price";
}

/** How much of what must be in an answer is in it: all where nobody knows how much must. */
function shareOf<T>(value: T, fullness: FailoverOptions<T>["fullness"]): number {
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
