import type { Caller, Kv, Random } from "../doors.ts";
import { dayMs } from "./shard.ts";

/** Clicks of a day's last second can be counted on the next day. */
const graceMs = 60_000;
const seenMax = 10_000;
const waitMs = 10;
const waitsMax = 20;

/**
 * Recognises returning visitors within a day without storing their identity: only a hash of address and
 * User-Agent is stored. Its salt changes daily, and both are deleted after the day.
 */
export class Visitors {
  readonly #kv: Kv;
  readonly #random: Random;
  #salt: { day: string; value: Promise<string> } | undefined;
  /** Recently seen visitors, to avoid store queries. */
  readonly #seen = new Set<string>();

  constructor({ kv, random }: { kv: Kv; random: Random }) {
    this.#kv = kv;
    this.#random = random;
  }

  /** Returns whether this is the visitor's first click on a link on this day. */
  async isNew(
    link: string,
    { address, userAgent }: Caller,
    { day, now }: { day: string; now: number },
  ): Promise<boolean> {
    const ttlMs = dayMs - (now % dayMs) + graceMs;
    const salt = await this.#getSalt(day, ttlMs);
    // Includes the link, so that visitors can't be tracked across links.
    const visitor = new Bun.CryptoHasher("sha256", salt)
      .update(`${link}\n${address}\n${userAgent}`)
      .digest("base64url")
      .slice(0, 22);
    if (this.#seen.has(visitor)) return false;
    if (this.#seen.size >= seenMax) this.#seen.clear();
    this.#seen.add(visitor);
    return (await this.#kv.increment(`seen:${day}:${visitor}`, 1, { ttlMs })) === 1;
  }

  #getSalt(day: string, ttlMs: number): Promise<string> {
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

  /** Returns the salt of the day. The first process creates it, and the others wait for it. */
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
