/** Maximum delay of a redirect. Pages that wait longer are shown, such as those that reload every minute. */
const delayMaxS = 10;

/** Parses the content of `<meta http-equiv="refresh">`. Returns the URL, or undefined if the page only reloads. */
export function parseRefresh(content: string): string | undefined {
  const text = content.trim();
  const digits = /^\d*/.exec(text)?.[0] ?? "";
  if (digits === "" && !text.startsWith(".")) return undefined;
  if (Number(digits) > delayMaxS) return undefined;
  // Fractions of a second are ignored.
  const rest = text
    .slice(digits.length)
    .replace(/^[\d.]{1,20}/, "")
    .trimStart();
  const target = rest.replace(/^[;,]/, "").trimStart();
  const bare = target.replace(/^url\s{0,20}=/i, "").trimStart();
  const quote = bare.startsWith('"') || bare.startsWith("'") ? bare.charAt(0) : "";
  const value = bare.slice(quote.length);
  const end = quote === "" ? -1 : value.indexOf(quote);
  return (end === -1 ? value : value.slice(0, end)).trim() || undefined;
}
