/** Reads percent-encoding, and leaves a text as it is where the encoding is broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes `?name=value&…` of the fields that have a value. A blank is %20: "+" is HTML's alone. */
export function buildQuery(fields: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Cuts a URI at its first `?`. Of a field that is there twice, the first counts. */
export function readQuery(uri: string): { path: string; query: Map<string, string> } {
  const mark = uri.indexOf("?");
  const query = new Map<string, string>();
  if (mark < 0) return { path: uri, query };
  for (const pair of uri.slice(mark + 1).split("&")) {
    const equals = pair.indexOf("=");
    const name = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    if (name && !query.has(name))
      query.set(name, equals < 0 ? "" : decodePercent(pair.slice(equals + 1)));
  }
  return { path: uri.slice(0, mark), query };
}
