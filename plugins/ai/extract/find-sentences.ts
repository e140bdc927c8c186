import { type Span, splitSentences } from "hub";
import { pairUp } from "../lists.ts";
import { splitWords } from "../text/words.ts";
import { toAnswerKey } from "./answer-key.ts";
import type { Question } from "./question.ts";

/** A sentence of a document, with its coverage of the question. */
interface Passage extends Span {
  document: number;
  /** The share of the question's keywords that the sentence covers, from 0 to 1. Rare words count more. */
  coverage: number;
}

const nearby = 0.3;
const k1 = 0.4;

/** Finds the sentences that cover most of a question's keywords, best first. */
export function findSentences(
  documents: readonly string[],
  { keys, aliases }: Question,
  { language, limit }: { language: string; limit: number },
): Passage[] {
  const read = documents.flatMap((text, document) =>
    splitSentences(text, language).map((span) => ({
      span,
      document,
      has: countKeys(span.text, { keys, aliases }, language),
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
    .map(([{ span, document, has }, weight], index) => {
      // "It opened in 1889" answers for the previous sentence, which names the subject.
      const before = read[index - 1];
      const borrowed = before?.document === document ? weighMissing(before.has, has, rarity) : 0;
      const found = weight + (weight > 0 || borrowed > most / 2 ? nearby * borrowed : 0);
      return { ...span, document, coverage: Math.min(1, found / most) };
    })
    .filter(({ coverage }) => coverage > 0)
    .toSorted((a, b) => b.coverage - a.coverage)
    .slice(0, limit);
}

function countKeys(
  text: string,
  { keys, aliases }: Pick<Question, "keys" | "aliases">,
  language: string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lower } of splitWords(text, language)) {
    const plain = lower.endsWith("'s") ? lower.slice(0, -2) : lower;
    const own = toAnswerKey(plain, language);
    const key = keys.has(own) ? own : (aliases.get(own) ?? own);
    if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Returns the weight of the keywords that a neighbour has and the sentence lacks. */
function weighMissing(
  theirs: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
  rarity: (key: string) => number,
): number {
  let sum = 0;
  for (const key of theirs.keys()) if (!own.has(key)) sum += rarity(key);
  return sum;
}
