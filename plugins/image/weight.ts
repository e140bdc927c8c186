/** Whether an answer has to be drawn into pixels, which takes more than a moment. */
export function needsPixels({ format, response }: { format: string; response: string }): boolean {
  return response === "json" || (format !== "svg" && format !== "css");
}

/**
 * Whether a text is set in a moment: in letters whose fonts are small and few. Emoji and the scripts
 * of Asia open files that take a tenth of a second.
 */
export function isLightText(text: string): boolean {
  if (text.length > 120) return false;
  for (const character of text) {
    // `for…of` never yields an empty text.
    const code = character.codePointAt(0)!;
    if (code > 0x52f && !(code >= 0x2010 && code <= 0x2044)) return false;
  }
  return true;
}
