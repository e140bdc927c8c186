import { oneOf, type Static, t } from "hub";

/** The method of comparison, and the threshold for duplicates. */
export const similarityOptions = t.Object({
  method: oneOf(["tfidf", "bm25", "jaccard", "levenshtein", "simhash", "meaning", "blend"], {
    default: "blend",
    description:
      "Method of comparison: by rare words in common, by BM25, by pairs of words, by edit distance, by a fingerprint, by words and their synonyms, or by words, pairs, edits and synonyms combined",
  }),
  duplicate_threshold: t.Number({
    minimum: 0.1,
    maximum: 1,
    default: 0.85,
    description: "Minimum score for texts to count as duplicates",
  }),
});

export type SimilarityOptions = Static<typeof similarityOptions>;

export type Method = SimilarityOptions["method"];

/** Ways in which texts with nearly the same words differ in what they state. */
export const conflicts = ["negation", "opposite", "number", "name", "order"] as const;

export type Conflict = (typeof conflicts)[number];
