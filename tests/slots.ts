/** Limits how much runs at once, in the order of arrival. */
export class Slots {
  readonly #count: number;
  readonly #waiting: { needed: number; start(): void }[] = [];
  #free: number;

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Runs a task when there is a slot for it. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    using _slot = await this.acquire();
    return await task();
  }

  /** Runs a task when those that came before it have ended, and no other meanwhile. */
  async runAlone<Result>(task: () => Promise<Result>): Promise<Result> {
    using _slots = await this.acquire(this.#count);
    return await task();
  }

  /** Waits for slots. They are free again when what is returned is disposed of. */
  async acquire(needed = 1): Promise<Disposable> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ needed, start: resolve });
    this.#advance();
    await promise;
    return {
      [Symbol.dispose]: () => {
        this.#free += needed;
        this.#advance();
      },
    };
  }

  #advance(): void {
    for (let next = this.#waiting[0]; next && next.needed <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.needed;
      next.start();
    }
  }
}
