import type { CDPSession } from "puppeteer-core";

/** A part of a page, in CSS pixels from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What there is to see of a document, and what has changed in it. Times are in milliseconds. */
export interface Look {
  /** Whether all that it asked for is there: images that are seen, and fonts. */
  isReady: boolean;
  hasScripts: boolean;
  /** Since it was looked at first, since it last grew, and since anything changed but what always does. */
  ageMs: number;
  grownMs: number;
  changedMs: number;
  /** How long until the last of its timers and animations is over, of those that end soon. */
  expectedMs: number;
  /** Whether it says that it loads: in a part of it, or in place of all else. */
  sign: "none" | "part" | "page";
  width: number;
  height: number;
}

/** What there is to call in a page: see in-page.js. */
interface InPage {
  addStyles(texts: readonly string[]): void;
  look(): Look;
  nextFrames(): void;
  decodeImages(): void;
  unlazy(): { hasScripts: boolean; hasLazy: boolean; viewport: number };
  scrollTo(top: number): number;
  scrollIntoView(selector: string): boolean;
  pinOnce(): void;
  endAnimations(): void;
  title(): string;
  pageSize(): { width: number; height: number };
  boxOf(selector: string): Box | "invalid" | null;
}

let source: Promise<string> | undefined;

/**
 * Runs the hub's own functions in a page: beside the page's scripts, which share its elements with
 * them and nothing else, so that no page can change what `querySelector` means.
 */
export class World {
  readonly #session: CDPSession;
  #context: Promise<number> | undefined;
  /** Known from the first call on, where it was not given. */
  frameId: string | undefined;

  /** Without a frame it is the page itself. */
  constructor(session: CDPSession, frameId?: string) {
    this.#session = session;
    this.frameId = frameId;
  }

  /** Calls one of the hub's functions. */
  run<Name extends keyof InPage>(
    name: Name,
    ...args: Parameters<InPage[Name]>
  ): Promise<ReturnType<InPage[Name]>> {
    return this.evaluate(`hub.${name}(...${JSON.stringify(args)})`);
  }

  /** Evaluates an expression. */
  async evaluate<Result>(expression: string): Promise<Result> {
    for (let triesLeft = 2; ; triesLeft--) {
      this.#context ??= this.#create();
      try {
        return await this.#evaluateIn(await this.#context, expression);
      } catch (error) {
        // The page has gone on to another one, where there is a new world.
        if (triesLeft === 0 || !/context|navigated/i.test((error as Error).message)) throw error;
        this.#context = undefined;
      }
    }
  }

  async #create(): Promise<number> {
    this.frameId ??= (await this.#session.send("Page.getFrameTree")).frameTree.frame.id;
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", {
      frameId: this.frameId,
      worldName: "hub",
    });
    source ??= Bun.file(`${import.meta.dir}/in-page.js`).text();
    await this.#evaluateIn(executionContextId, `${await source};0`);
    return executionContextId;
  }

  async #evaluateIn<Result>(contextId: number, expression: string): Promise<Result> {
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression,
      contextId,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  }
}
