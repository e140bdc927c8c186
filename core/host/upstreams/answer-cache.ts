import type { UpstreamAnswer } from "./upstream-answer.ts";

/** The last answers to one request. */
interface Kept {
  newest: UpstreamAnswer | undefined;
  /** The one before, for when the newest turns out to be no use. */
  older: UpstreamAnswer | undefined;
  /** Until when the host need not be asked again, as its answer was no use. */
  quietUntil: number;
}

/** After an answer that nobody could read the next one is not asked for during this time. */
const quietMs = 15_000;

/** Answers by request, and no more of them than fit: the ones unused for longest go first. */
export class AnswerCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, Kept>();
  #bytes = 0;

  constructor({ bytesMax = 32 * 1024 * 1024 }: { bytesMax?: number } = {}) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Readonly<Kept> | undefined {
    const kept = this.#entries.get(key);
    if (!kept) return undefined;
    // A map keeps the order in which its keys came.
    this.#entries.delete(key);
    this.#entries.set(key, kept);
    return kept;
  }

  set(key: string, answer: UpstreamAnswer): void {
    const kept = this.get(key);
    if (kept?.newest === answer) return;
    this.#put(key, { newest: answer, older: kept?.newest, quietUntil: 0 });
  }

  /** Takes back the answer that was fetched then, if it still is the newest. */
  refuse(key: string, { fetchedAt, now }: { fetchedAt: number; now: number }): void {
    const kept = this.get(key);
    if (kept?.newest?.fetchedAt !== fetchedAt) return;
    this.#put(key, { newest: kept.older, older: undefined, quietUntil: now + quietMs });
  }

  get bytes(): number {
    return this.#bytes;
  }

  #put(key: string, kept: Kept): void {
    this.#drop(key);
    if (sizeOf(key, kept) > this.#bytesMax) kept.older = undefined;
    if (sizeOf(key, kept) > this.#bytesMax) return;
    this.#entries.set(key, kept);
    this.#bytes += sizeOf(key, kept);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#entries.get(key);
    if (kept) this.#bytes -= sizeOf(key, kept);
    this.#entries.delete(key);
  }
}

/** What an entry takes besides bodies is put at 1 kB. */
function sizeOf(key: string, { newest, older }: Kept): number {
  return 1024 + key.length + (newest?.size ?? 0) + (older?.size ?? 0);
}
