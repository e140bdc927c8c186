/** Returns a text in an invented language: each word reversed, and all other characters unchanged. */
export function pretended(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => [...word].toReversed().join(""));
}
