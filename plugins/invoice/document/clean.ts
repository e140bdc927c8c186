/**
 * Characters that are not printed and may deceive: controls but the line break, and those that turn
 * the direction of what follows or have no width.
 */
const unprinted = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A text as it is printed: composed, with plain line breaks and without what is not seen. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll("\r\n", "\n")
    .replace(/[\r\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(unprinted, (character) => (character === "\n" ? character : ""))
    .trim();
}

/** All texts of a request, cleaned; what is no text to print is left as it is. */
export function cleanTexts<Value>(value: Value, name = ""): Value {
  if (typeof value === "string")
    return (name.startsWith("logo_") ? value : cleanText(value)) as Value;
  if (Array.isArray(value)) return value.map((one) => cleanTexts(one)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, cleanTexts(one, key)]),
  ) as Value;
}
