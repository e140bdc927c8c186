import { isEqualInConstantTime } from "../lib/constant-time.ts";
import type { Records } from "../platform/store/records.ts";

interface TicketsOptions {
  pepper: Uint8Array;
  records: Pick<Records, "kvIncrement">;
  now(): number;
}

/** The namespace of used tickets. No plugin can have this name. */
const namespace = "/tickets";

/**
 * Values that the hub hands out and gets back, such as the state of a login. They are signed, not stored, so that
 * strangers can't fill the store. Their content isn't secret.
 */
export class Tickets {
  readonly #options: TicketsOptions;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  /** Issues a ticket for a purpose. Without a lifetime it doesn't expire. */
  issue(purpose: string, data: object, lifeMs?: number): string {
    const end = lifeMs === undefined ? null : this.#options.now() + lifeMs;
    const text = Buffer.from(JSON.stringify([end, data])).toString("base64url");
    return `${text}.${this.#sign(purpose, text)}`;
  }

  /** Returns the content of a ticket. Undefined if it is invalid, has expired, or has another purpose. */
  read<Data>(purpose: string, ticket = ""): Data | undefined {
    const [text = "", signature = ""] = ticket.split(".");
    if (!isEqualInConstantTime(signature, this.#sign(purpose, text))) return undefined;
    const [end, data] = JSON.parse(Buffer.from(text, "base64url").toString());
    return end === null || end > this.#options.now() ? data : undefined;
  }

  /** Returns the content of a ticket, at the first use only, on all hubs of a store. */
  async use<Data>(purpose: string, ticket = ""): Promise<Data | undefined> {
    const data = this.read<Data>(purpose, ticket);
    if (data === undefined) return undefined;
    const { records, now } = this.#options;
    const time = now();
    const change = { by: 1, expiresAt: time + usedMs, now: time };
    const uses = await records.kvIncrement(namespace, this.#sign("used", ticket), change);
    return uses === 1 ? data : undefined;
  }

  #sign(purpose: string, text: string): string {
    const hmac = new Bun.CryptoHasher("sha256", this.#options.pepper);
    return hmac.update(`ticket for ${purpose}: ${text}`).digest("base64url");
  }
}

/** Retention period of used tickets. No ticket that works once lives longer. */
const usedMs = 3_600_000;
