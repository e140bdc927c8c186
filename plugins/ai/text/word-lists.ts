/** The words of a list that stands in the source, with spaces or line breaks between them. */
export function readWords(list: string): string[] {
  return list.trim().split(/\s+/);
}

/** The pairs of such a list, each as `left:right`; nothing on the right is the empty string. */
export function readPairs(list: string): [left: string, right: string][] {
  return readWords(list).map((pair) => {
    const colon = pair.indexOf(":");
    return [pair.slice(0, colon), pair.slice(colon + 1)];
  });
}
