/** Limits concurrent tasks, in order of arrival. */
export class Slots {
  readonly #count: number;
  readonly #waiting: { needed: number; start(): void }[] = [];
  #free: number;

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Runs a task when a slot is free. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    using _slot = await this.acquire();
    return await task();
  }

  /** Runs a task alone, after all earlier tasks have ended. */
  async runAlone<Result>(task: () => Promise<Result>): Promise<Result> {
    using _slots = await this.acquire(this.#count);
    return await task();
  }

  /** Waits for slots, which disposing the returned object releases. */
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
