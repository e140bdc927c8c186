/** A searchable item with weighted texts. */
export interface Findable<Thing> {
  thing: Thing;
  texts: readonly (readonly [text: string, weight: number])[];
  /** Breaks ties: smaller items come first. */
  size: number;
}

interface Entry<Thing> {
  thing: Thing;
  words: ReadonlyMap<string, number>;
  size: number;
}

/** Shorter prefixes match too many words. */
const prefixMinDefault = 4;

/** Full-text search by words and prefixes. */
export class Ranking<Thing> {
  readonly #entries: readonly Entry<Thing>[];
  readonly #prefixMin: number;

  /** `prefixMin` is the shortest prefix that matches. */
  constructor(things: readonly Findable<Thing>[], { prefixMin = prefixMinDefault } = {}) {
    this.#entries = things.map(({ texts, ...about }) => ({ ...about, words: weighWords(texts) }));
    this.#prefixMin = prefixMin;
  }

  /** Returns the best matches, best first. Rare words have more weight. */
  find(query: string, limit: number): Thing[] {
    const scores = new Map<Entry<Thing>, number>();
    for (const word of new Set(splitWords(query))) {
      const hits = this.#entries.flatMap((entry) => {
        const weight = findWeight(word, entry.words, this.#prefixMin);
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
    for (const word of new Set(splitWords(text))) words.set(word, (words.get(word) ?? 0) + weight);
  return words;
}

function findWeight(word: string, words: ReadonlyMap<string, number>, prefixMin: number): number {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  let best = 0;
  for (const [known, weight] of words) {
    const [short, long] = known.length < word.length ? [known, word] : [word, known];
    if (short.length >= prefixMin && long.startsWith(short)) best = Math.max(best, weight / 2);
  }
  return best;
}

function splitWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1);
}
