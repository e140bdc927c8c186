import { isEqualInConstantTime } from "../lib/constant-time.ts";
import { parseBasePath } from "../platform/http/base-path.ts";

/** The request header with the token that proves that a page of the hub sent a request. */
const csrfHeader = "x-csrf-token";

/** The cookies: a session, and a login in progress. */
type CookieName = "hub_session" | "hub_login";

/**
 * The cookie of people who are logged in. Browsers accept the prefix of its name only from this host over HTTPS, so
 * that no other host of the domain can plant a session.
 */
export class SessionCookie {
  readonly #baseUrl: string | undefined;

  constructor(baseUrl: string | undefined) {
    this.#baseUrl = baseUrl;
  }

  /** Returns the session of a request. Reading a page is all that it allows without `hasToken`. */
  read(request: Request, name: CookieName = "hub_session"): string | undefined {
    const start = `${this.#getPrefix(request)}${name}=`;
    const cookies = request.headers.get("cookie")?.split(/; ?/) ?? [];
    return cookies.find((one) => one.startsWith(start))?.slice(start.length);
  }

  /** Returns the session of a request whose header has the session's token. */
  readProved(request: Request): string | undefined {
    const given = request.headers.get(csrfHeader);
    const session = given === null ? undefined : this.read(request);
    return session !== undefined && hasToken(session, given ?? "") ? session : undefined;
  }

  /** Builds the value of `Set-Cookie`. */
  build(
    request: Request,
    value: string,
    { seconds, name = "hub_session" }: { seconds: number; name?: CookieName },
  ): string {
    const secure = this.#isSecure(request) ? "; Secure" : "";
    return `${this.#getPrefix(request)}${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }

  #isSecure({ url }: Request): boolean {
    return (this.#baseUrl ?? url).startsWith("https:");
  }

  #getPrefix(request: Request): string {
    if (!this.#isSecure(request)) return "";
    // The prefix `__Host-` requires the path "/", which a hub below a base path doesn't own.
    return parseBasePath(this.#baseUrl) === "" ? "__Host-" : "__Secure-";
  }
}

/** Derives the token that pages send with a session. It reveals nothing about the session. */
export function deriveCsrfToken(session: string): string {
  return new Bun.CryptoHasher("sha256").update(`csrf token of ${session}`).digest("base64url");
}

/** Returns whether a token belongs to a session. */
export function hasToken(session: string, token: string): boolean {
  return isEqualInConstantTime(token, deriveCsrfToken(session));
}
