/** A text in a language that nobody speaks: each word backwards, and what is no word as it was. */
export function pretended(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => [...word].toReversed().join(""));
}
