/** What an account is allowed, as far as it is a service's concern. */
export interface CallerTier {
  /** As the operator calls it: `free`. */
  readonly name: string;
  /** Whether it is more than what whoever signs up gets. */
  readonly isPaid: boolean;
}

/** Who calls, as far as it can be known. */
export interface Caller {
  /** The account, by an id that never changes and says nothing else. None without a key. */
  readonly id: string | undefined;
  /** The tier of the account, by which limits of a service may differ. None without a key. */
  readonly tier?: CallerTier | undefined;
  /** The address, behind the proxies that the operator trusts. */
  readonly address: string;
  /** What the program says it is; empty where it says nothing. */
  readonly userAgent: string;
  /** The page the caller comes from; empty where it is not told. */
  readonly referrer: string;
  /** Set where nobody goes there yet: by a HEAD, or a browser that fetches before somebody clicks. */
  readonly looksAhead?: "head" | "prefetch";
}
