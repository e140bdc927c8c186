/** How texts are compared. */
export const methods = ["tfidf", "bm25", "jaccard", "levenshtein", "simhash", "blend"] as const;

export type Method = (typeof methods)[number];
