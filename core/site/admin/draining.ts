/** Draining state. A draining hub reports not ready and starts no scheduled tasks. */
export class Draining {
  #since: number | undefined;

  /** Start of draining, in milliseconds since 1970. */
  get since(): number | undefined {
    return this.#since;
  }

  begin(now: number): void {
    this.#since ??= now;
  }

  end(): void {
    this.#since = undefined;
  }
}
