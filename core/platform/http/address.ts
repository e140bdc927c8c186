import { HubError } from "../../contract/errors.ts";

/** The parts of a request URL that the hub uses. */
export interface RequestAddress {
  /** The path as sent, including percent-encoding. */
  readonly pathname: string;
  /** The query string, without the question mark. */
  readonly search: string;
  /** Whether the target has a fragment, which only some parsers take for a part of the path. */
  readonly hasFragment?: boolean;
  /** Set if parsers may disagree on the URL. Such a request is rejected. */
  readonly fault: HubError | undefined;
}

/** Splits a request URL. The runtime has already removed dot segments. */
export function parseRequestAddress(request: Request): RequestAddress {
  const { url } = request;
  // Skips "http://" and at least one character of a host.
  const start = url.indexOf("/", 8);
  const hash = url.indexOf("#", start);
  const end = hash === -1 ? url.length : hash;
  const question = url.indexOf("?", start);
  const hasSearch = question !== -1 && question < end;
  const pathname = url.slice(start, hasSearch ? question : end);
  const search = hasSearch ? url.slice(question + 1, end) : "";
  let fault = checkHost(request) ?? checkParameters(search);
  if (!fault && url.includes("%"))
    fault = checkEncoding("path", pathname) ?? checkEncoding("query", search);
  return { pathname, search, hasFragment: hash !== -1, fault };
}

/** The maximum number of parameters in a query. */
export const parametersMax = 1000;

/** Returns an error for a query with too many parameters. */
function checkParameters(search: string): HubError | undefined {
  // Each ends with an ampersand, so a short query can't have too many.
  if (search.length <= parametersMax) return undefined;
  let at = -1;
  for (let left = parametersMax; left > 0; left--) {
    at = search.indexOf("&", at + 1);
    if (at === -1) return undefined;
  }
  return new HubError(
    "invalid_request",
    `The query must have at most ${parametersMax} parameters: it has more`,
  );
}

/** The last valid `Host` header. Most requests send the same one, so it isn't checked again. */
let lastValidHost: string | null = null;

/**
 * Returns an error for a duplicate or invalid `Host` header, and for a target that is no path of this hub.
 */
function checkHost({ url, headers }: Request): HubError | undefined {
  const host = headers.get("host");
  if (host === lastValidHost && url.startsWith("http")) return undefined;
  // Bun joins duplicate headers with a comma.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(host ?? "host") || !URL.canParse(url))
    return new HubError(
      "invalid_request",
      `The Host header must be one host name: it is ${JSON.stringify(host?.slice(0, 80) ?? "missing")}`,
    );
  if (!url.startsWith("http"))
    return new HubError("invalid_request", "The target of a request must be a path of this hub");
  lastValidHost = host;
  return undefined;
}

/** Replaces invalid percent-encoding in a query: a percent sign becomes `%25`, and invalid UTF-8 U+FFFD. */
export function repairQuery(search: string): string {
  return search.replace(/(?:%[\da-f]{2})+|%/gi, (run) => {
    if (run === "%") return "%25";
    const bytes = Uint8Array.fromHex(run.replaceAll("%", ""));
    return encodeURIComponent(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  });
}

/** Returns an error for invalid percent-encoding, or if it doesn't decode to UTF-8. */
function checkEncoding(part: "path" | "query", text: string): HubError | undefined {
  try {
    decodeURIComponent(text);
    return undefined;
  } catch {
    return new HubError(
      "invalid_input",
      `The ${part} must be percent-encoded UTF-8: a plain "%" is written "%25"`,
      { at: part },
    );
  }
}
