/** Decodes percent-encoding. Returns the text unchanged if the encoding is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns `?name=value&…` of the fields that have a value. A space is %20: "+" is specific to HTML forms. */
export function buildQuery(fields: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Splits a URI at its first `?`. The first of several equal fields counts. */
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
