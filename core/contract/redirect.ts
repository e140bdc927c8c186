import { Reply } from "./reply.ts";

/** The statuses that send a caller elsewhere. A 307 and a 308 keep the method and the body. */
type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/**
 * Sends the caller on to an absolute http(s) address or to a path of this hub. Answers with no body,
 * whatever the route's schema says. For public paths: under `/api` a success is 200.
 */
export function redirect(
  location: string,
  {
    status = 302,
    headers = {},
  }: { status?: RedirectStatus; headers?: Readonly<Record<string, string>> } = {},
): Reply {
  return new Reply(undefined, { status, headers: { ...headers, location: addressOf(location) } });
}

/** Whether an answer was built by `redirect()`: then there is nothing to hold to a schema. */
export function isRedirect({ body, status, headers }: Reply): boolean {
  return body === undefined && status >= 300 && status < 400 && headers.location !== undefined;
}

/** Stands for this hub where a path is read. */
const here = "http://hub.invalid";

/** The address as a header may carry it: in ASCII, as the URL standard writes it. */
function addressOf(location: string): string {
  // The URL parser would take tabs and newlines out, and blanks off the ends, without a word.
  if (hasControl(location)) throw refusal(location, "it has a control character or a blank");
  const isPath = location.startsWith("/");
  const url = URL.parse(location, isPath ? here : undefined);
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    throw refusal(location, "it must be a path or begin with http:// or https://");
  if (!isPath) return url.href;
  // "//host", "/\host" and "/.//host" are paths to look at and other hosts to a browser.
  const path = url.href.slice(here.length);
  if (url.origin !== here || path.startsWith("//"))
    throw refusal(location, "it leads to another host");
  return path;
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f) return true;
  }
  return false;
}

function refusal(location: string, why: string): TypeError {
  return new TypeError(`Cannot redirect to ${JSON.stringify(location.slice(0, 200))}: ${why}`);
}
