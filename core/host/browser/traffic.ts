import type { HTTPRequest, HTTPResponse, Page } from "puppeteer-core";
import type { NetworkReport } from "../../contract/browser-door.ts";
import { type PageProxy, refusedHeader } from "./proxy.ts";

/** Most requests of one page. */
const requestsMax = 500;

/** How long an answer to a script may take: what stays open longer waits for news. */
const callMsMax = 5000;

/** What a script has asked so often, to the letter or but for its query, it asks for ever. */
const [sameMax, alikeMax] = [4, 12];

/** What comes while a page is shown, and need not be there before. */
const streams: readonly string[] = ["media", "websocket", "eventsource", "ping", "prefetch"];

/** What a page asks of the network, as the browser tells it. */
export class Traffic {
  /** The last answer to a request for the page itself, redirects followed. */
  document: HTTPResponse | undefined;
  /** The last request for the page itself. */
  asked: HTTPRequest | undefined;
  #askedAt = 0;
  readonly #open = new Map<HTTPRequest, number>();
  /** When the last answer to a script was there. */
  #calledAt = 0;
  readonly #askedTimes = new Map<string, number>();
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
        this.#open.set(request, performance.now());
      if (isDocument(request)) {
        this.asked = request;
        this.#askedAt = this.#open.get(request) ?? 0;
      }
      if (this.#requests === requestsMax) void page.setOfflineMode(true).catch(() => {});
    });
    page.on("response", (response) => {
      if (isDocument(response.request())) this.document = response;
      // Without TLS the proxy refuses by an answer, and with it by none.
      if (response.headers()[refusedHeader] === "blocked") this.#blocked++;
    });
    page.on("requestfinished", (request) => this.#close(request));
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#forgetPageBefore();
    });
    page.on("requestfailed", (request) => {
      this.#close(request);
      this.#failed++;
      if (this.#refusalOf(request) === "blocked") this.#blocked++;
    });
  }

  /** Why the page itself was not let through, if it was not. */
  get refusal() {
    const refusal = this.asked && this.#refusalOf(this.asked);
    const answered = this.asked?.response();
    // A host may be let through once and refused later, when the page has had enough.
    return answered && answered.headers()[refusedHeader] === undefined ? undefined : refusal;
  }

  /**
   * What the page still waits for: files, and answers to its scripts that may change it; and for how
   * long it has had all of these.
   */
  pending(now: number): { files: number; calls: number; quietMs: number } {
    const open = [...this.#open].map(([request, since]) => ({ isCall: isCall(request), since }));
    return {
      files: open.filter(({ isCall }) => !isCall).length,
      calls: open.filter(({ isCall, since }) => isCall && now - since < callMsMax).length,
      quietMs: now - this.#calledAt,
    };
  }

  /** Of what a page asked that has been left, the browser may never tell the end. */
  #forgetPageBefore(): void {
    for (const [request, since] of this.#open)
      if (since < this.#askedAt) this.#open.delete(request);
  }

  #close(request: HTTPRequest): void {
    if (this.#open.delete(request) && isCall(request)) this.#calledAt = performance.now();
  }

  /** Whether a script has asked the same so often that it will not end. */
  #isPoll(request: HTTPRequest): boolean {
    if (!isCall(request)) return false;
    const [url = ""] = request.url().split("#");
    const [path = ""] = url.split("?");
    const body = request.postData() ?? "";
    const asked = `${request.method()} ${Bun.hash(body)}`;
    const count = (key: string) => {
      const times = (this.#askedTimes.get(key) ?? 0) + 1;
      this.#askedTimes.set(key, times);
      return times;
    };
    const [same, alike] = [count(`${asked} ${url}`), count(`${asked} ${path} *`)];
    return same > sameMax || alike > alikeMax;
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

  #refusalOf(request: HTTPRequest) {
    const host = URL.parse(request.url())?.hostname.replace(/^\[|\]$/g, "");
    return host === undefined ? undefined : this.#proxy.refused.get(host);
  }
}

function isCall(request: HTTPRequest): boolean {
  return request.resourceType() === "xhr" || request.resourceType() === "fetch";
}
