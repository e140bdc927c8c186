import { HubError } from "../contract/errors.ts";
import { isEqualInConstantTime } from "../lib/constant-time.ts";
import { isLoopback, parseAddress } from "../lib/ip-address.ts";
import { isForeignPage } from "../platform/http/origin.ts";
import type { Call } from "./call.ts";

/** The callers of the tools: all, holders of keys, or none. `auto`: all on this machine. */
export type ToolsMode = "auto" | "on" | "signed-in" | "off";

interface VisitsOptions {
  mode: ToolsMode;
  baseUrl: string | undefined;
  pepper: Uint8Array;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns the caller's IP address, according to the trusted proxies. */
  getCallerAddress: (call: Call) => string;
}

const cookieName = "hub_tools";
const lifetimeMs = 86_400_000;

/** Admits visitors of the tool pages without an API key, by a cookie that only the tools accept. */
export class Visits {
  readonly mode: ToolsMode;
  readonly #options: VisitsOptions;

  constructor(options: VisitsOptions) {
    this.mode = options.mode;
    this.#options = options;
  }

  /** Returns whether a visitor can use the tools without a key. */
  isOpenTo(call: Call): boolean {
    if (this.mode === "on") return this.#isOwnHost(call.request);
    const { baseUrl } = this.#options;
    if (this.mode !== "auto" || (baseUrl && !isLoopback(new URL(baseUrl).hostname))) return false;
    const { hostname } = new URL(call.request.url);
    return isLoopback(hostname) && isLoopback(this.#options.getCallerAddress(call));
  }

  /** Creates the value of `Set-Cookie` for a visitor. */
  createCookie({ request }: Call): string {
    const until = (this.#options.now() + lifetimeMs).toString(36);
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("base64url");
    const isSecure = (this.#options.baseUrl ?? request.url).startsWith("https:");
    return `${cookieName}=${until}.${id}.${this.#sign(`${until}.${id}`)}; Path=/tools; Max-Age=${lifetimeMs / 1000}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  }

  /** Returns why a call may not use the tools, if it may not. */
  check(call: Call): HubError | undefined {
    const { request } = call;
    if (!this.isOpenTo(call))
      return new HubError(
        "origin_not_allowed",
        "The tools of this hub need an API key here: send it to the endpoint itself",
      );
    if (isForeignPage(request, this.#options.baseUrl) || !this.#isOwnHost(request))
      return new HubError(
        "origin_not_allowed",
        "Only the hub's own pages can use its tools without an API key",
      );
    const id = this.#readId(request.headers.get("cookie") ?? "");
    if (id !== undefined) {
      call.visitor = `visitor_${id}`;
      return undefined;
    }
    return new HubError(
      "missing_api_key",
      "The cookie of the tools is missing or has expired: open the page of the tool again",
    );
  }

  /** Returns whether the host of a request can't be a name that a stranger points at this hub. */
  #isOwnHost({ url }: Request): boolean {
    const { baseUrl } = this.#options;
    const { host, hostname } = new URL(url);
    if (baseUrl !== undefined && host === new URL(baseUrl).host) return true;
    return isLoopback(hostname) || parseAddress(hostname.replace(/[[\]]/g, "")) !== undefined;
  }

  /** Returns the id in a valid cookie. */
  #readId(cookies: string): string | undefined {
    const own = cookies.split("; ").find((one) => one.startsWith(`${cookieName}=`));
    const [until = "", id = "", signature = ""] =
      own?.slice(cookieName.length + 1).split(".") ?? [];
    const isSigned = isEqualInConstantTime(signature, this.#sign(`${until}.${id}`));
    return isSigned && Number.parseInt(until, 36) > this.#options.now() ? id : undefined;
  }

  #sign(text: string): string {
    const hmac = new Bun.CryptoHasher("sha256", this.#options.pepper);
    return hmac.update(`visit of the tools ${text}`).digest("base64url");
  }
}
