/** The lines of payment terms that XRechnung reads as a discount for early payment. */
export function skontoLines(terms: string): string[] {
  return terms
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("#"));
}

/** Whether a line is one: `#SKONTO#TAGE=14#PROZENT=2.25#`, with what it is of where that is not all. */
export function isSkonto(line: string): boolean {
  return /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d\d(#BASISBETRAG=-?\d+\.\d\d)?#$/.test(line);
}

/** Whether a line break follows the last text between two #, the second half of BR-DE-18. */
export function isClosed(terms: string): boolean {
  const lines = terms.split("\n");
  const last = lines.findLastIndex((line) => line.lastIndexOf("#") > line.indexOf("#") + 1);
  const line = lines[last] ?? "";
  return last < lines.length - 1 && line.slice(line.lastIndexOf("#") + 1).trim() === "";
}

/** Ends terms in a line break where their last line is a discount: texts are trimmed before. */
export function closeTerms(terms: string | undefined): string | undefined {
  const last = terms?.slice(terms.lastIndexOf("\n") + 1);
  return last?.startsWith("#") ? `${terms}\n` : terms;
}
