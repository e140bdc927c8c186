import type { HTTPRequest, HTTPResponse, Page } from "puppeteer-core";
import type { NetworkReport } from "../../contract/browser-door.ts";
import { type PageProxy, refusedHeader } from "./proxy.ts";

/** Most requests of one page. */
const requestsMax = 500;

/** What a page asks of the network, as the browser tells it. */
export class Traffic {
  /** The last answer to a request for the page itself, redirects followed. */
  document: HTTPResponse | undefined;
  /** The last request for the page itself. */
  asked: HTTPRequest | undefined;
  open = 0;
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
      this.open++;
      if (isDocument(request)) this.asked = request;
      if (this.#requests === requestsMax) void page.setOfflineMode(true).catch(() => {});
    });
    page.on("response", (response) => {
      if (isDocument(response.request())) this.document = response;
      // Without TLS the proxy refuses by an answer, and with it by none.
      if (response.headers()[refusedHeader] === "blocked") this.#blocked++;
    });
    page.on("requestfinished", () => void this.open--);
    page.on("requestfailed", (request) => {
      this.open--;
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
