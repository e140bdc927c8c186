/** The names and values of a query, in order, as HTML forms write them. The encoding was checked. */
export function queryPairs(search: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let start = 0; start < search.length; ) {
    const ampersand = search.indexOf("&", start);
    const end = ampersand === -1 ? search.length : ampersand;
    const equals = search.indexOf("=", start);
    if (end > start)
      pairs.push(
        equals === -1 || equals > end
          ? [decode(search.slice(start, end)), ""]
          : [decode(search.slice(start, equals)), decode(search.slice(equals + 1, end))],
      );
    start = end + 1;
  }
  return pairs;
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}
