import MiniSearch from "minisearch";
import { findSynonyms, isWeak } from "./synonyms.ts";

/** A searchable item. */
export interface Searchable<Thing> {
  thing: Thing;
  title: string;
  /** The title of what it belongs to. */
  group?: string;
  /** Its identifiers, such as a path or an error code. */
  names?: string;
  /** Other names that people search for, separated by commas. */
  keywords?: string | undefined;
  /** Longer texts about it. */
  text?: string;
  /** Names of its fields. */
  fields?: string;
  /** Factor of its score. Default: 1. */
  boost?: number;
}

/** The number of items that are indexed at once. */
const indexedAtOnce = 10;

/** Full-text search by words, their beginnings, words with typos and synonyms. */
export class SearchIndex<Thing> {
  readonly #items: Searchable<Thing>[] = [];
  readonly #index: MiniSearch;
  /** The items by their titles and keywords. */
  readonly #named = new Map<string, Set<number>>();

  /** Builds an index in the background. */
  static async build<Thing>(items: Iterable<Searchable<Thing>>): Promise<SearchIndex<Thing>> {
    const index = new SearchIndex<Thing>();
    for (const item of items) {
      const id = index.#items.push(item) - 1;
      for (const name of [item.title, ...splitKeywords(item.keywords)].map(toName)) {
        const named = index.#named.get(name) ?? new Set();
        index.#named.set(name, named.add(id));
      }
      index.#index.add({ ...item, id });
      if (id % indexedAtOnce === 0) await Bun.sleep(0);
    }
    return index;
  }

  private constructor() {
    this.#index = new MiniSearch({
      fields: ["title", "group", "names", "keywords", "text", "fields"],
      tokenize: splitWords,
      searchOptions: {
        boost: { title: 4, names: 3, group: 3, keywords: 3, fields: 0.5 },
        boostDocument: (id) => this.#items[id]?.boost ?? 1,
        prefix: (word) => word.length > 1,
        fuzzy: countTypos,
        boostTerm: (word) => (isWeak(word) ? 0.1 : 1),
        weights: { prefix: 0.6, fuzzy: 0.3 },
      },
    });
  }

  /**
   * Returns the best matches, best first. Those with the query as title or keyword precede all others, and those with a
   * title or keyword of several words that the query contains follow them.
   */
  find(query: string, limit: number): Thing[] {
    const words = [...new Set(splitWords(query.toLowerCase()))];
    const synonyms = words.flatMap(findSynonyms);
    const found = this.#index.search({
      queries: [
        words.join(" "),
        { queries: [synonyms.join(" ")], fuzzy: false, prefix: false, boost: { title: 2 } },
      ],
    });
    const ranks = this.#rankNamed(query);
    const rank = ({ id }: { id: number }) => ranks.get(id) ?? wordsMax;
    const sorted = found.toSorted((one, other) => rank(one) - rank(other));
    return sorted.slice(0, limit).flatMap(({ id }) => this.#items[id]?.thing ?? []);
  }

  /** Returns the ranks of items that the query names: 0 if it is nothing else, or the number of its other words. */
  #rankNamed(query: string): Map<number, number> {
    const words = toName(query).split(" ").slice(0, wordsMax);
    const ranks = new Map<number, number>();
    for (let length = words.length; length > 0; length--) {
      if (length === 1 && words.length > 1) break;
      for (let start = 0; start + length <= words.length; start++)
        for (const id of this.#named.get(words.slice(start, start + length).join(" ")) ?? [])
          if (!ranks.has(id)) ranks.set(id, words.length - length);
    }
    return ranks;
  }
}

/** The number of words of a query in which names are found. */
const wordsMax = 12;

/** Writes a name or a query in one way. */
function toName(text: string): string {
  return text
    .toLowerCase()
    .trim()
    .split(/[\s_-]+/)
    .join(" ");
}

function splitKeywords(keywords = ""): string[] {
  return keywords === "" ? [] : keywords.split(", ");
}

/** Returns the typos that are forgiven in a word: none in short words, which would match too much. */
function countTypos(word: string): number {
  if (word.length < 5) return 0;
  return word.length < 7 ? 1 : 2;
}

/** Splits a text into words. Single letters and digits mean nothing alone. */
function splitWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1);
}
