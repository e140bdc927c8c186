/** The tier of an account, as services see it. */
export interface CallerTier {
  /** The operator's name of the tier: `free`. */
  readonly name: string;
  /** Whether it is better than the tier of new accounts. */
  readonly isPaid: boolean;
}

/** The caller of a request. */
export interface Caller {
  /** A permanent, meaningless id of the account. Undefined without a key. */
  readonly id: string | undefined;
  /** The tier of the account, which may change the limits of a service. Undefined without a key. */
  readonly tier?: CallerTier | undefined;
  /** The IP address, behind the trusted proxies. */
  readonly address: string;
  /** The User-Agent header, or an empty string. */
  readonly userAgent: string;
  /** The Referer header, or an empty string. */
  readonly referrer: string;
  /** The Accept-Language header. Undefined without one. */
  readonly acceptLanguage?: string | undefined;
  /**
   * Identifies the work of a request that may run again: retries of a background job, and retries with the same
   * `Idempotency-Key`, have the same value. Undefined for all other requests.
   */
  readonly retryKey?: string;
  /** Set if the user hasn't opened the page yet: for HEAD requests and browser prefetches. */
  readonly looksAhead?: "head" | "prefetch";
}
