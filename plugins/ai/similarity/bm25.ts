import type { Document } from "./documents.ts";

const k1 = 1.2;
const b = 0.75;

interface Collection {
  holders: ReadonlyMap<string, number>;
  size: number;
  averageLength: number;
}

/** BM25 (Robertson and Zaragoza, 2009): how much a document says of what the query asks. */
export function bm25(
  query: Document,
  document: Document,
  { holders, size, averageLength }: Collection,
) {
  let score = 0;
  for (const key of query.counts.keys()) {
    const count = document.counts.get(key);
    if (count === undefined) continue;
    const held = holders.get(key) ?? 0;
    const rarity = Math.log(1 + (size - held + 0.5) / (held + 0.5));
    const length = 1 - b + (b * document.length) / (averageLength || 1);
    score += (rarity * count * (k1 + 1)) / (count + k1 * length);
  }
  return score;
}
