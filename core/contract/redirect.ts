import { Reply } from "./reply.ts";
import type { ResponseHeaders } from "./response-headers.ts";

/** The redirect statuses. 307 and 308 preserve the method and the body. */
type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/**
 * Redirects the caller to an absolute http(s) URL, the URL of an app, or a path of this hub. The response has no body,
 * regardless of the route's schema. For public paths only: under `/api`, a success is always 200.
 */
export function redirect(
  location: string,
  { status = 302, headers = {} }: { status?: RedirectStatus; headers?: ResponseHeaders } = {},
): Reply {
  return new Reply(undefined, {
    status,
    // Frozen, so that the hub checks them once if the redirect is sent again.
    headers: Object.freeze({ ...headers, location: normaliseLocation(location) }),
  });
}

/** Checks whether a reply was created by `redirect()`, and so has no body to validate. */
export function isRedirect({ body, status, headers }: Reply): boolean {
  return body === undefined && status >= 300 && status < 400 && headers.location !== undefined;
}

/** A placeholder for the origin of this hub when a path is parsed. */
const placeholderOrigin = "http://hub.invalid";

/**
 * Normalises the target of a redirect: in ASCII, as the URL standard serialises it. Throws unless it is an http(s) URL,
 * the URL of an app, or a path of this hub.
 */
export function normaliseLocation(location: string): string {
  // The URL parser would silently remove tabs, newlines and surrounding spaces.
  if (hasControl(location)) throw createError(location, "it has a control character or a space");
  const isPath = location.startsWith("/");
  const url = URL.parse(location, isPath ? placeholderOrigin : undefined);
  if (!url || !(url.protocol === "https:" || url.protocol === "http:" || isAppScheme(url.protocol)))
    throw createError(location, "it must be a path or start with http:// or https://");
  if (!isPath) return url.href;
  // "//host", "/\host" and "/.//host" look like paths, but are other hosts for a browser.
  const path = url.href.slice(placeholderOrigin.length);
  if (url.origin !== placeholderOrigin || path.startsWith("//"))
    throw createError(location, "it leads to another host");
  return path;
}

/** Schemes that browsers handle themselves, or with a program that reads files. */
const browserSchemes: readonly string[] = [
  ...["about:", "blob:", "data:", "file:", "filesystem:", "ftp:", "http:", "https:", "jar:"],
  ...["javascript:", "vbscript:", "view-source:", "ws:", "wss:"],
];

/** Returns whether URLs with a scheme, such as `mailto:`, belong to an app and not to the browser. */
export function isAppScheme(scheme: string): boolean {
  return /^[a-z][a-z0-9+.-]*:$/.test(scheme) && !browserSchemes.includes(scheme);
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return true;
  }
  return false;
}

function createError(location: string, why: string): TypeError {
  return new TypeError(`Cannot redirect to ${JSON.stringify(location.slice(0, 200))}: ${why}`);
}
