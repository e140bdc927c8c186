/** Appends a line break if the last line is a discount, because texts are trimmed before. */
export function closeTerms(terms: string | undefined): string | undefined {
  const last = terms?.slice(terms.lastIndexOf("\n") + 1);
  return last?.startsWith("#") ? `${terms}\n` : terms;
}
