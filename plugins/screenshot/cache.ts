import type { Capture } from "./capture.ts";
import screenshot from "./plugin.ts";

interface Entry {
  capture: Capture;
  /** In milliseconds since 1970. */
  until: number;
}

/** One that is being taken, for as long as anybody waits for it. */
interface Running {
  capture: Promise<Capture>;
  callers: number;
  abort: AbortController;
}

interface CacheRequest {
  now: number;
  /** How old a kept one may be. With 0 none is kept, and none is shared. */
  seconds: number;
  /** Tells when who asks waits no longer. */
  signal: AbortSignal;
  take: (signal: AbortSignal) => Promise<Capture>;
}

const { cacheBytesMax, cachedBytesMax } = screenshot.limits;

/** The last captures, the oldest of which go when there are too many bytes. */
export class CaptureCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Running>();
  #bytes = 0;

  /** What is kept for a request; who asks for what is being taken gets the same. */
  async get(
    key: string,
    { now, seconds, signal, take }: CacheRequest,
  ): Promise<{ capture: Capture; hit: boolean }> {
    if (seconds === 0) return { capture: await take(signal), hit: false };
    const kept = this.#entries.get(key);
    // A request may want a younger one than the last that was kept.
    if (kept && now < Math.min(kept.until, kept.capture.takenAt + seconds * 1000))
      return { capture: kept.capture, hit: true };
    const running = this.#running.get(key);
    if (running) return { capture: await this.#share(key, running, signal), hit: true };
    const abort = new AbortController();
    const started = { capture: take(abort.signal), callers: 0, abort };
    this.#running.set(key, started);
    try {
      const capture = await this.#share(key, started, signal);
      this.#keep(key, { capture, until: capture.takenAt + seconds * 1000 });
      return { capture, hit: false };
    } finally {
      this.#end(key, started);
    }
  }

  /** Waits for one that is being taken, which is given up when nobody does any more. */
  async #share(key: string, running: Running, signal: AbortSignal): Promise<Capture> {
    running.callers++;
    const leave = () => {
      running.callers--;
      if (running.callers > 0) return;
      this.#end(key, running);
      running.abort.abort(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await running.capture;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Nobody who comes later shares it. */
  #end(key: string, running: Running): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }

  #keep(key: string, entry: Entry): void {
    this.#forget(key);
    const size = entry.capture.bytes.length;
    if (size > cachedBytesMax || entry.capture.blank || !entry.capture.settled) return;
    this.#entries.set(key, entry);
    this.#bytes += size;
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= cacheBytesMax) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.capture.bytes.length;
  }
}
