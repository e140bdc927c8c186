import MiniSearch from "minisearch";
import { findSynonyms } from "./synonyms.ts";

/** A searchable item. */
export interface Searchable<Thing> {
  thing: Thing;
  title: string;
  /** The title of what it belongs to. */
  group?: string;
  /** Its identifiers, such as a path or an error code. */
  names?: string;
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

  /** Builds an index in the background. */
  static async build<Thing>(items: Iterable<Searchable<Thing>>): Promise<SearchIndex<Thing>> {
    const index = new SearchIndex<Thing>();
    for (const item of items) {
      const id = index.#items.push(item) - 1;
      index.#index.add({ ...item, id });
      if (id % indexedAtOnce === 0) await Bun.sleep(0);
    }
    return index;
  }

  private constructor() {
    this.#index = new MiniSearch({
      fields: ["title", "group", "names", "text", "fields"],
      tokenize: splitWords,
      searchOptions: {
        boost: { title: 4, names: 3, group: 3, fields: 0.5 },
        boostDocument: (id) => this.#items[id]?.boost ?? 1,
        prefix: (word) => word.length > 1,
        fuzzy: countTypos,
        weights: { prefix: 0.6, fuzzy: 0.3 },
      },
    });
  }

  /** Returns the best matches, best first. */
  find(query: string, limit: number): Thing[] {
    const words = [...new Set(splitWords(query.toLowerCase()))];
    const synonyms = words.flatMap(findSynonyms);
    const found = this.#index.search({
      queries: [
        words.join(" "),
        { queries: [synonyms.join(" ")], fuzzy: false, prefix: false, boost: { title: 2 } },
      ],
    });
    return found.slice(0, limit).flatMap(({ id }) => this.#items[id]?.thing ?? []);
  }
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
