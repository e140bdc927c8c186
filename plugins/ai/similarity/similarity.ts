import { itemAt, valueAt } from "../lists.ts";
import { roundScore } from "../round-score.ts";
import { diffWords } from "../text/diff.ts";
import { buildDocument, type Document } from "../text/documents.ts";
import { compareVectors, type SentenceVectors } from "../text/sentence-vectors.ts";
import { getBaseLanguage } from "../text/words.ts";
import { createComparer } from "./compare.ts";
import { findConflicts, lowerScore } from "./conflicts.ts";
import type { SimilarityOptions } from "./request.ts";
import type { WordNet } from "./word-net.ts";

interface Input extends SimilarityOptions {
  language: string;
  /** Relations between words, if the hub has them. */
  wordNet?: WordNet | undefined;
  /** The vectors of the text and the candidates, or of all texts, if the hub has a model of sentences. */
  sentences?: SentenceVectors | undefined;
}

/** Whether a language is English, the only one with synonyms and vectors. */
export function isEnglish(language: string): boolean {
  return getBaseLanguage(language) === "en";
}

/** Ranks candidates by similarity to a text, and finds duplicates. */
export function rankSimilar(
  text: string,
  candidates: readonly string[],
  {
    language,
    method,
    wordNet,
    sentences,
    duplicate_threshold,
    diff: wantsDiff,
  }: Input & { diff: boolean },
) {
  const query = buildDocument(text, language);
  const documents = candidates.map((one) => buildDocument(one, language));
  const all = [query, ...documents];
  const compare = createComparer(all, {
    method,
    wordNet,
    byVectors: sentences && compareSentences(all, sentences),
    isEnglish: isEnglish(language),
  });
  const lowers = readsConflicts(method);
  const results = documents
    .map((document, index) => {
      const conflicts = findConflicts(query, document, language);
      const plain = compare(query, document);
      return {
        index,
        score: roundScore(lowers ? lowerScore(plain, conflicts) : plain),
        ...(conflicts.length > 0 && { conflicts }),
      };
    })
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const duplicates = results.filter(({ score }) => score >= duplicate_threshold);
  const best = results[0];
  const changes =
    wantsDiff && best ? diffWords(text, itemAt(candidates, best.index), language) : undefined;
  return {
    results,
    duplicates: duplicates.map(({ index, score }) => ({ indexes: [index], score })),
    ...(changes && { diff: changes }),
  };
}

/** Whether a method's scores are about meaning. The others measure the form. */
function readsConflicts(method: SimilarityOptions["method"]): boolean {
  return method === "meaning" || method === "blend";
}

/** Returns the function that compares documents by their vectors, which have the same order. */
function compareSentences(
  documents: readonly Document[],
  { vectors }: SentenceVectors,
): (a: Document, b: Document) => number {
  const known = new Map(documents.map((document, index) => [document, itemAt(vectors, index)]));
  return (a, b) => (a.text === b.text ? 1 : compareVectors(valueAt(known, a), valueAt(known, b)));
}

/** Compares every pair of texts, and groups the duplicates. */
export function compareAll(
  texts: readonly string[],
  { language, method, wordNet, sentences, duplicate_threshold }: Input,
) {
  const documents = texts.map((one) => buildDocument(one, language));
  const compare = createComparer(documents, {
    method,
    wordNet,
    byVectors: sentences && compareSentences(documents, sentences),
    isEnglish: isEnglish(language),
  });
  const matrix = documents.map(() => documents.map(() => 1));
  for (const [row, a] of documents.entries())
    for (const [column, b] of documents.entries()) {
      if (column <= row) continue;
      const plain = compare(a, b);
      const score = roundScore(
        readsConflicts(method) ? lowerScore(plain, findConflicts(a, b, language)) : plain,
      );
      itemAt(matrix, row)[column] = score;
      // BM25 is the only asymmetric method.
      itemAt(matrix, column)[row] = method === "bm25" ? roundScore(compare(b, a)) : score;
    }
  return { results: [], matrix, duplicates: groupAlike(matrix, duplicate_threshold) };
}

/** Groups texts that are linked by scores above the threshold, each group with the lowest score used. */
function groupAlike(matrix: readonly (readonly number[])[], threshold: number) {
  const seen = new Set<number>();
  const found: { indexes: number[]; score: number }[] = [];
  for (const index of matrix.keys()) {
    if (seen.has(index)) continue;
    const indexes = [index];
    let score = 1;
    seen.add(index);
    for (const member of indexes)
      for (const [other, value] of itemAt(matrix, member).entries()) {
        if (seen.has(other) || value < threshold) continue;
        seen.add(other);
        indexes.push(other);
        score = Math.min(score, value);
      }
    if (indexes.length > 1) found.push({ indexes: indexes.toSorted((a, b) => a - b), score });
  }
  return found;
}
