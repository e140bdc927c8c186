/** Escapes the characters of `special` with backslashes. */
export function escapeText(text: string, special: string): string {
  let result = "";
  for (const char of text) result += special.includes(char) ? `\\${char}` : char;
  return result;
}

/** Removes backslash escapes. With `newline`, `\n` is a line break, as in vCard. */
export function unescapeText(text: string, { newline = false } = {}): string {
  let result = "";
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    const next = text[index + 1];
    if (char !== "\\" || next === undefined) {
      result += char;
      continue;
    }
    result += newline && (next === "n" || next === "N") ? "\n" : next;
    index++;
  }
  return result;
}

/** Splits a text at each unescaped separator. The parts remain escaped. */
export function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === separator) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/**
 * Parses `PREFIX:KEY:value;KEY:value;;`, the format of NTT DoCoMo's cards. Values remain escaped, because one of them
 * may be a list. Returns undefined if the prefix differs.
 */
export function readFields(text: string, prefix: string): Map<string, string[]> | undefined {
  if (text.slice(0, prefix.length).toUpperCase() !== prefix) return undefined;
  const fields = new Map<string, string[]>();
  for (const field of split(text.slice(prefix.length), ";")) {
    const colon = field.indexOf(":");
    if (colon < 1) continue;
    const key = field.slice(0, colon).trim().toUpperCase();
    const values = fields.get(key) ?? [];
    fields.set(key, [...values, field.slice(colon + 1)]);
  }
  return fields;
}
