/** The members and items that a schema has evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Evaluated {
  hasAllMembers = false;
  hasAllItems = false;
  readonly #members = new Set<string>();
  readonly #items = new Set<number>();

  addMember(name: string): void {
    this.#members.add(name);
  }

  addItem(index: number): void {
    this.#items.add(index);
  }

  hasMember(name: string): boolean {
    return this.hasAllMembers || this.#members.has(name);
  }

  hasItem(index: number): boolean {
    return this.hasAllItems || this.#items.has(index);
  }

  merge(other: Evaluated | undefined): void {
    if (!other) return;
    this.hasAllMembers ||= other.hasAllMembers;
    this.hasAllItems ||= other.hasAllItems;
    for (const name of other.#members) this.#members.add(name);
    for (const index of other.#items) this.#items.add(index);
  }
}
