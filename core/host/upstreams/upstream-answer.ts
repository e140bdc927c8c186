import { FETCHED_AT, STALE } from "../doors/read-answer.ts";

interface SerialisedAnswer {
  status: number;
  headers: [name: string, value: string][];
  url: string;
  /** Base64. */
  body: string | null;
  fetchedAt: number;
}

/** A complete response of a host, which several callers can share. */
export class UpstreamAnswer {
  readonly status: number;
  readonly fetchedAt: number;
  readonly #headers: Headers;
  readonly #bytes: Uint8Array<ArrayBuffer> | null;
  readonly #url: string;

  constructor(
    { status, headers, url }: Pick<Response, "status" | "headers" | "url">,
    { bytes, fetchedAt }: { bytes: Uint8Array<ArrayBuffer> | null; fetchedAt: number },
  ) {
    this.status = status;
    this.fetchedAt = fetchedAt;
    this.#headers = headers;
    this.#bytes = bytes;
    this.#url = url;
  }

  /** Creates an answer from a response and consumes its body. */
  static async of(response: Response, fetchedAt: number): Promise<UpstreamAnswer> {
    const bytes = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    return new UpstreamAnswer(response, { bytes, fetchedAt });
  }

  /** Parses the output of `pack`. Throws if it is invalid. */
  static unpack(packed: string): UpstreamAnswer {
    const { status, headers, url, body, fetchedAt } = JSON.parse(packed) as SerialisedAnswer;
    const bytes = body === null ? null : Uint8Array.fromBase64(body);
    return new UpstreamAnswer({ status, headers: new Headers(headers), url }, { bytes, fetchedAt });
  }

  /** Serialises the answer for other hubs. */
  pack(): string {
    return JSON.stringify({
      status: this.status,
      headers: [...this.#headers],
      url: this.#url,
      body: this.#bytes?.toBase64() ?? null,
      fetchedAt: this.fetchedAt,
    } satisfies SerialisedAnswer);
  }

  /** Whether the host worked: it returned a result, or that there is none. */
  get isSound(): boolean {
    return this.status < 500 && this.status !== 429;
  }

  /** Whether the status can be cached: the cacheable statuses of RFC 9110, 15.1, that don't change soon. */
  get isLasting(): boolean {
    return (this.status >= 200 && this.status < 300) || this.status === 404 || this.status === 410;
  }

  get size(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  /** Creates a response for one caller. */
  response({ stale = false } = {}): Response {
    const headers = new Headers(this.#headers);
    // Failed responses have no time of fetching, because they can't be refused.
    if (this.isSound) headers.set(FETCHED_AT, String(this.fetchedAt));
    if (stale) headers.set(STALE, "1");
    const response = new Response(this.#bytes, { status: this.status, headers });
    return Object.defineProperty(response, "url", { value: this.#url });
  }
}
