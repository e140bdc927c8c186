import type { Question } from "./question.ts";
import type { QuestionWords } from "./question-words.ts";
import type { TaggedWord, WordClass } from "./tagged-word.ts";

/** The words that a sentence shares with a question, and the phrases and clauses around them. */
export interface Alignment {
  /** Whether each word is in the question, function words included. */
  shared: readonly boolean[];
  /** Number of the noun phrase of each word, or -1 outside of one. */
  phrases: readonly number[];
  /** Number of the clause of each word. */
  clauses: readonly number[];
  /** Number of different keywords in each clause. */
  clauseKeys: readonly number[];
  /** Highest number of keywords in a clause. */
  clauseMax: number;
  /** Indexes of the question's verbs. */
  verbs: readonly number[];
  /** Indexes of the words with the question's noun, or a compound of it. */
  nouns: readonly number[];
}

/** A question as far as a sentence is aligned with it. */
interface AlignedQuestion {
  question: Question;
  shape: {
    verbs: ReadonlySet<string>;
    noun: string | undefined;
    keys: readonly string[];
    known: QuestionWords | undefined;
  };
}

const phraseClasses = new Set<WordClass>(["determiner", "adjective", "noun", "name", "number"]);
const clauseWords = new Set(
  "that which who whom whose while whereas because but although when where if dass weil wenn während aber obwohl sondern que cuando donde porque aunque pero mientras sino quien cual".split(
    " ",
  ),
);
/** Length of the shortest noun that compounds are compared with. */
const compoundMin = 4;

/** Aligns the words of a sentence with a question. */
export function alignSentence(
  words: readonly TaggedWord[],
  { question, shape }: AlignedQuestion,
): Alignment {
  const keySet = new Set(shape.keys);
  const shared = words.map(({ lower, key }) => question.words.has(lower) || keySet.has(key));
  const keys = words.map(({ key }) => keySet.has(key) || shape.verbs.has(key));
  const phrases: number[] = [];
  const clauses: number[] = [];
  const held: Set<string>[] = [new Set()];
  let [phrase, clause] = [0, 0];
  for (const [index, { before, wordClass, lower, key }] of words.entries()) {
    const stops = /[,;:()"“”„«»–—]/.test(before);
    if (index > 0 && (stops || clauseWords.has(lower))) {
      clause++;
      held.push(new Set());
    }
    clauses.push(clause);
    if (keys[index]) held[clause]?.add(key);
    if (!phraseClasses.has(wordClass)) {
      phrases.push(-1);
      continue;
    }
    if (index > 0 && (phrases[index - 1] === -1 || stops || wordClass === "determiner")) phrase++;
    phrases.push(phrase);
  }
  const indexes = (test: (word: TaggedWord) => boolean) =>
    words.flatMap((word, index) => (test(word) ? [index] : []));
  const { noun } = shape;
  return {
    shared,
    phrases,
    clauses,
    clauseKeys: held.map((some) => some.size),
    clauseMax: Math.max(...held.map((some) => some.size)),
    verbs: indexes(({ key }) => shape.verbs.has(key)),
    nouns:
      noun === undefined
        ? []
        : indexes(({ key }) => key === noun || (noun.length >= compoundMin && key.endsWith(noun))),
  };
}
