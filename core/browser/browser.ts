import type { Browser, Picture, Shot } from "../doors/browser-door.ts";
import { callerGone, HubError } from "../errors.ts";
import { BrowserGone, browserBusy, diedTwice } from "./failures.ts";
import type { KeeperProcess } from "./keeper-process.ts";
import type { BrowserSettings } from "./settings.ts";

/** The hub's browser, of which nothing is loaded or started before the first picture. */
export interface BrowserRoom {
  browser: Browser;
  /** The process that keeps it, if there is one now. */
  pid(): number | undefined;
  close(): Promise<void>;
}

/** How long it is kept when nobody wants a picture. */
const idleMs = 300_000;
/** How long a call waits for its turn. */
const queueMs = 20_000;

/** Makes the room. Its browser throws `browser_unavailable` and `busy`, and what pictures fail of. */
export function createBrowserRoom(settings: BrowserSettings): BrowserRoom {
  const waiting: (() => void)[] = [];
  let keeper: KeeperProcess | undefined;
  let running = 0;
  let closed = false;
  let idle: Timer | undefined;

  async function take(shot: Shot, signal: AbortSignal | undefined): Promise<Picture> {
    const { KeeperProcess } = await import("./keeper-process.ts");
    for (let triesLeft = 1; ; triesLeft--) {
      if (closed) throw draining();
      if (!keeper || keeper.gone) keeper = new KeeperProcess(settings);
      try {
        return await keeper.take(shot, signal);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== BrowserGone.name) throw error;
        if (triesLeft === 0) throw diedTwice(error);
      }
    }
  }

  /** Waits until a page is free. */
  async function turn(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw callerGone();
    if (running < settings.pages) {
      running++;
      return;
    }
    if (waiting.length >= settings.queueMax) throw browserBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(browserBusy()), queueMs);
    const onAbort = () => reject(callerGone());
    signal?.addEventListener("abort", onAbort, { once: true });
    waiting.push(resolve);
    try {
      await promise;
    } catch (error) {
      waiting.splice(waiting.indexOf(resolve), 1);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  function next(): void {
    const resolve = waiting.shift();
    if (resolve) {
      resolve();
      return;
    }
    running--;
    if (running === 0)
      idle = setTimeout(() => {
        void keeper?.close();
        keeper = undefined;
      }, idleMs).unref();
  }

  return {
    async browser(shot, { signal } = {}) {
      await turn(signal);
      clearTimeout(idle);
      try {
        return await take(shot, signal);
      } finally {
        next();
      }
    },
    pid: () => (keeper?.gone ? undefined : keeper?.pid),
    async close() {
      closed = true;
      clearTimeout(idle);
      await keeper?.close();
    },
  };
}

function draining(): HubError {
  return new HubError("draining", "This hub is shutting down: call again in a moment", {
    headers: { "retry-after": "1" },
  });
}
