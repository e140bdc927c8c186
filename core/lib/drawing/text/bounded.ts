/** A map that forgets everything when it is full, so that what strangers send cannot fill memory. */
export class Bounded<Value> {
  readonly #max: number;
  readonly #weigh: (key: string) => number;
  readonly #entries = new Map<string, Value>();
  #weight = 0;

  /** Takes how much it may hold: by default that many entries, else what `weigh` adds up to. */
  constructor(max: number, weigh: (key: string) => number = () => 1) {
    this.#max = max;
    this.#weigh = weigh;
  }

  /** What was kept for a key, made now where nothing was. */
  get(key: string, make: () => Value): Value {
    let value = this.#entries.get(key);
    if (value === undefined) {
      value = make();
      this.#weight += this.#weigh(key);
      if (this.#weight > this.#max) {
        this.#entries.clear();
        this.#weight = this.#weigh(key);
      }
      this.#entries.set(key, value);
    }
    return value;
  }
}
