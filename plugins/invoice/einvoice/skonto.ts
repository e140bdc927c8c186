/** Returns the lines of payment terms that XRechnung reads as early payment discounts. */
export function skontoLines(terms: string): string[] {
  return terms
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("#"));
}

/** Returns whether a line is a valid discount: `#SKONTO#TAGE=14#PROZENT=2.25#`, with an optional base amount. */
export function isSkonto(line: string): boolean {
  return /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d\d(#BASISBETRAG=-?\d+\.\d\d)?#$/.test(line);
}

/** Returns whether a line break follows the last text between two #: the second half of BR-DE-18. */
export function isClosed(terms: string): boolean {
  const lines = terms.split("\n");
  const last = lines.findLastIndex((line) => line.lastIndexOf("#") > line.indexOf("#") + 1);
  const line = lines[last] ?? "";
  return last < lines.length - 1 && line.slice(line.lastIndexOf("#") + 1).trim() === "";
}

/** Appends a line break if the last line is a discount, because texts are trimmed before. */
export function closeTerms(terms: string | undefined): string | undefined {
  const last = terms?.slice(terms.lastIndexOf("\n") + 1);
  return last?.startsWith("#") ? `${terms}\n` : terms;
}
