import { BrowserGone, browserUnavailable, fatalPageError } from "./browser-errors.ts";
import type { BrowserSettings } from "./browser-settings.ts";
import { Chromium, isRoot, lacksSandbox } from "./chromium.ts";
import { prepareFonts } from "./fonts.ts";
import { findProgram } from "./program.ts";

const lookMs = 1000;

/** Keeps one browser, and puts a fresh one in its place when it is used up or dies. */
export class SharedChromium {
  readonly #settings: BrowserSettings;
  readonly #all = new Set<Chromium>();
  #current: Promise<Chromium> | undefined;
  /** The same, once it has started. */
  #known: Chromium | undefined;
  #fonts: Promise<string> | undefined;
  /** Whether the next one has a sandbox: found out at the first. */
  #sandbox: boolean;
  readonly #watch: Timer;

  constructor(settings: BrowserSettings) {
    this.#settings = settings;
    this.#sandbox = settings.sandbox !== false;
    this.#watch = setInterval(() => this.#look(), lookMs);
  }

  /** Does some work with the browser: a second time, with another one, where the first died of it. */
  async use<Result>(work: (chromium: Chromium) => Promise<Result>): Promise<Result> {
    for (let triesLeft = 1; ; triesLeft--) {
      const chromium = await this.#take();
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

  /** Ends all of them at once. */
  close(): void {
    clearInterval(this.#watch);
    for (const chromium of this.#all) chromium.kill();
  }

  async #take(): Promise<Chromium> {
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
    return this.#known === chromium;
  }

  /** The next page gets another browser; this one ends with its last page. */
  #retire(): void {
    this.#known = undefined;
    this.#current = undefined;
  }

  #start(): Promise<Chromium> {
    const starting = this.#launch();
    starting.then(
      (chromium) => {
        this.#all.add(chromium);
        if (this.#current === starting) this.#known = chromium;
      },
      () => {
        if (this.#current === starting) this.#current = undefined;
      },
    );
    return starting;
  }

  async #launch(): Promise<Chromium> {
    const { folder, program: given, sandbox } = this.#settings;
    const program = await findProgram(given, { folder });
    if (!program)
      throw browserUnavailable(
        given === undefined ? "There is no browser on this machine" : `There is no "${given}"`,
      );
    this.#fonts ??= prepareFonts(folder);
    const surroundings = { folder, fonts: await this.#fonts };
    try {
      return await Chromium.start(program, { ...surroundings, sandbox: this.#sandbox });
    } catch (error) {
      if (sandbox !== "auto" || !this.#sandbox) throw error;
      if (!isRoot() && !(await lacksSandbox(program, folder))) throw error;
      console.warn(
        isRoot()
          ? `Chromium runs as root and without its sandbox: the user "nobody" cannot start it in ${folder}, or the system has no user namespaces. Start the hub as another user`
          : "Chromium runs without its sandbox, which this system does not allow",
      );
      this.#sandbox = false;
      return Chromium.start(program, { ...surroundings, sandbox: false });
    }
  }

  #end(chromium: Chromium): void {
    this.#all.delete(chromium);
    chromium.kill();
  }

  /** A page may ask for more memory than there is, and a browser keeps some of each. */
  #look(): void {
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
