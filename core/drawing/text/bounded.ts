/** A map that forgets everything when it is full, so that what strangers send cannot fill memory. */
export class Bounded<Value> {
  readonly #max: number;
  readonly #entries = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  /** What was kept for a key, made now where nothing was. */
  get(key: string, make: () => Value): Value {
    let value = this.#entries.get(key);
    if (value === undefined) {
      value = make();
      if (this.#entries.size >= this.#max) this.#entries.clear();
      this.#entries.set(key, value);
    }
    return value;
  }
}
