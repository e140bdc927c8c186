import type { CDPSession } from "puppeteer-core";
import type { ElementArea } from "../../contract/browser-door.ts";
import { openWords } from "../../lib/data-file.ts";

/** A part of a page, in CSS pixels from its upper left corner. */
export interface PageArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The state of a document and its recent changes. Times are in milliseconds. */
export interface DocumentState {
  /** Whether all fonts and visible images are loaded. */
  isReady: boolean;
  hasScripts: boolean;
  /**
   * Time since the first look, since the document last grew, and since its last change. Ignores permanent
   * ones.
   */
  ageMs: number;
  grownMs: number;
  changedMs: number;
  /** Time until the last of its timers and animations ends. Ignores those that take long. */
  expectedMs: number;
  /** Whether the page shows a loading sign: in a part of it, or instead of its content. */
  sign: "none" | "part" | "page";
  width: number;
  height: number;
}

/** A selector that is invalid, or that has no visible element. */
export type ElementFault = { invalid: string } | { missing: string };

/** The functions of in-page.js. */
interface InPage {
  addStyles(texts: readonly string[]): void;
  look(): DocumentState;
  nextFrames(): void;
  decodeImages(): void;
  loadLazy(): { hasScripts: boolean; hasLazy: boolean; viewport: number };
  scrollTo(top: number): number;
  scrollIntoView(selector: string, every?: boolean): boolean;
  pinOnce(): void;
  getHiddenHeight(): number;
  unrollScroller(): boolean;
  endAnimations(): void;
  title(): string;
  pageSize(): { width: number; height: number };
  getBox(selector: string): PageArea | "invalid" | null;
  getArea(area: ElementArea): PageArea | ElementFault;
  readContent(
    kind: "html" | "text",
    options: { area: ElementArea | undefined; charsMax: number },
  ): { text: string; truncated: boolean } | ElementFault;
  countElements(): number;
  scrollToPoint(selector: string): { x: number; y: number } | "invalid" | null;
  isImage(): boolean | "broken";
  selectContent(selector: string): boolean;
}

let source: Promise<string> | undefined;

const readSigns = openWords(new URL("./loading-signs.txt", import.meta.url), [
  "texts",
  "beginnings",
  "elements",
]);

async function readSource(): Promise<string> {
  const signs = Object.entries(readSigns()).map(([name, words]) => [name, [...words]]);
  const code = await Bun.file(`${import.meta.dir}/in-page.js`).text();
  return `const signs = ${JSON.stringify(Object.fromEntries(signs))};${code}`;
}

/**
 * Runs the hub's functions in a page. They are isolated from the page's scripts and share only the elements
 * with them, so that no page can change what `querySelector` does.
 */
export class World {
  readonly #session: CDPSession;
  #context: Promise<number> | undefined;
  /** Known after the first call if it wasn't given. */
  frameId: string | undefined;

  /** Uses the main frame by default. */
  constructor(session: CDPSession, frameId?: string) {
    this.#session = session;
    this.frameId = frameId;
  }

  /** Calls one of the functions. */
  run<Name extends keyof InPage>(
    name: Name,
    ...args: Parameters<InPage[Name]>
  ): Promise<ReturnType<InPage[Name]>> {
    return this.evaluate(`hub.${name}(...${JSON.stringify(args)})`);
  }

  async evaluate<Result>(expression: string): Promise<Result> {
    for (let triesLeft = 2; ; triesLeft--) {
      this.#context ??= this.#create();
      try {
        return await this.#evaluateIn(await this.#context, expression);
      } catch (error) {
        // The page has navigated, which destroyed the world.
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
    source ??= readSource();
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
