import type { Log } from "../../platform/log/log.ts";

/** Work that goes on behind answers, to be waited for before the hub stops. */
export class BackgroundWork {
  readonly #works = new Set<Promise<unknown>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Remembers some work. What it fails of is its owner's to tell; here it is logged. */
  add(work: Promise<unknown>): void {
    const kept = work
      .catch((error) => this.#log.error("Background work failed", { cause: error }))
      .finally(() => this.#works.delete(kept));
    this.#works.add(kept);
  }

  /** Waits for all of it, and for what that gives rise to. */
  async done(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works);
  }
}
