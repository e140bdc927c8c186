import type { Static, TSchema } from "@sinclair/typebox";

/** Requests to the hosts of the manifest. */
export interface Net<Address extends string = string> {
  /** Answers whatever status the host answers; throws a HubError when there is no answer. */
  (url: Address, init?: NetInit): Promise<Response>;
  /** Reads JSON and checks it, so that an upstream's surprise stops here with a 502. */
  json<S extends TSchema>(url: Address, schema: S, init?: NetInit): Promise<Static<S>>;
  /**
   * Reads an answer by `parse`, or JSON by a schema, and tells its age. What `parse` throws is the
   * host's failure, unless it is a HubError of the plugin's own; then the newest answer that could be
   * read is given, marked stale, where `init.cache` still has one. `parse` sees every status below
   * 500 but 429; with a schema, each that is not 2xx is a failure.
   */
  read<S extends TSchema>(url: Address, schema: S, init?: NetInit): Promise<Dated<Static<S>>>;
  read<T>(
    url: Address,
    parse: (response: Response) => T | Promise<T>,
    init?: NetInit,
  ): Promise<Dated<T>>;
  /**
   * Sends a signed message, as the Standard Webhooks specification has it. Answers how the first try
   * went; where it failed the hub tries five times more, the last after some 45 minutes. Throws where there is no use
   * in that: `address_not_allowed`, `busy` where too many wait, `invalid_input` for a secret that is none.
   */
  webhook(url: Address, webhook: Webhook): Promise<WebhookDelivery>;
  /** Asks the DNS, where the manifest allows any address or `dns:*`. */
  resolve: Resolve;
}

/** A message to another program, which can tell by its signature who has sent it. */
export interface Webhook {
  /** Sent as JSON, of at most 256 KiB. */
  body: unknown;
  /** What the receiver knows too: `whsec_` and 24 to 64 bytes in base64. Several while one takes over. */
  secret: string | readonly string[];
  /** Names the message: the same at each try, so that the receiver can leave out what it has. Default: random. */
  id?: string;
  /** As `own` of `NetInit`. */
  own?: boolean;
}

/** What became of a webhook so far. */
export interface WebhookDelivery {
  id: string;
  delivered: boolean;
}

/** What was read of an answer, and when that was fetched. */
export interface Dated<T> {
  value: T;
  /** In milliseconds since 1970. */
  fetchedAt: number;
  /** Whether it is an older answer, as the host fails to give a new one. */
  stale: boolean;
}

/**
 * How the hub treats a host of the manifest, over all plugins that name it; of two plugins' wishes
 * the smaller holds.
 */
export interface UpstreamPolicy {
  /** Requests sent in any 60 seconds, tries of the same one included. Default 600. */
  perMinute?: number;
  /**
   * What the host's addresses begin with, where the operator may say it: the first of these whose
   * variables are set, as in `["{OPENAI_BASE_URL}", "https://api.openai.com/v1"]`. A path then goes
   * below it. The variables are among `permissions.env`. Of several plugins the first one's holds: who
   * wants another server than they have takes a name of his own, such as `speech.openai.invalid`.
   */
  base?: readonly string[];
}

/** Keeps answers of a host of the manifest in the hub's memory: 2xx, 404 and 410, to GET. */
export interface NetCache {
  /** How long an answer is given again without asking. */
  freshMs: number;
  /** How long after that it is still given, as stale, while the host fails. Default 0. */
  staleMs?: number;
}

/** What a name has in the DNS, by type of record. */
export interface DnsRecords {
  /** The exchange of a domain that takes no mail (RFC 7505) is empty. */
  MX: { priority: number; exchange: string };
  /** The strings of a record put together. */
  TXT: string;
  A: string;
  AAAA: string;
  CNAME: string;
  NS: string;
  /** The name of an address, asked for by its name below `in-addr.arpa` or `ip6.arpa`. */
  PTR: string;
}

export type RecordType = keyof DnsRecords;

/** What the DNS says of a name: a "no" is told from not knowing. */
export type Resolved<Type extends RecordType> =
  | { status: "found"; records: DnsRecords[Type][] }
  /** The name exists, and has no record of this type. */
  | { status: "no_records" }
  | { status: "no_such_name" }
  | {
      status: "unavailable";
      reason: "offline" | "timeout" | "unreachable" | "refused" | "server_failure" | "bad_answer";
    };

/** Asks the DNS for a name in ASCII, without a dot at its end. Default time 4,000 ms. */
export type Resolve = <Type extends RecordType>(
  name: string,
  type: Type,
  options?: { timeoutMs?: number },
) => Promise<Resolved<Type>>;

/** What may be said of a request besides its address. */
export interface NetInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Time for the whole exchange, redirects and body included. Default 10,000. */
  timeoutMs?: number;
  /** Largest body read, after decompression. Default 10 MB. */
  bodyBytesMax?: number;
  /** What becomes of a larger one: it fails, or that much of it is answered. Default "fail". */
  tooLarge?: "fail" | "cut";
  /** The media types whose bodies are read: another answer's, or one without a type's, is null. */
  bodyTypes?: readonly string[];
  /** Redirects followed, each checked anew. Default 5. */
  redirectsMax?: number;
  /**
   * On hosts that the manifest names, for GET. An answer then has `x-hub-fetched-at` (milliseconds
   * since 1970), and `x-hub-stale: 1` if it is given in place of a failure. Default: none is kept.
   */
  cache?: NetCache;
  /** Whether the plugin itself named the host, and no user. For manifests with `"public"` in a list. */
  own?: boolean;
  /** The `x-hub-fetched-at` of an answer that was no use: that one is not given again. */
  refused?: number;
}
