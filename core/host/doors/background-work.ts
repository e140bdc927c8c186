import type { Log } from "../../platform/log/log.ts";

/** Work that continues after responses. The hub waits for it before it stops. */
export class BackgroundWork {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Registers work. Errors are logged here; its owner reports them in other ways if necessary. */
  add(work: Promise<unknown>): void {
    const tracked = work
      .catch((error) => this.#log.error("Background work failed", { cause: error }))
      .finally(() => this.#pending.delete(tracked));
    this.#pending.add(tracked);
  }

  /** Waits for all work, including work that it registers. */
  async done(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
}
