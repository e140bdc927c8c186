import { RedisClient } from "bun";
import { within } from "../../lib/within.ts";
import type { FailureClass } from "../health/failure-classes.ts";
import {
  describeFailureClass,
  findFailureClass,
  redisFailures,
} from "../health/failure-classes.ts";
import type { Health } from "../health/health.ts";

/** Thrown when the server is unavailable. */
export class RedisDown extends Error {}

interface RedisLinkOptions {
  /** A `redis://` or `rediss://` URL, with user, password and database number. */
  url: string;
  health: Health;
  /** The command timeout, after which the server counts as down. */
  timeoutMs?: number;
  /** The retry interval while the server is down. */
  retryMs?: number;
}

interface SendOptions {
  /** Receives a response that arrives after the timeout. */
  onLate?: (answer: unknown) => void;
  /**
   * Set if requests depend on it. Any error except NOSCRIPT is then classified, and thrown as `RedisDown`.
   */
  isRequired?: boolean;
}

/** A command without a response yet. */
interface PendingCommand {
  readonly since: number;
  reject(error: Error): void;
}

/** The time in which late responses are still received. */
const lateMs = 2000;

/**
 * The key of a random number that is set once. If it has changed or is missing, the server has lost its
 * data.
 */
export const epochKey = "hub:epoch";

/**
 * The connection to a Redis or Valkey server. Every command has a timeout, and none is sent twice. The
 * server counts as down when a command times out, or fails with an error that would affect other commands
 * too. It is up again once it accepts a write.
 */
export class RedisLink {
  readonly #options: Required<RedisLinkOptions>;
  readonly #pending = new Set<PendingCommand>();
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
  /** Hooks that run when the server is back, before other commands are sent. */
  readonly onReturn: ((client: RedisClient) => Promise<void>)[] = [];
  /** Called when the server has lost its data or is new. Runs before `onReturn` if it was down. */
  onDataLost: () => void = () => {};

  constructor(options: RedisLinkOptions) {
    this.#options = { timeoutMs: 250, retryMs: 200, ...options };
    const { timeoutMs, health } = this.#options;
    health.use("redis");
    this.#watch = setInterval(() => this.#checkOverdue(), Math.max(10, timeoutMs / 5)).unref();
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

  /** The reason why it is unavailable. Excludes the URL, which may contain a password. */
  get fault(): string | undefined {
    if (this.isUp) return undefined;
    return describeFailureClass(this.#options.health.outage("redis") ?? redisFailures.no_answer);
  }

  /** The value of `epochKey`. */
  get epoch(): string {
    return this.#epoch ?? "0";
  }

  /** Whether the server is, or may be, part of a cluster: all keys of a script must then be in one slot. */
  get isCluster(): boolean {
    return this.#isCluster;
  }

  /** The milliseconds since the server went down, or 0. */
  get downMs(): number {
    return this.isUp ? 0 : performance.now() - this.#wentAt;
  }

  /** Connects. Keeps retrying if that fails. */
  async open(): Promise<void> {
    this.#wentAt = performance.now();
    await this.#probe();
    if (!this.isUp) this.#startProbing();
  }

  /** Sends a command. Throws a `RedisDown` if the server is down, or the server's error. */
  send(
    command: string,
    args: string[],
    { onLate, isRequired = false }: SendOptions = {},
  ): Promise<unknown> {
    const client = this.#client;
    if (!client) return Promise.reject(new RedisDown(this.fault));
    return new Promise((resolve, reject) => {
      const pendingCommand: PendingCommand = { since: performance.now(), reject };
      this.#pending.add(pendingCommand);
      client.send(command, args).then(
        (answer) => {
          if (this.#pending.delete(pendingCommand)) resolve(answer);
          else onLate?.(answer);
        },
        (error) => {
          if (!this.#pending.delete(pendingCommand)) return;
          if (isAnswer(error) && (!isRequired || getErrorCode(error) === "NOSCRIPT"))
            return reject(error);
          const failure = classify(error);
          reject(new RedisDown(describeFailureClass(failure), { cause: error }));
          // An unknown error may be specific to this command.
          if (failure === redisFailures.unexpected) this.#options.health.count(failure, error);
          else this.#markDown(client, failure, error);
        },
      );
    });
  }

  /** Clears the data-loss warning once the data is restored. */
  endRestoring(): void {
    this.#options.health.warn(redisFailures.data_lost, false);
  }

  /** Reads the epoch again. Calls `onDataLost` if it has changed. */
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

  /**
   * Checks for an overdue response. Requires two checks in a row, because this process itself may have been
   * suspended.
   */
  #checkOverdue(): void {
    const [oldest] = this.#pending;
    const wasOverdue = this.#isOverdue;
    this.#isOverdue =
      oldest !== undefined && performance.now() - oldest.since > this.#options.timeoutMs;
    if (this.#isOverdue && wasOverdue && this.#client)
      this.#markDown(this.#client, redisFailures.no_answer, createTimeoutError());
  }

  /** Checks whether an idle server accepts writes and still has its data. */
  async #check(): Promise<void> {
    if (!this.isUp || this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.renewEpoch();
      this.#readInfo(await this.send("INFO", []).catch(() => ""));
    } catch {
      // The error has already been handled.
    } finally {
      this.#isChecking = false;
    }
  }

  #require(command: string, ...args: string[]): Promise<unknown> {
    return this.send(command, args, { isRequired: true });
  }

  /** Sets the epoch unless it exists. A full or read-only server rejects that in any case. */
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

  /** Parses the response to INFO. The user may lack the permission for it. */
  #readInfo(answer: unknown): void {
    const info = String(answer);
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
    const [, cluster] = /^cluster_enabled:(\d)/m.exec(info) ?? [];
    if (cluster) this.#isCluster = cluster === "1";
    if (policy) this.#options.health.warn(redisFailures.evicts_keys, policy !== "noeviction");
  }

  #markDown(client: RedisClient, failure: FailureClass, cause: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#isOverdue = false;
    this.#wentAt = performance.now();
    const pending = [...this.#pending];
    this.#pending.clear();
    this.#options.health.fail(failure, cause);
    for (const { reject } of pending) reject(new RedisDown(this.fault));
    setTimeout(() => client.close(), lateMs).unref();
    if (this.#isClosed) return;
    this.#startProbing();
  }

  #startProbing(): void {
    this.#probing ??= this.#probeUntilUp().finally(() => {
      this.#probing = undefined;
    });
  }

  async #probeUntilUp(): Promise<void> {
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
    const send = (command: string, ...args: string[]) =>
      within(timeoutMs, client.send(command, args), createTimeoutError);
    try {
      await within(4 * timeoutMs, client.connect(), createTimeoutError);
      await send("PING");
      await this.#readEpoch(send);
      this.#readInfo(await send("INFO").catch(() => ""));
      for (const onReturn of this.onReturn)
        await within(20 * timeoutMs, onReturn(client), createTimeoutError);
      if (this.#isClosed) return client.close();
      client.onclose = (error) => this.#markDown(client, redisFailures.no_answer, error);
      this.#client = client;
      health.recover("redis");
    } catch (error) {
      client.close();
      if (this.#isClosed) return;
      const cause = isClosure(error) ? await this.#findReason(error) : error;
      health.fail(classify(cause), cause);
    }
  }

  /**
   * Finds out why the server closed a connection. Only a command that waits for the connection gets the reason.
   */
  async #findReason(error: unknown): Promise<unknown> {
    const { url, timeoutMs } = this.#options;
    const client = new RedisClient(url, { autoReconnect: false, connectionTimeout: 2 * timeoutMs });
    try {
      await within(4 * timeoutMs, client.send("PING", []), createTimeoutError);
      return error;
    } catch (cause) {
      return cause;
    } finally {
      client.close();
    }
  }
}

/** Returns the failure class of a connection error or of an error response. */
function classify(error: unknown): FailureClass {
  const failure = findFailureClass("redis", getErrorCode(error));
  return failure ?? (isAnswer(error) ? redisFailures.unexpected : redisFailures.no_answer);
}

/** Returns the first word of an error. Before Redis 7, a script's error has it inside the message. */
function getErrorCode(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, inScript] = /^ERR Error running script .*?: -?([A-Z]+) /.exec(message) ?? [];
  return inScript ?? message.split(" ", 1)[0] ?? "";
}

/** Returns whether the server rejected a command with an error. */
export function isAnswer(error: unknown): boolean {
  return (error as { code?: string }).code === "ERR_REDIS_SERVER_ERROR";
}

/** Returns whether the connection was closed, also by a server that denies access. */
function isClosure(error: unknown): boolean {
  return (error as { code?: string }).code === "ERR_REDIS_CONNECTION_CLOSED";
}

/** Returns whether an error is specific to one command. */
export function isUnexpected(error: unknown): boolean {
  return classify(error) === redisFailures.unexpected;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function createTimeoutError(): Error {
  return new Error("The server did not respond in time");
}
