import type { HTTPRequest, HTTPResponse, Page } from "puppeteer-core";
import type { NetworkReport } from "../../contract/browser-door.ts";
import { type PageProxy, refusedHeader } from "./proxy.ts";

/** Maximum number of requests of a page. */
const requestsMax = 500;

/** Maximum duration of a script's request. A longer one is waiting for push messages. */
const callMsMax = 5000;

/**
 * Number of identical requests of a script, or requests that differ only in the query, from which on it is
 * polling.
 */
const [identicalMax, similarMax] = [4, 12];

/** Types of requests that continue while the page is shown, and don't have to finish. */
const streams: readonly string[] = ["media", "websocket", "eventsource", "ping", "prefetch"];

/** The network requests of a page, as reported by the browser. */
export class Traffic {
  /** The last response to a request for the page itself, after redirects. */
  document: HTTPResponse | undefined;
  /** The last request for the page itself. */
  asked: HTTPRequest | undefined;
  #documentRequestedAt = 0;
  readonly #pending = new Map<HTTPRequest, number>();
  /** Time of the last response to a script. */
  #lastCallAt = 0;
  readonly #requestCounts = new Map<string, number>();
  #requests = 0;
  #failed = 0;
  #blocked = 0;
  readonly #proxy: PageProxy;

  constructor(page: Page, proxy: PageProxy) {
    this.#proxy = proxy;
    const isDocument = (request: HTTPRequest) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on("request", (request) => {
      this.#requests++;
      if (!streams.includes(request.resourceType()) && !this.#isPoll(request))
        this.#pending.set(request, performance.now());
      if (isDocument(request)) {
        this.asked = request;
        this.#documentRequestedAt = this.#pending.get(request) ?? 0;
      }
      if (this.#requests === requestsMax) void page.setOfflineMode(true).catch(() => {});
    });
    page.on("response", (response) => {
      if (isDocument(response.request())) this.document = response;
      // Without TLS, the proxy rejects requests by a response. With TLS, it closes the connection.
      if (response.headers()[refusedHeader] === "blocked") this.#blocked++;
    });
    page.on("requestfinished", (request) => this.#close(request));
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#dropPreviousPage();
    });
    page.on("requestfailed", (request) => {
      this.#close(request);
      this.#failed++;
      if (this.#getRefusal(request) === "blocked") this.#blocked++;
    });
  }

  /** The reason if the proxy rejected the page itself. */
  get refusal() {
    const refusal = this.asked && this.#getRefusal(this.asked);
    const answered = this.asked?.response();
    // A host can be allowed at first and rejected later, when the page has exceeded its size limit.
    return answered && answered.headers()[refusedHeader] === undefined ? undefined : refusal;
  }

  /**
   * Returns the number of pending file requests and script requests, and the time since the last response to
   * a script.
   */
  pending(now: number): { files: number; calls: number; quietMs: number } {
    const pending = [...this.#pending].map(([request, since]) => ({
      isCall: isCall(request),
      since,
    }));
    return {
      files: pending.filter(({ isCall }) => !isCall).length,
      calls: pending.filter(({ isCall, since }) => isCall && now - since < callMsMax).length,
      quietMs: now - this.#lastCallAt,
    };
  }

  /** Drops the requests of a previous page. The browser may never report their end. */
  #dropPreviousPage(): void {
    for (const [request, since] of this.#pending)
      if (since < this.#documentRequestedAt) this.#pending.delete(request);
  }

  #close(request: HTTPRequest): void {
    if (this.#pending.delete(request) && isCall(request)) this.#lastCallAt = performance.now();
  }

  /** Checks whether a script has sent the same request so often that it is polling. */
  #isPoll(request: HTTPRequest): boolean {
    if (!isCall(request)) return false;
    const [url = ""] = request.url().split("#");
    const [path = ""] = url.split("?");
    const body = request.postData() ?? "";
    const signature = `${request.method()} ${Bun.hash(body)}`;
    const count = (key: string) => {
      const times = (this.#requestCounts.get(key) ?? 0) + 1;
      this.#requestCounts.set(key, times);
      return times;
    };
    const [identical, similar] = [count(`${signature} ${url}`), count(`${signature} ${path} *`)];
    return identical > identicalMax || similar > similarMax;
  }

  report(): NetworkReport {
    const { refused } = this.#proxy;
    return {
      requests: this.#requests,
      failed: this.#failed,
      blocked: this.#blocked,
      bytes: this.#proxy.bytes,
      refused: [...refused].slice(0, 100).map(([host, reason]) => ({ host, reason })),
    };
  }

  #getRefusal(request: HTTPRequest) {
    const host = URL.parse(request.url())?.hostname.replace(/^\[|\]$/g, "");
    return host === undefined ? undefined : this.#proxy.refused.get(host);
  }
}

function isCall(request: HTTPRequest): boolean {
  return request.resourceType() === "xhr" || request.resourceType() === "fetch";
}
