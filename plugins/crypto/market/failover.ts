import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";

export type ProviderName = "coingecko" | "coinpaprika";
export type SourceName = ProviderName | "currency-api";

/** What a provider said. */
interface Said<T> {
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
}

const keptMs = 7 * 86_400_000;
/** An answer that was fetched so long ago was so for another request. */
const justNowMs = 1000;

/**
 * Asks one provider and, when that fails, the other; then takes an old answer of either, from memory
 * or by `keep` from the store. Throws what the first one failed with, naming both.
 */
export async function firstOf<T>(
  ways: Ways<T>,
  { doors, keep, first = "coingecko", last }: FailoverOptions<T>,
): Promise<FromSource<T>> {
  const failures: HubError[] = [];
  let old: FromSource<T> | undefined;
  for (const source of ["coingecko", "coinpaprika"] as const) {
    const way = ways[source];
    if (!way) continue;
    try {
      const said = await way();
      const answer = { ...said, source, degraded: source !== first };
      if (!said.stale) {
        const isNew = doors.clock() - said.fetchedAt < justNowMs;
        if (keep && isNew) doors.later(doors.kv.set(`last:${keep}`, answer, { ttlMs: keptMs }));
        return answer;
      }
      old ??= { ...answer, degraded: true };
    } catch (failure) {
      if (!(failure instanceof HubError && failure.code.startsWith("upstream_"))) throw failure;
      failures.push(failure);
    }
  }
  old ??= keep ? await doors.kv.get<FromSource<T>>(`last:${keep}`) : undefined;
  if (old) return { ...old, stale: true, degraded: true };
  const given = await last?.();
  if (given) return given;
  throw together(failures);
}

function together(failures: readonly HubError[]): HubError {
  const [first] = failures;
  if (!first)
    return crypto.error(
      "upstream_unavailable",
      "Neither provider has this coin or this currency at the moment",
    );
  const why = [...new Set(failures.map(({ message }) => message))].join("; ");
  return new HubError(
    first.code,
    `${why}. Prices come from api.coingecko.com and api.coinpaprika.com, or from where HUB_UPSTREAMS says`,
    { cause: first.cause, headers: first.headers },
  );
}
