import { type Span, splitSentences } from "hub";
import { pairUp } from "../lists.ts";
import { getBaseLanguage, splitWords } from "../text/words.ts";
import { toAnswerKey } from "./answer-key.ts";
import type { Question } from "./question.ts";

/** A sentence of a document, with its coverage of the question. */
interface Passage extends Span {
  document: number;
  /** The share of the question's keywords that the sentence covers, from 0 to 1. Rare words count more. */
  coverage: number;
  /** The coverage with neighbours and parts of words, for ranking. */
  similarity: number;
}

const nearby = 0.3;
/** Weight of a keyword of which the sentence has only a part: "Koalition" in "Koalitionsregierung". */
const partial = 0.5;
const k1 = 0.4;

/** Finds the sentences that cover most of a question's keywords, best first. */
export function findSentences(
  documents: readonly string[],
  question: Question,
  { language, limit }: { language: string; limit: number },
): Passage[] {
  const { keys } = question;
  const read = documents.flatMap((text, document) =>
    splitSentences(text, language).map((span) => ({
      span,
      document,
      ...countKeys(span.text, question, language),
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
  // Without a single keyword, similar words and neighbours are no evidence.
  if (own.every((weight) => weight === 0)) return [];
  return pairUp(read, own)
    .map(([{ span, document, has, parts }, weight], index) => {
      // "It opened in 1889" answers for the previous sentence, which names the subject.
      const before = read[index - 1];
      const borrowed = before?.document === document ? weighMissing(before.has, has, rarity) : 0;
      const found = weight + (weight > 0 || borrowed > most / 2 ? nearby * borrowed : 0);
      const ahead = read[index + 1];
      const lent = ahead?.document === document ? weighMissing(ahead.has, has, rarity) : 0;
      const similar = [...parts].reduce((sum, key) => sum + rarity(key), 0);
      return {
        ...span,
        document,
        coverage: Math.min(1, found / most),
        similarity: Math.min(
          1,
          (weight + nearby * Math.max(borrowed, lent / 3) + partial * similar) / most,
        ),
      };
    })
    .filter(({ similarity }) => similarity > 0)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}

/** Counts the keywords of a sentence, and lists those of which it has only a part. */
function countKeys(
  text: string,
  { keys, aliases, terms }: Pick<Question, "keys" | "aliases" | "terms">,
  language: string,
): { has: Map<string, number>; parts: Set<string> } {
  const has = new Map<string, number>();
  const words = splitWords(text, language);
  for (const { lower } of words) {
    const plain = lower.endsWith("'s") ? lower.slice(0, -2) : lower;
    const own = toAnswerKey(plain, language);
    const key = keys.has(own) ? own : (aliases.get(own) ?? own);
    if (keys.has(key)) has.set(key, (has.get(key) ?? 0) + 1);
  }
  const parts = new Set<string>();
  const isGerman = getBaseLanguage(language) === "de";
  for (const { lower, key } of terms)
    if (!has.has(key) && words.some((word) => sharesPart(word.lower, lower, isGerman)))
      parts.add(key);
  return { has, parts };
}

const partMin = 5;

/** Whether two words have most of the shorter one in common, at the start or, in compounds, at the end. */
function sharesPart(one: string, other: string, isCompound: boolean): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < partMin) return false;
  const enough = Math.max(partMin, Math.ceil(shorter * 0.7));
  if (one.startsWith(other.slice(0, enough))) return true;
  return isCompound && one.endsWith(other.slice(-enough));
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
