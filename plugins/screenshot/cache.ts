import type { Capture } from "./capture.ts";
import screenshot from "./plugin.ts";

interface Entry {
  capture: Capture;
  /** Expiry time in milliseconds since 1970. */
  until: number;
}

/** A capture in progress, as long as a caller waits for it. */
interface Running {
  capture: Promise<Capture>;
  callers: number;
  abort: AbortController;
}

interface CacheRequest {
  now: number;
  /** Maximum age of a cached capture. With 0, captures are neither cached nor shared. */
  seconds: number;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  take: (signal: AbortSignal) => Promise<Capture>;
}

const { cacheBytesMax, cachedBytesMax } = screenshot.limits;

/** The latest captures. The oldest are evicted when the cache exceeds its size in bytes. */
export class CaptureCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Running>();
  #bytes = 0;

  /** Returns the cached capture for a request, or takes one and shares it with concurrent callers. */
  async get(
    key: string,
    { now, seconds, signal, take }: CacheRequest,
  ): Promise<{ capture: Capture; hit: boolean }> {
    if (seconds === 0) return { capture: await take(signal), hit: false };
    const cached = this.#entries.get(key);
    // A request may accept only a younger capture than the cached one.
    if (cached && now < Math.min(cached.until, cached.capture.takenAt + seconds * 1000))
      return { capture: cached.capture, hit: true };
    const running = this.#running.get(key);
    if (running) return { capture: await this.#share(key, running, signal), hit: true };
    const abort = new AbortController();
    const started = { capture: take(abort.signal), callers: 0, abort };
    this.#running.set(key, started);
    try {
      const capture = await this.#share(key, started, signal);
      this.#set(key, { capture, until: capture.takenAt + seconds * 1000 });
      return { capture, hit: false };
    } finally {
      this.#end(key, started);
    }
  }

  /** Waits for a capture in progress. It is aborted when the last caller disconnects. */
  async #share(key: string, running: Running, signal: AbortSignal): Promise<Capture> {
    running.callers++;
    const detachCaller = () => {
      running.callers--;
      if (running.callers > 0) return;
      this.#end(key, running);
      running.abort.abort(signal.reason);
    };
    signal.addEventListener("abort", detachCaller, { once: true });
    try {
      return await running.capture;
    } finally {
      signal.removeEventListener("abort", detachCaller);
    }
  }

  /** Stops sharing a capture with later callers. */
  #end(key: string, running: Running): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }

  #set(key: string, entry: Entry): void {
    this.#delete(key);
    const size = entry.capture.bytes.length;
    if (size > cachedBytesMax || entry.capture.blank || !entry.capture.settled) return;
    this.#entries.set(key, entry);
    this.#bytes += size;
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= cacheBytesMax) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.capture.bytes.length;
  }
}
