const remarksMax = 100;

/** What a conversion had to change, each said once. */
export class Remarks {
  readonly #remarks = new Set<string>();
  #left = 0;

  add(remark: string): void {
    if (this.#remarks.size < remarksMax || this.#remarks.has(remark)) this.#remarks.add(remark);
    else this.#left++;
  }

  list(): string[] {
    return this.#left > 0 ? [...this.#remarks, `And ${this.#left} more`] : [...this.#remarks];
  }
}

/** A key in quotes, cut where it is long. */
export function named(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
