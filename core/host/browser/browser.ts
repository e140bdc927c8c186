import type { Browser, Picture, Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import { Evidence } from "../../platform/health/evidence.ts";
import { type Log, quietLog } from "../../platform/log/log.ts";
import { Histogram } from "../../platform/metrics/histogram.ts";
import { FairQueue, getQueueAccount, type QueueStats } from "../jobs/fair-queue.ts";
import { BrowserGone, fatalPageError } from "./browser-errors.ts";
import type { BrowserHost } from "./browser-host.ts";
import type { BrowserSettings } from "./browser-settings.ts";

/** The hub's browser. Nothing is loaded or started before the first picture. */
export interface BrowserService {
  browser: Browser;
  /** Process ID of the browser process, if it is running. */
  pid(): number | undefined;
  /** The results of taking pictures. Pages that fail say nothing about the browser. */
  readonly evidence: Evidence;
  /** The number of open pages and of waiting calls. */
  stats(): QueueStats;
  /** Histogram of the time that calls waited for a page. */
  readonly waits: Histogram;
  close(): Promise<void>;
}

/** Idle time after which the browser is stopped. */
const idleMs = 300_000;
/** The caller of a plugin's own work. */
const anonymous = { id: "", address: "" };

/**
 * Creates the browser service. Its browser throws `browser_unavailable`, `busy` and the errors of captures.
 */
export function createBrowserService(
  settings: BrowserSettings,
  /** Logger for the output of its processes. Default: none. */
  log: Log = quietLog,
): BrowserService {
  const waits = new Histogram();
  const evidence = new Evidence();
  const queue = new FairQueue({
    waits,
    size: settings.pages,
    queueMax: settings.queueMax,
    name: "page of the browser",
  });
  let host: BrowserHost | undefined;
  let closed = false;
  let idle: Timer | undefined;

  async function take(shot: Shot, signal: AbortSignal | undefined): Promise<Picture> {
    const { BrowserHost } = await import("./browser-host.ts");
    for (let triesLeft = 1; ; triesLeft--) {
      if (closed) throw drainingError();
      if (!host || host.gone) host = new BrowserHost(settings, log);
      try {
        return await host.take(shot, signal);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== BrowserGone.name) throw error;
        if (triesLeft === 0) throw fatalPageError(error);
      }
    }
  }

  function scheduleStop(): void {
    if (queue.stats().running > 0) return;
    idle = setTimeout(() => {
      void host?.close();
      host = undefined;
    }, idleMs).unref();
  }

  return {
    async browser(shot, { signal, caller = anonymous } = {}) {
      const account = getQueueAccount(caller);
      const { timeoutMs: limitMs } = shot;
      const release = await queue.enter({ account, kind: "picture", limitMs, signal });
      clearTimeout(idle);
      try {
        const picture = await take(shot, signal);
        evidence.recordSuccess(Date.now());
        return picture;
      } catch (error) {
        if (error instanceof HubError && error.code === "browser_unavailable")
          evidence.recordFailure(error.message, Date.now());
        throw error;
      } finally {
        release();
        scheduleStop();
      }
    },
    stats: () => queue.stats(),
    waits,
    evidence,
    pid: () => (host?.gone ? undefined : host?.pid),
    async close() {
      closed = true;
      queue.close(drainingError());
      clearTimeout(idle);
      await host?.close();
    },
  };
}

function drainingError(): HubError {
  return new HubError("draining", "This hub is shutting down: try again in a moment", {
    headers: { "retry-after": "1" },
  });
}
