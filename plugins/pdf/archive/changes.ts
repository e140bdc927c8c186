import sentences from "./changes.json" with { type: "json" };
/** The kinds of changes that a conversion makes. */
export type Change = keyof typeof sentences;

/** Counts what a conversion changes, with the names of what it concerns. */
export class Changes {
  readonly #counts = new Map<Change, number>();
  readonly #details = new Map<Change, Set<string>>();

  add(change: Change, detail?: string): void {
    this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1);
    if (detail === undefined) return;
    const details = this.#details.get(change) ?? new Set();
    this.#details.set(change, details.add(detail));
  }

  /** Returns the counts as the value of a header: `actions=2,xfa=1`. */
  toHeader(): string {
    return [...this.#counts].map(([change, count]) => `${change}=${count}`).join(",");
  }

  /** Returns a sentence for each kind of change. */
  toSentences(): string[] {
    return [...this.#counts].map(([change, count]) => {
      const details = [...(this.#details.get(change) ?? [])].slice(0, detailsMax);
      const list = details.length > 0 ? ` (${details.join(", ")})` : "";
      return `${sentences[change]}: ${count}${list}`;
    });
  }
}

const detailsMax = 10;
