import { RedisClient } from "bun";
import type { RedisLink } from "./redis-link.ts";

/** The topics that hubs notify each other of: changed keys or accounts, and new jobs. */
export type Topic = "keys" | "jobs";

/** The delay before reconnecting. */
const retryMs = 500;

/**
 * Notifies the other hubs on a Redis server immediately. They would detect the change within a second
 * anyway, so lost messages do no harm.
 */
export class RedisBroadcast {
  readonly #link: RedisLink;
  readonly #url: string;
  readonly #self = crypto.randomUUID();
  readonly #listeners = new Map<Topic, () => void>();
  readonly #pending = new Set<Topic>();
  #client: RedisClient | undefined;
  #isClosed = false;

  constructor({ link, url }: { link: RedisLink; url: string }) {
    this.#link = link;
    this.#url = url;
  }

  /** Registers a listener for notifications from other hubs. */
  on(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, listener);
  }

  /** Notifies all other hubs. Repeated calls in one tick send one message. */
  publish(topic: Topic): void {
    if (this.#pending.has(topic)) return;
    this.#pending.add(topic);
    setImmediate(() => {
      this.#pending.delete(topic);
      this.#link.send("PUBLISH", [`hub:${topic}`, this.#self]).catch(() => {});
    });
  }

  /** Subscribes to all topics. Reconnects if the connection breaks. */
  async open(): Promise<void> {
    if (this.#isClosed) return;
    const client = new RedisClient(this.#url, { autoReconnect: false, connectionTimeout: 1000 });
    this.#client = client;
    try {
      await client.connect();
      for (const topic of ["keys", "jobs"] as const)
        await client.subscribe(`hub:${topic}`, (sender) => {
          if (sender !== this.#self) this.#listeners.get(topic)?.();
        });
      // Notifications may have been missed in the meantime.
      for (const listener of this.#listeners.values()) listener();
      client.onclose = () => this.#openLater();
    } catch {
      client.close();
      this.#openLater();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.close();
  }

  #openLater(): void {
    if (!this.#isClosed) setTimeout(() => void this.open(), retryMs).unref();
  }
}
