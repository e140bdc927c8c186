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
