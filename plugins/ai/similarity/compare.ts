import { cosine, vectorOf } from "../summarize/sentence-graph.ts";
import { bm25 } from "./bm25.ts";
import { type Document, holdersOf } from "./documents.ts";
import { editRatio } from "./edits.ts";
import type { Method } from "./methods.ts";
import { fingerprintLikeness, jaccard, simhash } from "./shingles.ts";

/** How alike two documents of a collection are, from 0 to 1. */
export type Compare = (a: Document, b: Document) => number;

/** A method of comparing the documents of one collection. */
export function comparing(documents: readonly Document[], method: Method): Compare {
  if (method === "levenshtein") return (a, b) => editRatio(a.text, b.text);
  if (method === "jaccard") return jaccard;
  if (method === "simhash") return byFingerprint();
  if (method === "bm25") return byRelevance(documents);
  const byWords = byVectors(documents);
  if (method === "tfidf") return byWords;
  return (a, b) => {
    if (a.text === b.text) return 1;
    return 0.6 * byWords(a, b) + 0.2 * jaccard(a, b) + 0.2 * editRatio(a.text, b.text);
  };
}

function byVectors(documents: readonly Document[]): Compare {
  const holders = holdersOf(documents);
  const vectors = new Map(
    documents.map((document) => [
      document,
      vectorOf(
        document.counts,
        (key) => 1 + Math.log((1 + documents.length) / (1 + holders.get(key)!)),
      ),
    ]),
  );
  return (a, b) => (a.text === b.text ? 1 : cosine(vectors.get(a)!, vectors.get(b)!));
}

/** BM25 as a share of what the first document would have against itself. */
function byRelevance(documents: readonly Document[]): Compare {
  const averageLength =
    documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const collection = { holders: holdersOf(documents), size: documents.length, averageLength };
  return (a, b) => {
    const most = bm25(a, a, collection);
    return most === 0 ? 0 : Math.min(1, bm25(a, b, collection) / most);
  };
}

function byFingerprint(): Compare {
  const prints = new Map<Document, bigint>();
  const printOf = (document: Document) => {
    const known = prints.get(document) ?? simhash(document);
    prints.set(document, known);
    return known;
  };
  return (a, b) => fingerprintLikeness(printOf(a), printOf(b));
}
