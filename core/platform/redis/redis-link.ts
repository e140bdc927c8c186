import { RedisClient } from "bun";
import { within } from "../../lib/within.ts";
import type { FailureClass } from "../health/failure-classes.ts";
import {
  describeFailureClass,
  findFailureClass,
  redisFailures,
} from "../health/failure-classes.ts";
import type { Health } from "../health/health.ts";

/** Thrown where the server cannot be asked at the moment. */
export class RedisDown extends Error {}

interface RedisLinkOptions {
  /** `redis://` or `rediss://`, with user, password and number of the database. */
  url: string;
  health: Health;
  /** How long an answer may take: then the server counts as gone. */
  timeoutMs?: number;
  /** How often a server that is gone is tried. */
  retryMs?: number;
}

interface SendOptions {
  /** Receives an answer that comes after the time-out. */
  onLate?: (answer: unknown) => void;
  /** Whether calls depend on it: any error but NOSCRIPT is then judged, and thrown as `RedisDown`. */
  isRequired?: boolean;
}

/** A command that waits for its answer. */
interface Waiting {
  readonly since: number;
  reject(error: Error): void;
}

/** How long answers that are too late are still listened to. */
const lateMs = 2000;

/**
 * Holds a random number that is set once. A server that has another number than before, or none, has lost
 * its data since.
 */
export const epochKey = "hub:epoch";

/**
 * The connection to a Redis or Valkey server. No command waits longer than its time-out, and none is sent
 * twice. The server counts as down as soon as a command waits in vain, or is answered with an error of a
 * class that other commands would meet too. It is up again once it accepts a write.
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
  readonly #checks: ReturnType<typeof setInterval>;
  #isChecking = false;
  #epoch: string | undefined;
  #renewing: Promise<void> | undefined;
  #isCluster = true;
  /** Is done with a server that answers again, before others may ask it. */
  readonly onReturn: ((client: RedisClient) => Promise<void>)[] = [];
  /** Runs when the server has lost its data, or is new: before `onReturn` if it was down. */
  onDataLost: () => void = () => {};

  constructor(options: RedisLinkOptions) {
    this.#options = { timeoutMs: 250, retryMs: 200, ...options };
    const { timeoutMs, health } = this.#options;
    health.use("redis");
    this.#watch = setInterval(() => this.#look(), Math.max(10, timeoutMs / 5)).unref();
    this.#checks = setInterval(() => void this.#check(), health.checkMs).unref();
  }

  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  get isUp(): boolean {
    return this.#client !== undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Why it cannot be asked at the moment. The address is not told, as it may hold a password. */
  get fault(): string | undefined {
    if (this.isUp) return undefined;
    return describeFailureClass(this.#options.health.outage("redis") ?? redisFailures.no_answer);
  }

  /** The number in `epochKey`. */
  get epoch(): string {
    return this.#epoch ?? "0";
  }

  /** Whether it is one of a cluster, or may be: the keys of a script must then be of one slot. */
  get isCluster(): boolean {
    return this.#isCluster;
  }

  /** How long it has been gone. */
  get downMs(): number {
    return this.isUp ? 0 : performance.now() - this.#wentAt;
  }

  /** Connects, and goes on trying if that does not succeed. */
  async open(): Promise<void> {
    this.#wentAt = performance.now();
    await this.#probe();
    if (!this.isUp) this.#begin();
  }

  /**
   * Sends a command. Throws a `RedisDown` if the server is down, and what it answers as an error
   * otherwise.
   */
  send(
    command: string,
    args: string[],
    { onLate, isRequired = false }: SendOptions = {},
  ): Promise<unknown> {
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
          if (isAnswer(error) && (!isRequired || codeOf(error) === "NOSCRIPT"))
            return reject(error);
          const failure = classify(error);
          reject(new RedisDown(describeFailureClass(failure), { cause: error }));
          // An error that the hub doesn't know may be of this command alone.
          if (failure === redisFailures.unexpected) this.#options.health.count(failure, error);
          else this.#lose(client, failure, error);
        },
      );
    });
  }

  /** Ends the report of lost data, when it is restored. */
  endRestoring(): void {
    this.#options.health.warn(redisFailures.data_lost, false);
  }

  /** Reads the epoch again. Runs `onDataLost` if it has changed. */
  renewEpoch(): Promise<void> {
    this.#renewing ??= this.#readEpoch((...command) => this.#require(...command)).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    clearInterval(this.#checks);
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
      this.#lose(this.#client, redisFailures.no_answer, silence());
  }

  /** Finds out whether a server that is idle accepts writes, and still has its data. */
  async #check(): Promise<void> {
    if (!this.isUp || this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.renewEpoch();
      this.#readInfo(await this.send("INFO", []).catch(() => ""));
    } catch {
      // It is judged already.
    } finally {
      this.#isChecking = false;
    }
  }

  #require(command: string, ...args: string[]): Promise<unknown> {
    return this.send(command, args, { isRequired: true });
  }

  /** Sets the epoch if there is none. A full or read-only server refuses that even if there is one. */
  async #readEpoch(send: (command: string, ...args: string[]) => Promise<unknown>): Promise<void> {
    const number = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    const isNew = (await send("SET", epochKey, number, "NX")) === "OK";
    const epoch = String(await send("GET", epochKey));
    const before = this.#epoch;
    this.#epoch = epoch;
    if (before === epoch) return;
    if (before !== undefined) this.#options.health.warn(redisFailures.data_lost, true);
    if (before !== undefined || isNew) this.onDataLost();
  }

  /** Reads what the server says of itself. Its user may lack the permission. */
  #readInfo(answer: unknown): void {
    const info = String(answer);
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
    const [, cluster] = /^cluster_enabled:(\d)/m.exec(info) ?? [];
    if (cluster) this.#isCluster = cluster === "1";
    if (policy) this.#options.health.warn(redisFailures.evicts_keys, policy !== "noeviction");
  }

  #lose(client: RedisClient, failure: FailureClass, cause: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#isOverdue = false;
    this.#wentAt = performance.now();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#options.health.fail(failure, cause);
    for (const { reject } of waiting) reject(new RedisDown(this.fault));
    setTimeout(() => client.close(), lateMs).unref();
    if (this.#isClosed) return;
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
  }

  async #probe(): Promise<void> {
    const { url, timeoutMs, health } = this.#options;
    const client = new RedisClient(url, {
      autoReconnect: false,
      connectionTimeout: 2 * timeoutMs,
      enableOfflineQueue: false,
    });
    const ask = (command: string, ...args: string[]) =>
      within(timeoutMs, client.send(command, args), silence);
    try {
      await within(4 * timeoutMs, client.connect(), silence);
      await ask("PING");
      await this.#readEpoch(ask);
      this.#readInfo(await ask("INFO").catch(() => ""));
      for (const greet of this.onReturn) await within(20 * timeoutMs, greet(client), silence);
      if (this.#isClosed) return client.close();
      client.onclose = (error) => this.#lose(client, redisFailures.no_answer, error);
      this.#client = client;
      health.recover("redis");
    } catch (error) {
      client.close();
      if (this.#isClosed) return;
      const cause = isClosure(error) ? await this.#askWhy(error) : error;
      health.fail(classify(cause), cause);
    }
  }

  /** Finds out why a connection was closed: only a command that waits for the connection is told. */
  async #askWhy(error: unknown): Promise<unknown> {
    const { url, timeoutMs } = this.#options;
    const client = new RedisClient(url, { autoReconnect: false, connectionTimeout: 2 * timeoutMs });
    try {
      await within(4 * timeoutMs, client.send("PING", []), silence);
      return error;
    } catch (cause) {
      return cause;
    } finally {
      client.close();
    }
  }
}

/** Returns the class of an error: the connection's, or one that the server answered. */
function classify(error: unknown): FailureClass {
  const failure = findFailureClass("redis", codeOf(error));
  return failure ?? (isAnswer(error) ? redisFailures.unexpected : redisFailures.no_answer);
}

/** Returns the first word of an error. A script's error before Redis 7 has it within its message. */
function codeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, inScript] = /^ERR Error running script .*?: -?([A-Z]+) /.exec(message) ?? [];
  return inScript ?? message.split(" ", 1)[0] ?? "";
}

/** Whether the server answered with an error, and did not do what it was asked. */
export function isAnswer(error: unknown): boolean {
  return (error as { code?: string }).code === "ERR_REDIS_SERVER_ERROR";
}

/** Whether the connection was closed: by a server that denies access, too. */
function isClosure(error: unknown): boolean {
  return (error as { code?: string }).code === "ERR_REDIS_CONNECTION_CLOSED";
}

/** Whether a server's answer is about one command alone. */
export function isUnexpected(error: unknown): boolean {
  return classify(error) === redisFailures.unexpected;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function silence(): Error {
  return new Error("It took too long");
}
