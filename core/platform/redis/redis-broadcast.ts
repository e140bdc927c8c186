import { RedisClient } from "bun";
import type { RedisLink } from "./redis-link.ts";

/** What hubs tell each other: that keys or accounts have changed, and that a job has come. */
export type Topic = "keys" | "jobs";

/** How long a connection that broke is left alone. */
const retryMs = 500;

/**
 * Tells the other hubs of a Redis server at once what they would find out within a second by themselves.
 * What is lost is lost: nothing depends on it.
 */
export class RedisBroadcast {
  readonly #link: RedisLink;
  readonly #url: string;
  readonly #self = crypto.randomUUID();
  readonly #listeners = new Map<Topic, () => void>();
  readonly #telling = new Set<Topic>();
  #client: RedisClient | undefined;
  #isClosed = false;

  constructor({ link, url }: { link: RedisLink; url: string }) {
    this.#link = link;
    this.#url = url;
  }

  /** Has somebody told of a topic, by any other hub. */
  on(topic: Topic, listener: () => void): void {
    this.#listeners.set(topic, listener);
  }

  /** Tells all other hubs, of many things at the same time once. */
  tell(topic: Topic): void {
    if (this.#telling.has(topic)) return;
    this.#telling.add(topic);
    setImmediate(() => {
      this.#telling.delete(topic);
      this.#link.send("PUBLISH", [`hub:${topic}`, this.#self]).catch(() => {});
    });
  }

  /** Listens, again and again where the connection breaks. */
  async open(): Promise<void> {
    if (this.#isClosed) return;
    const client = new RedisClient(this.#url, { autoReconnect: false, connectionTimeout: 1000 });
    this.#client = client;
    try {
      await client.connect();
      for (const topic of ["keys", "jobs"] as const)
        await client.subscribe(`hub:${topic}`, (teller) => {
          if (teller !== this.#self) this.#listeners.get(topic)?.();
        });
      // Something may have been told meanwhile.
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
