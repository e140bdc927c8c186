import type { UpstreamAnswer } from "./upstream-answer.ts";

/** The cached responses to one request. */
interface CacheEntry {
  newest: UpstreamAnswer | undefined;
  /** The previous response, used if the newest turns out to be unusable. */
  older: UpstreamAnswer | undefined;
  /** Time until which the host isn't asked again, because its response was unusable. */
  quietUntil: number;
}

/** Pause before the next request after an unusable response. */
const quietMs = 15_000;

/** A cache of responses by request with a size limit. Evicts the least recently used entries. */
export class AnswerCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  constructor({ bytesMax = 32 * 1024 * 1024 }: { bytesMax?: number } = {}) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Readonly<CacheEntry> | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Reinserts the entry, because a map iterates in insertion order.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, answer: UpstreamAnswer): void {
    const entry = this.get(key);
    if (entry?.newest === answer) return;
    this.#put(key, { newest: answer, older: entry?.newest, quietUntil: 0 });
  }

  /** Discards the response that was fetched at a given time, if it is still the newest. */
  refuse(key: string, { fetchedAt, now }: { fetchedAt: number; now: number }): void {
    const entry = this.get(key);
    if (entry?.newest?.fetchedAt !== fetchedAt) return;
    this.#put(key, { newest: entry.older, older: undefined, quietUntil: now + quietMs });
  }

  get bytes(): number {
    return this.#bytes;
  }

  #put(key: string, entry: CacheEntry): void {
    this.#drop(key);
    if (getSize(key, entry) > this.#bytesMax) entry.older = undefined;
    if (getSize(key, entry) > this.#bytesMax) return;
    this.#entries.set(key, entry);
    this.#bytes += getSize(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#bytes -= getSize(key, entry);
    this.#entries.delete(key);
  }
}

/** Estimates the size of an entry. Everything except the key and the bodies counts as 1 kB. */
function getSize(key: string, { newest, older }: CacheEntry): number {
  return 1024 + key.length + (newest?.size ?? 0) + (older?.size ?? 0);
}
