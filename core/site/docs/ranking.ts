/** Something that can be found, and its texts, each by how much it says of what the thing is for. */
export interface Findable<Thing> {
  thing: Thing;
  texts: readonly (readonly [text: string, weight: number])[];
  /** Of two that a query names as well, the smaller comes first. */
  size: number;
}

interface Entry<Thing> {
  thing: Thing;
  words: ReadonlyMap<string, number>;
  size: number;
}

/** A shorter word begins too many others. */
const prefixMinDefault = 4;

/** Finds things by their words. */
export class Ranking<Thing> {
  readonly #entries: readonly Entry<Thing>[];
  readonly #prefixMin: number;

  /** `prefixMin` is how many letters of a word stand for what it begins. */
  constructor(things: readonly Findable<Thing>[], { prefixMin = prefixMinDefault } = {}) {
    this.#entries = things.map(({ texts, ...about }) => ({ ...about, words: weighWords(texts) }));
    this.#prefixMin = prefixMin;
  }

  /** What a query names best, the best first. A word that few have says more. */
  find(query: string, limit: number): Thing[] {
    const scores = new Map<Entry<Thing>, number>();
    for (const word of new Set(wordsOf(query))) {
      const hits = this.#entries.flatMap((entry) => {
        const weight = weightOf(word, entry.words, this.#prefixMin);
        return weight > 0 ? [{ entry, weight }] : [];
      });
      const rarity = Math.log(1 + this.#entries.length / Math.max(1, hits.length));
      for (const { entry, weight } of hits)
        scores.set(entry, (scores.get(entry) ?? 0) + weight * rarity);
    }
    return [...scores]
      .sort(([one, score], [other, otherScore]) => otherScore - score || one.size - other.size)
      .slice(0, limit)
      .map(([{ thing }]) => thing);
  }
}

function weighWords(texts: Findable<unknown>["texts"]): Map<string, number> {
  const words = new Map<string, number>();
  for (const [text, weight] of texts)
    for (const word of new Set(wordsOf(text))) words.set(word, (words.get(word) ?? 0) + weight);
  return words;
}

function weightOf(word: string, words: ReadonlyMap<string, number>, prefixMin: number): number {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  let best = 0;
  for (const [known, weight] of words) {
    const [short, long] = known.length < word.length ? [known, word] : [word, known];
    if (short.length >= prefixMin && long.startsWith(short)) best = Math.max(best, weight / 2);
  }
  return best;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1);
}
