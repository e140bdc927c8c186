/** The results of using a component, such as a host or an endpoint. Times are milliseconds since 1970. */
export interface EvidenceView {
  /** The time of the last success. */
  readonly okAt: number | undefined;
  /** The time of the first failure since the last success. */
  readonly failingSince: number | undefined;
  /** Failures since the last success. */
  readonly failures: number;
  /** The last error, even if it is over. */
  readonly lastError: { readonly reason: string; readonly at: number } | undefined;
}

/** Records the results of using a component. Successes are cheap, because each call is one. */
export class Evidence implements EvidenceView {
  okAt: number | undefined;
  failingSince: number | undefined;
  failures = 0;
  lastError: { reason: string; at: number } | undefined;
  #failingBefore: number | undefined;

  recordSuccess(at: number): void {
    this.okAt = at;
    this.#failingBefore = this.failingSince;
    this.failingSince = undefined;
    this.failures = 0;
  }

  recordFailure(reason: string, at: number): void {
    this.failingSince ??= at;
    this.failures++;
    this.lastError = { reason, at };
  }

  /** Turns the last success into a failure, because its result is unusable. */
  retractSuccess(reason: string, at: number): void {
    this.failingSince ??= this.#failingBefore;
    this.recordFailure(reason, at);
  }
}

/** Merges the results of one component in several processes: the latest one counts. */
export function mergeEvidence(all: readonly EvidenceView[]): EvidenceView {
  const getTime = ({ okAt = 0, lastError }: EvidenceView) => Math.max(okAt, lastError?.at ?? 0);
  const [latest] = all.toSorted((a, b) => getTime(b) - getTime(a));
  if (latest?.failingSince === undefined) return latest ?? new Evidence();
  const failing = all.filter(({ failingSince }) => failingSince !== undefined);
  return {
    okAt: latest.okAt,
    failingSince: Math.min(...failing.map(({ failingSince = 0 }) => failingSince)),
    failures: failing.reduce((sum, { failures }) => sum + failures, 0),
    lastError: latest.lastError,
  };
}
