/** What pdfium answers for a hyphen at the end of a line, after which it leaves the line break out. */
const brokenHyphen = "\uFFFE";

/**
 * The text of a page in lines that end in "\n". `dehyphenate` joins a word that is broken at the end
 * of a line, where it goes on in a small letter; else the hyphen and the line's end are kept.
 */
export function linesOf(raw: string, { dehyphenate }: { dehyphenate: boolean }): string {
  let text = "";
  let from = 0;
  for (let at = raw.indexOf(brokenHyphen); at >= 0; at = raw.indexOf(brokenHyphen, at + 1)) {
    const joins = dehyphenate && /^\p{Ll}/u.test(raw.slice(at + 1, at + 3));
    text += raw.slice(from, at) + (joins ? "" : "-\n");
    from = at + 1;
  }
  return (text + raw.slice(from)).replaceAll("\r\n", "\n").replaceAll("\0", "");
}
