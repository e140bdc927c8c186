import { HubError } from "../../contract/errors.ts";

/** The parts of a request's address that the hub goes by. */
export interface RequestAddress {
  /** As it was sent, percent-encoding included. */
  readonly pathname: string;
  /** What stands behind the question mark. */
  readonly search: string;
  /** Set where two readers may understand the address differently: such a request is refused. */
  readonly fault: HubError | undefined;
}

/** Takes a request's address apart. The runtime has removed dot segments from it by then. */
export function addressOf(request: Request): RequestAddress {
  const { url } = request;
  // Behind "http://" and at least one character of a host.
  const start = url.indexOf("/", 8);
  const hash = url.indexOf("#", start);
  const end = hash === -1 ? url.length : hash;
  const question = url.indexOf("?", start);
  const hasSearch = question !== -1 && question < end;
  const pathname = url.slice(start, hasSearch ? question : end);
  const search = hasSearch ? url.slice(question + 1, end) : "";
  let fault = faultOfHost(request);
  if (!fault && url.includes("%"))
    fault = faultOfEncoding("path", pathname) ?? faultOfEncoding("query", search);
  return { pathname, search, fault };
}

/** The Host header of the last request that was in order: most requests carry the same. */
let known: string | null = null;

/** A Host that is doubled or no host name, and a target that is no path of this hub. */
function faultOfHost({ url, headers }: Request): HubError | undefined {
  const host = headers.get("host");
  if (host === known && url.startsWith("http")) return undefined;
  // Bun joins doubled headers by a comma.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(host ?? "host") || !URL.canParse(url))
    return new HubError(
      "invalid_request",
      `The Host header must be one host name: it is ${JSON.stringify(host?.slice(0, 80) ?? "missing")}`,
    );
  if (!url.startsWith("http"))
    return new HubError("invalid_request", "The target of a request must be a path of this hub");
  known = host;
  return undefined;
}

/** Percent-encoding that is broken, or that spells something else than UTF-8. */
function faultOfEncoding(place: "path" | "query", text: string): HubError | undefined {
  try {
    decodeURIComponent(text);
    return undefined;
  } catch {
    return new HubError(
      "invalid_input",
      `The ${place} must be percent-encoded UTF-8: a plain "%" is written "%25"`,
      { at: place },
    );
  }
}
