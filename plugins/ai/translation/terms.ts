import { isInsideWord } from "../text/places.ts";

/** A stretch of a text, and what is to stand there in the translation. */
export interface Term {
  start: number;
  end: number;
  text: string;
}

/** A letter on the way to the end of a word, and what a word that ends here becomes. */
interface Letter {
  next: Map<string, Letter>;
  target?: string;
}

/** Words that are translated as the caller says, or not at all. */
export class Terms {
  /** A tree of letters: words that begin alike must not make a text take longer. */
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

  /** Finds them as whole words, in any case; a capital at the beginning is carried over. */
  find(text: string): Term[] {
    const lower = text.toLowerCase();
    // Some capitals are longer in lower case (İ), after which no place is the same.
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
