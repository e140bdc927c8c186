import type { HTTPRequest, Page } from "puppeteer-core";
import type { PageFile } from "../../contract/browser-door.ts";
import { hopByHop, type PageProxy, refusedHeader } from "./proxy.ts";

/** Limits of a record. Requests that fail without a connection aren't limited by the proxy. */
const [entriesMax, charsMax] = [1000, 10_000_000];

/** Headers whose values give access to accounts. */
const secretHeaders = ["authorization", "cookie", "set-cookie"];

interface Exchange {
  request: HTTPRequest;
  startedAt: number;
  respondedAt?: number;
  endedAt?: number;
}

interface HarOptions {
  proxy: PageProxy;
  /** The names of headers that the caller sends. Their values are left out, too. */
  ownHeaders: readonly string[];
}

/** Records the requests of a page, as the browser reports them, in HAR 1.2 without bodies and secrets. */
export class HarRecorder {
  readonly #exchanges = new Map<HTTPRequest, Exchange>();
  readonly #options: HarOptions;
  readonly #secrets: ReadonlySet<string>;
  #chars = 0;
  #isCut = false;

  constructor(page: Page, options: HarOptions) {
    this.#options = options;
    this.#secrets = new Set([
      ...secretHeaders,
      ...options.ownHeaders.map((name) => name.toLowerCase()),
    ]);
    const getExchange = (request: HTTPRequest): Partial<Exchange> =>
      this.#exchanges.get(request) ?? {};
    page.on("request", (request) => this.#add(request));
    page.on("response", (response) => {
      const exchange = getExchange(response.request());
      exchange.respondedAt = Date.now();
      this.#chars += JSON.stringify(response.headers()).length;
    });
    const end = (request: HTTPRequest) => {
      getExchange(request).endedAt = Date.now();
    };
    page.on("requestfinished", end);
    page.on("requestfailed", end);
  }

  #add(request: HTTPRequest): void {
    // Addresses with their own data aren't requests to a host.
    if (!/^https?:/.test(request.url())) return;
    const size = request.url().length + JSON.stringify(request.headers()).length;
    this.#isCut ||= this.#exchanges.size >= entriesMax || this.#chars + size > charsMax;
    if (this.#isCut) return;
    this.#chars += size;
    this.#exchanges.set(request, { request, startedAt: Date.now() });
  }

  /** Returns the record as JSON. It is cut off if the page has sent too many requests. */
  write({ url, title }: { url: string; title: string }): { text: string; truncated: boolean } {
    const entries = [...this.#exchanges.values()].map((exchange) => this.#describe(exchange));
    const [first] = this.#exchanges.values();
    const startedDateTime = new Date(first?.startedAt ?? Date.now()).toISOString();
    const log = {
      version: "1.2",
      creator: { name: "utilhub", version: "" },
      pages: [{ startedDateTime, id: "page", title: title || url, pageTimings: {} }],
      entries,
    };
    return { text: JSON.stringify({ log }), truncated: this.#isCut };
  }

  /** Returns the requests except for the page itself, and for the icon that browsers look for. */
  listFiles(page: Page): PageFile[] {
    const isOwn = (request: HTTPRequest) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame();
    return [...this.#exchanges.keys()]
      .filter((request) => !isOwn(request) && !request.url().endsWith("/favicon.ico"))
      .map((request) => {
        const { response, error } = this.#read(request);
        return { url: request.url(), status: response?.status() ?? 0, error };
      });
  }

  /** Returns the response of a host, or why there is none. */
  #read(request: HTTPRequest) {
    const refusal = this.#options.proxy.refused.get(new URL(request.url()).hostname);
    const given = request.response();
    // Without TLS, the proxy rejects a request by a response.
    const response = refusal && given?.headers()[refusedHeader] ? null : given;
    const error = response ? undefined : (refusal ?? request.failure()?.errorText);
    return { response, error };
  }

  #describe({ request, startedAt, respondedAt, endedAt }: Exchange) {
    const [respondedBy = startedAt, endedBy = Date.now()] = [respondedAt, endedAt];
    const wait = Math.max(0, respondedBy - startedAt);
    const receive = Math.max(0, endedBy - Math.max(startedAt, respondedBy));
    const { response, error } = this.#read(request);
    const headers = response?.headers() ?? {};
    const common = { httpVersion: "unknown", cookies: [], headersSize: -1 };
    return {
      pageref: "page",
      startedDateTime: new Date(startedAt).toISOString(),
      time: wait + receive,
      request: {
        ...{ method: request.method(), url: request.url(), ...common },
        headers: this.#listHeaders(request.headers()),
        queryString: [...new URL(request.url()).searchParams].map(([name, value]) => ({
          name,
          value,
        })),
        bodySize: request.hasPostData() ? (request.postData()?.length ?? -1) : 0,
      },
      response: {
        ...{ status: response?.status() ?? 0, statusText: response?.statusText() ?? "", ...common },
        headers: this.#listHeaders(headers),
        content: {
          size: Number(headers["content-length"] ?? -1),
          mimeType: headers["content-type"] ?? "",
        },
        redirectURL: headers.location ?? "",
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait, receive },
      _resourceType: request.resourceType(),
      ...(error !== undefined && { _error: error }),
    };
  }

  #listHeaders(headers: Record<string, string>) {
    return Object.entries(headers)
      .filter(([name]) => !hopByHop.has(name.toLowerCase()))
      .map(([name, value]) => ({
        name,
        value: this.#secrets.has(name.toLowerCase()) ? "[removed]" : value,
      }));
  }
}
