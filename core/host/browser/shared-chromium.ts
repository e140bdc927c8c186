import { BrowserGone, browserUnavailable, fatalPageError } from "./browser-errors.ts";
import type { BrowserSettings } from "./browser-settings.ts";
import { Chromium, isRoot, lacksSandbox } from "./chromium.ts";
import { prepareFonts } from "./fonts.ts";
import { findProgram } from "./program.ts";

const checkMs = 1000;

/** Maintains one browser, and replaces it when it is used up or dies. */
export class SharedChromium {
  readonly #settings: BrowserSettings;
  readonly #all = new Set<Chromium>();
  #current: Promise<Chromium> | undefined;
  /** The current browser after it has started. */
  #started: Chromium | undefined;
  #fonts: Promise<string> | undefined;
  /** Whether the next browser has a sandbox. Determined at the first start. */
  #sandbox: boolean;
  readonly #watch: Timer;

  constructor(settings: BrowserSettings) {
    this.#settings = settings;
    this.#sandbox = settings.sandbox !== false;
    this.#watch = setInterval(() => this.#checkMemory(), checkMs);
  }

  /** Runs work with the browser. Repeats it once with another browser if the first one dies. */
  async use<Result>(work: (chromium: Chromium) => Promise<Result>): Promise<Result> {
    for (let triesLeft = 1; ; triesLeft--) {
      const chromium = await this.#acquire();
      try {
        return await work(chromium);
      } catch (error) {
        const died = chromium.gone || !chromium.browser.connected || error instanceof BrowserGone;
        if (!died) throw error;
        if (triesLeft === 0) throw fatalPageError(error);
      } finally {
        chromium.running--;
        if (!this.#isCurrent(chromium) && chromium.running === 0) this.#end(chromium);
      }
    }
  }

  /** Kills all browsers. */
  close(): void {
    clearInterval(this.#watch);
    for (const chromium of this.#all) chromium.kill();
  }

  async #acquire(): Promise<Chromium> {
    let chromium = await this.#running();
    if (chromium.gone || !chromium.browser.connected) {
      if (this.#isCurrent(chromium)) this.#retire();
      chromium = await this.#running();
    }
    chromium.running++;
    chromium.shots++;
    if (chromium.shots >= this.#settings.shotsMax && this.#isCurrent(chromium)) this.#retire();
    return chromium;
  }

  #running(): Promise<Chromium> {
    this.#current ??= this.#start();
    return this.#current;
  }

  #isCurrent(chromium: Chromium): boolean {
    return this.#started === chromium;
  }

  /** Replaces the browser for the next page. The old one ends with its last page. */
  #retire(): void {
    this.#started = undefined;
    this.#current = undefined;
  }

  #start(): Promise<Chromium> {
    const starting = this.#launch();
    starting.then(
      (chromium) => {
        this.#all.add(chromium);
        if (this.#current === starting) this.#started = chromium;
      },
      () => {
        if (this.#current === starting) this.#current = undefined;
      },
    );
    return starting;
  }

  async #launch(): Promise<Chromium> {
    const { folder, program: configured, sandbox } = this.#settings;
    const program = await findProgram(configured, { folder });
    if (!program)
      throw browserUnavailable(
        configured === undefined ? "This machine has no browser" : `Cannot find "${configured}"`,
      );
    this.#fonts ??= prepareFonts(folder);
    const options = { folder, fonts: await this.#fonts };
    try {
      return await Chromium.start(program, { ...options, sandbox: this.#sandbox });
    } catch (error) {
      if (sandbox !== "auto" || !this.#sandbox) throw error;
      if (!isRoot() && !(await lacksSandbox(program, folder))) throw error;
      console.warn(
        isRoot()
          ? `Chromium runs as root without its sandbox: the user "nobody" cannot start it in ${folder}, or the system has no user namespaces. Start the hub as another user`
          : "Chromium runs without its sandbox, which this system does not allow",
      );
      this.#sandbox = false;
      return Chromium.start(program, { ...options, sandbox: false });
    }
  }

  #end(chromium: Chromium): void {
    this.#all.delete(chromium);
    chromium.kill();
  }

  /**
   * Replaces or kills browsers that use too much memory. Pages can allocate any amount, and browsers leak
   * some of it.
   */
  #checkMemory(): void {
    const { memoryMbMax } = this.#settings;
    for (const chromium of this.#all) {
      const used = chromium.residentMb();
      if (used > 2 * memoryMbMax) chromium.kill();
      else if (used > memoryMbMax && this.#isCurrent(chromium)) {
        this.#retire();
        if (chromium.running === 0) this.#end(chromium);
      }
      if (chromium.gone && chromium.running === 0) this.#all.delete(chromium);
    }
  }
}
