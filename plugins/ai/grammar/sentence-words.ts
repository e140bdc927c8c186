import type { Span } from "hub";
import { splitWords, type Word } from "../text/words.ts";
import type { Match } from "./request.ts";

/** A correction of a range of words, from `from` to `to` inclusive. */
export interface Fix {
  from: number;
  to: number;
  replacement: string;
}

/** The rule of a correction, with its category and its explanation. */
export interface RuleInfo {
  rule: string;
  category: string;
  message: string;
}

/** Finds a mistake at a position of a sentence. */
export type Finder = (words: SentenceWords, index: number) => Match | undefined;

/** Yields at each position the match of the first finder that has one. */
export function* matchEach(words: SentenceWords, finders: readonly Finder[]): Generator<Match> {
  for (let index = 0; index < words.length; index++) {
    const found = words.firstMatch(index, finders);
    if (found) yield found;
  }
}

/** The words of a sentence. Positions outside it read as an empty word. */
export class SentenceWords {
  readonly words: readonly Word[];
  readonly #text: string;
  readonly #shift: number;

  constructor(sentence: Span) {
    this.#text = sentence.text;
    this.#shift = sentence.start;
    this.words = splitWords(sentence.text);
  }

  get length(): number {
    return this.words.length;
  }

  /** Returns a word in lower case. */
  at(index: number): string {
    return this.words[index]?.lower ?? "";
  }

  /** Returns a word as it is written. */
  raw(index: number): string {
    return this.words[index]?.text ?? "";
  }

  /** Returns the characters between a word and the next one, or up to the end. */
  gap(index: number): string {
    const word = this.words[index];
    return word ? this.#text.slice(word.end, this.words[index + 1]?.start) : "";
  }

  /** Whether a word and the next one are separated by a space only. */
  joins(index: number): boolean {
    return this.gap(index) === " " && index + 1 < this.length;
  }

  /** Whether all words of a range are separated by spaces only. */
  isJoined(from: number, to: number): boolean {
    if (from < 0 || to >= this.length) return false;
    for (let index = from; index < to; index++) if (this.gap(index) !== " ") return false;
    return true;
  }

  /** Whether a mark that ends a clause follows a word. */
  ends(index: number): boolean {
    return index === this.length - 1 || /^[.,;:!?)]/.test(this.gap(index));
  }

  /** Whether a word opens a clause: the first one, or one after a mark. */
  opens(index: number): boolean {
    return index === 0 || /[,;:.!?(]\s*$/.test(this.gap(index - 1));
  }

  /** Whether the sentence ends with a question mark. */
  get isQuestion(): boolean {
    return this.gap(this.length - 1).startsWith("?");
  }

  /** Whether a word is capitalized inside the sentence. */
  isName(index: number): boolean {
    return index > 0 && /^\p{Lu}/u.test(this.raw(index)) && this.raw(index) !== "I";
  }

  /** Returns the text of a range of words. */
  slice(from: number, to: number): string {
    return this.#text.slice(this.words[from]?.start, this.words[to]?.end);
  }

  /** Returns the match of the first finder that has one at a position. */
  firstMatch(index: number, finders: readonly Finder[]): Match | undefined {
    for (const find of finders) {
      const found = find(this, index);
      if (found) return found;
    }
    return undefined;
  }

  /** Builds the certain match of a correction. */
  match({ from, to, replacement }: Fix, info: RuleInfo): Match {
    const shown = this.slice(from, to);
    return {
      ...info,
      start: this.#shift + (this.words[from]?.start ?? 0),
      end: this.#shift + (this.words[to]?.end ?? 0),
      text: shown,
      replacements: [matchCase(replacement, shown)],
      sure: true,
    };
  }
}

/** Capitalizes the replacement if the mistake is capitalized, except for “I”. */
function matchCase(value: string, shown: string): string {
  return /^\p{Lu}/u.test(shown) && !/^I(?:\b|['’])/.test(shown)
    ? value.slice(0, 1).toUpperCase() + value.slice(1)
    : value;
}
