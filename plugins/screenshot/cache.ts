import type { Capture } from "./capture.ts";
import screenshot from "./plugin.ts";

interface Entry {
  capture: Capture;
  /** In milliseconds since 1970. */
  until: number;
}

/** A capture that is being taken, for as long as a caller waits for it. */
interface Running {
  capture: Promise<Capture>;
  callers: number;
  abort: AbortController;
}

interface CacheRequest {
  now: number;
  /** How old a cached capture may be. With 0, none is cached or shared. */
  seconds: number;
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal;
  take: (signal: AbortSignal) => Promise<Capture>;
}

const { cacheBytesMax, cachedBytesMax } = screenshot.limits;

/** The latest captures. The oldest are dropped when there are too many bytes. */
export class CaptureCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Running>();
  #bytes = 0;

  /** The cached capture for a request, or one that is taken now and shared with all who ask meanwhile. */
  async get(
    key: string,
    { now, seconds, signal, take }: CacheRequest,
  ): Promise<{ capture: Capture; hit: boolean }> {
    if (seconds === 0) return { capture: await take(signal), hit: false };
    const cached = this.#entries.get(key);
    // A request may want a younger one than the last that was cached.
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

  /** Waits for a capture that is being taken. When the last caller leaves, it is aborted. */
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

  /** From here on, no later caller shares it. */
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
