import { FETCHED_AT, STALE } from "../doors/read-answer.ts";

interface Packed {
  status: number;
  headers: [name: string, value: string][];
  url: string;
  /** In base64. */
  body: string | null;
  fetchedAt: number;
}

/** What a host answered, to be given to as many as ask. */
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

  /** Takes a response's body out of it. */
  static async of(response: Response, fetchedAt: number): Promise<UpstreamAnswer> {
    const bytes = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
    return new UpstreamAnswer(response, { bytes, fetchedAt });
  }

  /** Reads what `pack` has written. Throws where it is something else. */
  static unpack(packed: string): UpstreamAnswer {
    const { status, headers, url, body, fetchedAt } = JSON.parse(packed) as Packed;
    const bytes = body === null ? null : Uint8Array.fromBase64(body);
    return new UpstreamAnswer({ status, headers: new Headers(headers), url }, { bytes, fetchedAt });
  }

  /** All of it as a text, for other hubs. */
  pack(): string {
    return JSON.stringify({
      status: this.status,
      headers: [...this.#headers],
      url: this.#url,
      body: this.#bytes?.toBase64() ?? null,
      fetchedAt: this.fetchedAt,
    } satisfies Packed);
  }

  /** Whether the host could do its work: it said what there is, or that there is nothing. */
  get isSound(): boolean {
    return this.status < 500 && this.status !== 429;
  }

  /** Whether it may be given again: the statuses that last, of those in RFC 9110, 15.1. */
  get isLasting(): boolean {
    return (this.status >= 200 && this.status < 300) || this.status === 404 || this.status === 410;
  }

  get size(): number {
    return this.#bytes?.byteLength ?? 0;
  }

  /** A response of its own for one who asked. */
  response({ stale = false } = {}): Response {
    const headers = new Headers(this.#headers);
    // A failure has none: there is nothing in it that could be refused.
    if (this.isSound) headers.set(FETCHED_AT, String(this.fetchedAt));
    if (stale) headers.set(STALE, "1");
    const response = new Response(this.#bytes, { status: this.status, headers });
    return Object.defineProperty(response, "url", { value: this.#url });
  }
}
