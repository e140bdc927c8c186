import type { Caller, Kv, Random } from "../doors.ts";
import { dayMs } from "./shard.ts";

/** Clicks of the day's last second may be counted in the next. */
const graceMs = 60_000;
const seenMax = 10_000;
const waitMs = 10;
const waitsMax = 20;

/**
 * Tells new visitors from those who were there on the same day, without knowing either: what is kept
 * is a hash of address and program under a salt that ends with the day, and it ends then as well.
 */
export class Visitors {
  readonly #kv: Kv;
  readonly #random: Random;
  #salt: { day: string; value: Promise<string> } | undefined;
  /** Those this process has seen of late, so that it need not ask. */
  readonly #seen = new Set<string>();

  constructor({ kv, random }: { kv: Kv; random: Random }) {
    this.#kv = kv;
    this.#random = random;
  }

  /** Whether nobody has seen this visitor at this link on this day. */
  async isNew(
    link: string,
    { address, userAgent }: Caller,
    { day, now }: { day: string; now: number },
  ): Promise<boolean> {
    const ttlMs = dayMs - (now % dayMs) + graceMs;
    const salt = await this.#saltOf(day, ttlMs);
    // Bound to the link, so that nobody can be followed from one to another.
    const visitor = new Bun.CryptoHasher("sha256", salt)
      .update(`${link}\n${address}\n${userAgent}`)
      .digest("base64url")
      .slice(0, 22);
    if (this.#seen.has(visitor)) return false;
    if (this.#seen.size >= seenMax) this.#seen.clear();
    this.#seen.add(visitor);
    return (await this.#kv.increment(`seen:${day}:${visitor}`, 1, { ttlMs })) === 1;
  }

  #saltOf(day: string, ttlMs: number): Promise<string> {
    if (this.#salt?.day !== day) {
      this.#seen.clear();
      const value = this.#agreeOnSalt(day, ttlMs);
      this.#salt = { day, value };
      value.catch(() => {
        this.#salt = undefined;
      });
    }
    return this.#salt.value;
  }

  /** The first process to ask makes the salt, and the others wait for it. */
  async #agreeOnSalt(day: string, ttlMs: number): Promise<string> {
    const isFirst = (await this.#kv.increment(`salting:${day}`, 1, { ttlMs })) === 1;
    for (let waits = 0; !isFirst && waits < waitsMax; waits++) {
      const salt = await this.#kv.get<string>(`salt:${day}`);
      if (salt !== undefined) return salt;
      await Bun.sleep(waitMs);
    }
    const salt = this.#random.bytes(32).toBase64();
    await this.#kv.set(`salt:${day}`, salt, { ttlMs });
    return salt;
  }
}
