import { pairUp } from "../lists.ts";
import { type Span, splitSentences } from "../text/sentences.ts";
import { toWordKey } from "../text/stem.ts";
import { splitWords } from "../text/words.ts";
import type { Question } from "./question.ts";

/** A sentence of one of the documents, and how much of the question it has. */
interface Passage extends Span {
  document: number;
  /** The share of the question's telling words, the rare ones counting more. From 0 to 1. */
  coverage: number;
}

const nearby = 0.3;
const k1 = 0.4;

/** The sentences that have most of what a question speaks of, the best first. */
export function findSentences(
  documents: readonly string[],
  { keys }: Question,
  { language, many }: { language: string; many: number },
): Passage[] {
  const read = documents.flatMap((text, document) =>
    splitSentences(text, language).map((span) => ({
      span,
      document,
      has: countKeys(span.text, keys, language),
    })),
  );
  const holders = new Map<string, number>();
  for (const { has } of read)
    for (const key of has.keys()) holders.set(key, (holders.get(key) ?? 0) + 1);
  const rarity = (key: string) =>
    Math.log(1 + (read.length + 0.5) / ((holders.get(key) ?? 0) + 0.5));
  const most = [...keys].reduce((sum, key) => sum + rarity(key), 0) || 1;
  const own = read.map(({ has }) =>
    has
      .entries()
      .reduce((sum, [key, count]) => sum + (rarity(key) * count * (k1 + 1)) / (count + k1), 0),
  );
  return pairUp(read, own)
    .map(([{ span, document, has }, told], index) => {
      // "It opened in 1889" answers for the sentence before, which names what opened.
      const before = read[index - 1];
      const lent = before?.document === document ? weighMissing(before.has, has, rarity) : 0;
      const found = told + (told > 0 || lent > most / 2 ? nearby * lent : 0);
      return { ...span, document, coverage: Math.min(1, found / most) };
    })
    .filter(({ coverage }) => coverage > 0)
    .toSorted((a, b) => b.coverage - a.coverage)
    .slice(0, many);
}

function countKeys(text: string, keys: ReadonlySet<string>, language: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lower } of splitWords(text, language)) {
    const plain = lower.endsWith("'s") ? lower.slice(0, -2) : lower;
    const key = toWordKey(plain, language);
    if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** What a neighbour has of the question that the sentence itself has not. */
function weighMissing(
  theirs: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
  rarity: (key: string) => number,
): number {
  let sum = 0;
  for (const key of theirs.keys()) if (!own.has(key)) sum += rarity(key);
  return sum;
}
