import { isInsideWord } from "../text/places.ts";

/** A span of a text, and its required translation. */
export interface Term {
  start: number;
  end: number;
  text: string;
}

/** A node of the trie: the next letters, and the translation of a word that ends here. */
interface Letter {
  next: Map<string, Letter>;
  target?: string;
}

/** Words with a required translation, or none. */
export class Terms {
  /** A trie, so that words with a common prefix don't slow down the search. */
  readonly #root: Letter = { next: new Map() };

  constructor(entries: Iterable<readonly [source: string, target: string]>) {
    for (const [source, target] of entries) {
      let at = this.#root;
      for (const char of source.toLowerCase().split("")) {
        const next = at.next.get(char) ?? { next: new Map() };
        at.next.set(char, next);
        at = next;
      }
      if (source !== "") at.target = target;
    }
  }

  /** Finds terms as whole words, in any case. An initial capital is carried over. */
  find(text: string): Term[] {
    const lower = text.toLowerCase();
    // Some capitals are longer in lower case (İ), which shifts positions.
    if (this.#root.next.size === 0 || lower.length !== text.length) return [];
    const found: Term[] = [];
    for (let start = 0; start < text.length; start++) {
      if (!this.#root.next.has(lower.charAt(start)) || isInsideWord(text, start)) continue;
      const term = this.#longest(text, { lower, start });
      if (!term) continue;
      found.push(term);
      start = term.end - 1;
    }
    return found;
  }

  #longest(text: string, { lower, start }: { lower: string; start: number }): Term | undefined {
    let found: Term | undefined;
    let at: Letter | undefined = this.#root;
    for (let end = start + 1; end <= lower.length; end++) {
      at = at.next.get(lower.charAt(end - 1));
      if (!at) break;
      if (at.target === undefined || isInsideWord(text, end)) continue;
      found = { start, end, text: matchCase(at.target, text.slice(start, end)) };
    }
    return found;
  }
}

function matchCase(target: string, found: string): string {
  const [first = ""] = found;
  const rest = found.slice(1);
  const isCapital = first !== first.toLowerCase() && rest === rest.toLowerCase();
  return isCapital ? target.charAt(0).toUpperCase() + target.slice(1) : target;
}
