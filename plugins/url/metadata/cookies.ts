/** Cookies that the redirects of one visit set. They are sent only during this visit, as by a browser. */
export class Cookies {
  readonly #cookies: Cookie[] = [];

  /** Stores the cookies of a response. */
  store(headers: Headers, from: URL): void {
    for (const text of headers.getSetCookie()) {
      const cookie = parseCookie(text, from);
      if (!cookie) continue;
      const { name, domain } = cookie;
      const known = this.#cookies.findIndex((one) => one.name === name && one.domain === domain);
      if (known !== -1) this.#cookies.splice(known, 1);
      if (!cookie.isExpired && this.#cookies.length < cookiesMax) this.#cookies.push(cookie);
    }
  }

  /** Returns the header for a URL, or undefined if it gets no cookies. */
  header(url: URL): string | undefined {
    const sent = this.#cookies.filter((cookie) => isFor(cookie, url));
    return sent.length === 0 ? undefined : sent.map(({ pair }) => pair).join("; ");
  }
}

const cookiesMax = 50;
const cookieBytesMax = 4096;

interface Cookie {
  name: string;
  /** Name and value. */
  pair: string;
  domain: string;
  /** Whether subdomains get it, too. */
  isShared: boolean;
  path: string;
  isSecure: boolean;
  isExpired: boolean;
}

/** Parses a `Set-Cookie` header (RFC 6265 §5.2). Returns undefined if a browser would ignore it. */
function parseCookie(text: string, from: URL): Cookie | undefined {
  const [pair = "", ...attributes] = text.split(";").map((part) => part.trim());
  const equals = pair.indexOf("=");
  const isVisible = /^[ -~\x80-\xff]*$/.test(pair);
  if (equals < 1 || pair.length > cookieBytesMax || !isVisible) return undefined;
  const values = new Map(
    attributes.map((attribute) => {
      const [name = "", value = ""] = attribute.split("=", 2);
      return [name.trim().toLowerCase(), value.trim()] as const;
    }),
  );
  const domain = values.get("domain")?.replace(/^\./, "").toLowerCase() || undefined;
  if (domain !== undefined && !canShare(from.hostname, domain)) return undefined;
  const path = values.get("path");
  return {
    name: pair.slice(0, equals),
    pair,
    domain: domain ?? from.hostname,
    isShared: domain !== undefined,
    path: path?.startsWith("/") ? path : getFolder(from.pathname),
    isSecure: values.has("secure"),
    isExpired: isExpired(values),
  };
}

/** Returns whether a host may set cookies for a domain: its own, or a parent that isn't a public suffix. */
function canShare(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isPublicSuffix(domain));
}

/** Recognises top-level domains, and those such as `co.uk` by their lengths. */
function isPublicSuffix(domain: string): boolean {
  return /^(?:[a-z]{1,3}\.)?[a-z]{2}$/.test(domain) || !domain.includes(".");
}

function isExpired(values: ReadonlyMap<string, string>): boolean {
  const age = values.get("max-age");
  // Dates are for later visits, except for the usual one that deletes a cookie.
  if (age !== undefined) return Number(age) <= 0;
  return Date.parse(values.get("expires") ?? "") <= longAgo;
}

const longAgo = Date.UTC(2000, 0, 1);

function getFolder(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

function isFor({ domain, isShared, path, isSecure }: Cookie, url: URL): boolean {
  const { hostname, pathname, protocol } = url;
  const isHost = hostname === domain || (isShared && hostname.endsWith(`.${domain}`));
  const isPath = pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
  return isHost && isPath && (!isSecure || protocol === "https:");
}
