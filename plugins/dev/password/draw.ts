/** Where the bytes of a password come from: the `random` of the handler's input. */
export interface Dice {
  bytes(length: number): Uint8Array;
}

const poolBytes = 512;

/** Draws whole numbers from dice, taking their bytes in pools: a call for each would cost more. */
export class Draw {
  readonly #dice: Dice;
  #pool: Uint8Array = new Uint8Array(0);
  #next = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** A whole number from 0 up to and without `below`, each equally likely; `below` up to 65,536. */
  integer(below: number): number {
    const values = below <= 256 ? 256 : 65_536;
    // A remainder alone would favour the low numbers, so what does not divide evenly is redrawn.
    const fair = values - (values % below);
    for (;;) {
      const value = values === 256 ? this.#byte() : this.#byte() * 256 + this.#byte();
      if (value < fair) return value % below;
    }
  }

  /** One of the items, each equally likely. */
  one(items: readonly string[] | string): string {
    return items[this.integer(items.length)]!;
  }

  #byte(): number {
    if (this.#next === this.#pool.length) {
      this.#pool = this.#dice.bytes(poolBytes);
      this.#next = 0;
    }
    return this.#pool[this.#next++]!;
  }
}
