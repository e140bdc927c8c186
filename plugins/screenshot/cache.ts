import type { Capture } from "./capture.ts";
import screenshot from "./plugin.ts";

interface Entry {
  capture: Capture;
  /** In milliseconds since 1970. */
  until: number;
}

const { cacheBytesMax, cachedBytesMax } = screenshot.limits;

/** The last captures, the oldest of which go when there are too many bytes. */
export class CaptureCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<Capture>>();
  #bytes = 0;

  /** What is kept for a request; who asks for what is being taken gets the same. */
  async get(
    key: string,
    { now, seconds, take }: { now: number; seconds: number; take: () => Promise<Capture> },
  ): Promise<{ capture: Capture; hit: boolean }> {
    if (seconds === 0) return { capture: await take(), hit: false };
    const kept = this.#entries.get(key);
    // A request may want a younger one than the last that was kept.
    if (kept && now < Math.min(kept.until, kept.capture.takenAt + seconds * 1000))
      return { capture: kept.capture, hit: true };
    const running = this.#running.get(key);
    if (running) return { capture: await running, hit: true };
    const taking = take();
    this.#running.set(key, taking);
    try {
      const capture = await taking;
      this.#keep(key, { capture, until: capture.takenAt + seconds * 1000 });
      return { capture, hit: false };
    } finally {
      this.#running.delete(key);
    }
  }

  #keep(key: string, entry: Entry): void {
    this.#forget(key);
    const size = entry.capture.bytes.length;
    if (size > cachedBytesMax || entry.capture.blank) return;
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
