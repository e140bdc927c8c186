/** Returns whether a response requires rasterising, which is slow. */
export function needsPixels({ format, response }: { format: string; response: string }): boolean {
  return response === "json" || (format !== "svg" && format !== "css");
}

/**
 * Returns whether a text can be set quickly, with few and small fonts. Emoji and Asian scripts
 * require fonts that take a tenth of a second to load.
 */
export function isLightText(text: string): boolean {
  if (text.length > 120) return false;
  for (const character of text) {
    // `for…of` never yields an empty string.
    const code = character.codePointAt(0)!;
    if (code > 0x52f && !(code >= 0x2010 && code <= 0x2044)) return false;
  }
  return true;
}
