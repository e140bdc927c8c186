import { splitTokens, type Token } from "./address-tokens.ts";

/** Words and phrases that are looked up among the tokens of a text. */
export class PhraseList {
  /** By the first word of each phrase, the longest first. */
  readonly #phrases = new Map<string, string[][]>();

  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) {
      const keys = splitTokens(phrase).map(({ key }) => key);
      const [first = ""] = keys;
      this.#phrases.set(first, [...(this.#phrases.get(first) ?? []), keys]);
    }
    for (const found of this.#phrases.values()) found.sort((a, b) => b.length - a.length);
  }

  /** Returns the number of tokens of the longest phrase that begins at an index, 0 if none does. */
  measureAt(tokens: readonly Token[], index: number): number {
    const found = this.#phrases.get(tokens[index]?.key ?? "");
    return (
      found?.find((keys) => keys.every((key, at) => tokens[index + at]?.key === key))?.length ?? 0
    );
  }

  /** Returns the number of tokens of the longest phrase that ends before an index, 0 if none does. */
  measureBefore(tokens: readonly Token[], index: number): number {
    for (let length = 5; length > 0; length--)
      if (this.measureAt(tokens, index - length) === length) return length;
    return 0;
  }
}
