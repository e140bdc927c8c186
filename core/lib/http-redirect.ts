/** A request to send. Header names are in lower case. */
export interface OutgoingRequest {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** Returns whether a status is a redirect. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Returns the redirect target, relative to the request URL. Returns undefined without a `Location` header,
 * and null if it is invalid. Header values have one character per byte. Bytes beyond ASCII are
 * percent-encoded: most are UTF-8, and an encoded host name or path means the same.
 */
export function getRedirectTarget(
  { headers }: Pick<Response, "headers">,
  from: URL,
): URL | null | undefined {
  const location = headers.get("location");
  if (location === null) return undefined;
  const ascii = location.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return URL.parse(ascii, from.href);
}

/** Returns the request that a browser would send next: no credentials to another origin, GET after a 303. */
export function followRedirect(
  { method, headers, body }: OutgoingRequest,
  { from, to, status }: { from: URL; to: URL; status: number },
): OutgoingRequest {
  const forwarded = { ...headers };
  if (from.origin !== to.origin)
    for (const name of ["authorization", "cookie", "host"]) delete forwarded[name];
  const keepsMethod = status === 307 || status === 308 || method === "GET" || method === "HEAD";
  if (keepsMethod) return { method, headers: forwarded, body };
  delete forwarded["content-type"];
  return { method: "GET", headers: forwarded, body: undefined };
}
