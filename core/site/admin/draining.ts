/** Whether a hub is to be stopped soon: then it says that it is not ready, and begins nothing by the clock. */
export class Draining {
  #since: number | undefined;

  /** Since when, in milliseconds since 1970. */
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
