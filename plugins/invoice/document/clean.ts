/**
 * Invisible characters that may deceive: controls except line breaks, and characters that change the text direction
 * or have no width.
 */
const invisible = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** Cleans a text for printing: composes it, normalizes line breaks and removes invisible characters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll("\r\n", "\n")
    .replace(/[\r\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replace(invisible, (character) => (character === "\n" ? character : ""))
    .trim();
}

/** Cleans all texts of a request. Everything that isn't printed text is returned unchanged. */
export function cleanTexts<Value>(value: Value, name = ""): Value {
  if (typeof value === "string")
    return (name.startsWith("logo_") ? value : cleanText(value)) as Value;
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cleanTexts(item, key)]),
  ) as Value;
}
