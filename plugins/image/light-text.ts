/**
 * Whether a text is set in a moment: in letters whose fonts are small and few. Emoji and the scripts
 * of Asia open files that take a tenth of a second.
 */
export function isLightText(text: string): boolean {
  if (text.length > 120) return false;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code > 0x52f && !(code >= 0x2010 && code <= 0x2044)) return false;
  }
  return true;
}
