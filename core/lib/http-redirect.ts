/** A request as it is sent, header names in lower case. */
export interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** Whether an answer sends the caller elsewhere. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Where an answer sends the caller, by the address it came from: undefined where it says nothing, null
 * where what it says is no address. A header comes as a character for each byte, and bytes beyond
 * ASCII go on as they are: as the UTF-8 that they mostly are, a host's name and a path mean the same
 * when they are escaped.
 */
export function locationOf(
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

/** What a browser would send on: no credentials to another origin, a GET after a 303. */
export function followRedirect(
  { method, headers, body }: Sent,
  { from, to, status }: { from: URL; to: URL; status: number },
): Sent {
  const kept = { ...headers };
  if (from.origin !== to.origin)
    for (const name of ["authorization", "cookie", "host"]) delete kept[name];
  const keepsMethod = status === 307 || status === 308 || method === "GET" || method === "HEAD";
  if (keepsMethod) return { method, headers: kept, body };
  delete kept["content-type"];
  return { method: "GET", headers: kept, body: undefined };
}
