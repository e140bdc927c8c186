import type { Static, TSchema } from "@sinclair/typebox";

/** Sends requests to the hosts of the manifest. */
export interface Net<Address extends string = string> {
  /** Returns the response with any status. Throws a HubError if there is none. */
  (url: Address, init?: NetInit): Promise<Response>;
  /** Reads and validates JSON. An unexpected response is an error with status 502. */
  json<S extends TSchema>(url: Address, schema: S, init?: NetInit): Promise<Static<S>>;
  /**
   * Reads a response with `parse`, or JSON with a schema, and returns its age. An error in `parse` counts as
   * a failure of the host, unless it is a HubError of the plugin. After a failure, the newest readable
   * response is returned as stale, if `init.cache` still has one. `parse` is called for every status below
   * 500 except 429. With a schema, every status other than 2xx is a failure.
   */
  read<S extends TSchema>(url: Address, schema: S, init?: NetInit): Promise<Dated<Static<S>>>;
  read<T>(
    url: Address,
    parse: (response: Response) => T | Promise<T>,
    init?: NetInit,
  ): Promise<Dated<T>>;
  /**
   * Sends a signed webhook according to the Standard Webhooks specification. Returns the result of the first
   * try. The hub retries a failed one five times, the last time after about 45 minutes. Throws if a retry
   * would be useless: `address_not_allowed`, `busy` if too many webhooks are pending, and `invalid_input` for
   * an invalid secret.
   */
  webhook(url: Address, webhook: Webhook): Promise<WebhookDelivery>;
  /** Sends a DNS query, if the manifest allows any address or `dns:*`. */
  resolve: Resolve;
}

/** A message to another program, which verifies the sender by its signature. */
export interface Webhook {
  /** Sent as JSON, at most 256 KiB. */
  body: unknown;
  /** The shared secret: `whsec_` and 24 to 64 bytes in Base64. Several during a key rotation. */
  secret: string | readonly string[];
  /**
   * The id of the message. The same for each try, so that the receiver can ignore duplicates. Default:
   * random.
   */
  id?: string;
  /** See `own` of `NetInit`. */
  own?: boolean;
}

/** The state of a webhook after the first try. */
export interface WebhookDelivery {
  id: string;
  delivered: boolean;
}

/** A value with the time at which its response was fetched. */
export interface Dated<T> {
  value: T;
  /** In milliseconds since 1970. */
  fetchedAt: number;
  /** Whether it is from an older response, because the host fails. */
  stale: boolean;
}

/**
 * The rate limit and the base URL of a host, for all plugins that name it. Of several rate limits, the lowest
 * applies.
 */
export interface UpstreamPolicy {
  /** Maximum number of requests in any 60 seconds, including retries. Default 600. */
  perMinute?: number;
  /** Maximum number of requests in a month. It is spread over the days: each gets a thirty-first. */
  perMonth?: number;
  /**
   * The limits of the operator's plan: those of the first entry whose variable is set replace the limits above. The
   * variables must be in `permissions.env`.
   */
  plans?: readonly UpstreamPlan[];
  /** Variables with numbers that replace the limits, set by the operator. They must be in `permissions.env`. */
  settings?: { perMinute?: string; perMonth?: string };
  /**
   * Base URLs that the operator can set: the first one whose variables are set is used, as in
   * `["{OPENAI_BASE_URL}", "https://api.openai.com/v1"]`. Paths are appended to it. The variables must be in
   * `permissions.env`. If several plugins set one, the first applies. A plugin that needs another server must
   * use a separate name, such as `speech.openai.invalid`.
   */
  base?: readonly string[];
}

/** The limits of a plan that a variable selects, such as an API key. */
interface UpstreamPlan {
  variable: string;
  perMinute?: number;
  perMonth?: number;
}

/** Caches responses of a host of the manifest in memory: 2xx, 404 and 410 of GET requests. */
export interface NetCache {
  /** Time for which a cached response is used without a new request. */
  freshMs: number;
  /** Additional time for which it is used as stale while the host fails. Default 0. */
  staleMs?: number;
}

/** The records of a DNS name by type. */
export interface DnsRecords {
  /** The exchange of a domain that accepts no mail (RFC 7505) is empty. */
  MX: { priority: number; exchange: string };
  /** The concatenated strings of a record. */
  TXT: string;
  A: string;
  AAAA: string;
  CNAME: string;
  NS: string;
  /** The name of an address, queried by its name below `in-addr.arpa` or `ip6.arpa`. */
  PTR: string;
}

export type RecordType = keyof DnsRecords;

/** The result of a DNS query. Distinguishes a negative answer from a failure. */
export type Resolved<Type extends RecordType> =
  | { status: "found"; records: DnsRecords[Type][] }
  /** The name exists, but has no record of this type. */
  | { status: "no_records" }
  | { status: "no_such_name" }
  | {
      status: "unavailable";
      reason: "offline" | "timeout" | "unreachable" | "refused" | "server_failure" | "bad_answer";
    };

/** Queries an ASCII name without a trailing dot. Default timeout 4,000 ms. */
export type Resolve = <Type extends RecordType>(
  name: string,
  type: Type,
  options?: { timeoutMs?: number },
) => Promise<Resolved<Type>>;

/** Options of a request. */
export interface NetInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Total timeout, including redirects and the body. Default 10,000. */
  timeoutMs?: number;
  /** Maximum size of the body after decompression. Default 10 MB. */
  bodyBytesMax?: number;
  /** Whether a larger body fails or is truncated. Default "fail". */
  tooLarge?: "fail" | "cut";
  /** Media types of bodies that are read, `""` for a missing one. The body of any other response is null. */
  bodyTypes?: readonly string[];
  /**
   * Whether to accept responses that break the rules of HTTP, as browsers do: bodies that break off (with the header
   * `x-hub-incomplete: 1`), lines without a carriage return, and the same Content-Length twice. Default false.
   */
  lenient?: boolean;
  /** Maximum number of redirects. Each target is checked. Default 5. */
  redirectsMax?: number;
  /**
   * Caching, for GET requests to hosts of the manifest. Responses then have `x-hub-fetched-at` (milliseconds
   * since 1970), and `x-hub-stale: 1` if they replace a failure. Default: no caching.
   */
  cache?: NetCache;
  /** Whether the plugin itself, and not a caller, chose the host. For manifests with `"public"` in a list. */
  own?: boolean;
  /** The `x-hub-fetched-at` of an unusable response, which must not be used again. */
  refused?: number;
}
