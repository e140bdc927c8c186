/** The part of speech of a word, as far as answers need it. */
export type WordClass =
  | "aux"
  | "verb"
  | "noun"
  | "name"
  | "pronoun"
  | "number"
  | "adjective"
  | "adverb"
  | "determiner"
  | "preposition"
  | "conjunction"
  | "question"
  | "other";

/** A word with its span, its class and the punctuation around it. */
export interface TaggedWord {
  start: number;
  end: number;
  lower: string;
  /** The key for comparison with other words. */
  key: string;
  wordClass: WordClass;
  /** The characters before the word that aren't part of the previous one. */
  before: string;
  /** The characters after the word up to the next one. */
  after: string;
  isCapitalized: boolean;
}
