/** Splits a list in the source at spaces and line breaks. */
export function readWords(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** Splits such a list into `left:right` pairs. The right side may be empty. */
export function readPairs(list: string): [left: string, right: string][] {
  return readWords(list).map((pair) => {
    const colon = pair.indexOf(":");
    return [pair.slice(0, colon), pair.slice(colon + 1)];
  });
}

/** Joins words and phrases to the alternatives of a regular expression, the longest first. */
export function joinAlternatives(words: Iterable<string>): string {
  return [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
}
