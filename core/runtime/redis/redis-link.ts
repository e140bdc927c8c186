import { RedisClient } from "bun";
import { within } from "../../lib/within.ts";
import type { Log } from "../log/log.ts";

/** Thrown where the server cannot be asked at the moment. */
export class RedisDown extends Error {}

interface RedisLinkOptions {
  /** `redis://` or `rediss://`, with user, password and number of the database. */
  url: string;
  log: Pick<Log, "info" | "error">;
  /** How long an answer may take: then the server counts as gone. */
  timeoutMs?: number;
  /** How often a server that is gone is tried. */
  retryMs?: number;
}

/** A command that waits for its answer. */
interface Waiting {
  readonly since: number;
  reject(error: Error): void;
}

/** How long answers that are too late are still listened to. */
const lateMs = 2000;

/**
 * The connection to a Redis or Valkey server. No command waits longer than its time-out, none is sent
 * twice, and as soon as one waits in vain the server counts as gone: whoever asks is told at once, until
 * it answers again.
 */
export class RedisLink {
  readonly #options: Required<RedisLinkOptions>;
  readonly #waiting = new Set<Waiting>();
  readonly #watch: ReturnType<typeof setInterval>;
  #client: RedisClient | undefined;
  #isOverdue = false;
  #isClosed = false;
  #probing: Promise<void> | undefined;
  #wentAt = 0;
  /** Is done with a server that answers again, before others may ask it. */
  readonly onReturn: ((client: RedisClient) => Promise<void>)[] = [];

  constructor(options: RedisLinkOptions) {
    this.#options = { timeoutMs: 250, retryMs: 200, ...options };
    const { timeoutMs } = this.#options;
    this.#watch = setInterval(() => this.#look(), Math.max(10, timeoutMs / 5)).unref();
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  get isUp(): boolean {
    return this.#client !== undefined;
  }

  /** Why it cannot be asked at the moment. The address is not told, as it may hold a password. */
  get fault(): string | undefined {
    return this.isUp ? undefined : "The Redis server does not answer";
  }

  /** How long it has been gone. */
  get downMs(): number {
    return this.isUp ? 0 : performance.now() - this.#wentAt;
  }

  /** Connects, and goes on trying where that does not succeed. */
  async open(): Promise<void> {
    this.#wentAt = performance.now();
    await this.#probe();
    if (!this.isUp) {
      this.#options.log.error("Cannot reach the Redis server");
      this.#begin();
    }
  }

  /**
   * Sends a command. Throws a `RedisDown` where the server is gone, and what it answers as an error
   * otherwise. `onLate` gets an answer for which nobody waits any more.
   */
  send(command: string, args: string[], onLate?: (answer: unknown) => void): Promise<unknown> {
    const client = this.#client;
    if (!client) return Promise.reject(new RedisDown(this.fault));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), reject };
      this.#waiting.add(waiting);
      client.send(command, args).then(
        (answer) => {
          if (this.#waiting.delete(waiting)) resolve(answer);
          else onLate?.(answer);
        },
        (error) => {
          if (!this.#waiting.delete(waiting)) return;
          if (isOfConnection(error)) {
            reject(new RedisDown(this.fault, { cause: error }));
            this.#lose(client, error);
          } else reject(error);
        },
      );
    });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#client?.close();
    this.#client = undefined;
  }

  /** Finds out whether an answer is overdue: looked at twice, as it may be this process that stood still. */
  #look(): void {
    const [oldest] = this.#waiting;
    const wasOverdue = this.#isOverdue;
    this.#isOverdue =
      oldest !== undefined && performance.now() - oldest.since > this.#options.timeoutMs;
    if (this.#isOverdue && wasOverdue && this.#client)
      this.#lose(this.#client, new Error("An answer was not there in time"));
  }

  #lose(client: RedisClient, cause: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#isOverdue = false;
    this.#wentAt = performance.now();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new RedisDown(this.fault));
    setTimeout(() => client.close(), lateMs).unref();
    if (this.#isClosed) return;
    this.#options.log.error("The Redis server is gone", { cause: String(cause) });
    this.#begin();
  }

  #begin(): void {
    this.#probing ??= this.#probeOn().finally(() => {
      this.#probing = undefined;
    });
  }

  async #probeOn(): Promise<void> {
    while (!this.isUp && !this.#isClosed) {
      await sleep(this.#options.retryMs);
      await this.#probe();
    }
    if (this.isUp)
      this.#options.log.info("The Redis server answers again", {
        gone_ms: Math.round(performance.now() - this.#wentAt),
      });
  }

  async #probe(): Promise<void> {
    const { url, timeoutMs } = this.#options;
    const client = new RedisClient(url, {
      autoReconnect: false,
      connectionTimeout: 2 * timeoutMs,
      enableOfflineQueue: false,
    });
    try {
      await within(4 * timeoutMs, client.connect(), silence);
      await within(timeoutMs, client.send("PING", []), silence);
      for (const greet of this.onReturn) await within(20 * timeoutMs, greet(client), silence);
      if (this.#isClosed) return client.close();
      client.onclose = (error) => this.#lose(client, error);
      this.#client = client;
    } catch {
      client.close();
    }
  }
}

/** Whether an error is the connection's, and not what the server answered. */
function isOfConnection(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code !== "ERR_REDIS_SERVER_ERROR";
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function silence(): Error {
  return new Error("It took too long");
}
