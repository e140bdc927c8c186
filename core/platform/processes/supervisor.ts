import type { Subprocess } from "bun";
import type { Log } from "../log/log.ts";
import type { OwnNumbers, ProcessNumbers } from "../metrics/exposition.ts";
import { type FromHub, placeVariable, type ToHub } from "./messages.ts";

/** The minimum run time after which a process counts as stable, so that its restart isn't delayed. */
const stableMs = 10_000;
/** The delays before restarting a process that keeps exiting soon after its start. */
const restartDelaysMs = [0, 100, 300, 1000, 3000, 10_000] as const;
/** The timeout for a process's metrics: a process that hangs doesn't block the others' metrics. */
const numbersMs = 1000;
/** The time that a process has to exit, in addition to its drain period. */
const endMs = 15_000;

/** The number of processes, their port, and their drain period. */
interface ProcessSettings {
  /** The number of processes that serve on one port. */
  processes: number;
  port: number;
  drainMs: number;
}

interface SupervisorOptions {
  config: ProcessSettings;
  log: Log;
  /** The command that starts a hub. */
  command: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** A running hub process. */
interface Hub {
  /** The process index, from 1. */
  readonly index: number;
  readonly child: Subprocess;
  readonly startedAt: number;
  /** Resolves to its port once it serves, or to nothing if it exits first. */
  readonly serves: Promise<number | undefined>;
  isReady: boolean;
  /** Set once it was asked to exit. */
  isEnding: boolean;
}

/**
 * Runs several hubs that share a port and a data folder. The kernel distributes connections among them.
 * Restarts a process that exits. Deploys a new version one process at a time.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #hubs = new Map<number, Hub>();
  /** The number of early exits of each process in a row. */
  readonly #failures = new Map<number, number>();
  readonly #pendingRequests = new Map<number, (numbers: OwnNumbers) => void>();
  #port: number;
  #lastId = 0;
  #rolling: Promise<void> | undefined;
  #isStopping = false;
  readonly #exitCode = Promise.withResolvers<number>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#port = options.config.port;
  }

  /** Runs hubs until it is stopped, and returns the exit code. */
  async run(): Promise<number> {
    const { config, log } = this.#options;
    // Starts the first one alone: it validates the settings and creates shared files.
    const first = this.#start(1);
    const port = await first.serves;
    if (port === undefined) {
      const code = await first.child.exited;
      // It has already logged the reason.
      return this.#isStopping ? 0 : code || 1;
    }
    this.#port = port;
    for (let index = 2; index <= config.processes && !this.#isStopping; index++) this.#start(index);
    await Promise.all([...this.#hubs.values()].map(({ serves }) => serves));
    if (!this.#isStopping)
      log.info(
        `${config.processes} processes listen on port ${port}. Send SIGHUP to ${process.pid} to restart them one by one`,
        { port, processes: config.processes, supervisor: process.pid },
      );
    return this.#exitCode.promise;
  }

  /** Shuts down all hubs gracefully. A second call kills them. */
  stop(): void {
    const hubs = [...this.#hubs.values()];
    if (this.#isStopping) {
      for (const { child } of hubs) child.kill("SIGKILL");
      return;
    }
    this.#isStopping = true;
    this.#options.log.info("Shutting down: all processes finish their requests");
    const ends = hubs.map((hub) => this.#end(hub, { kind: "stop" }));
    void Promise.all(ends).then((codes) =>
      this.#exitCode.resolve(codes.some((code) => code !== 0) ? 1 : 0),
    );
  }

  /**
   * Replaces the processes one by one with the version on the disk. Stops each old one when its replacement
   * serves.
   */
  roll(): Promise<void> {
    this.#rolling ??= this.#rollAll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  async #rollAll(): Promise<void> {
    const { log } = this.#options;
    for (const [index, old] of [...this.#hubs]) {
      if (this.#isStopping) return;
      const next = this.#start(index);
      if ((await next.serves) === undefined) {
        if (this.#isStopping) return;
        log.error("The new process cannot start: the old processes keep running", {
          process: index,
        });
        this.#hubs.set(index, old);
        // It may have exited in the meantime, when it would not have been restarted.
        if (old.child.exitCode !== null || old.child.signalCode !== null) this.#replace(old);
        return;
      }
      await this.#end(old, { kind: "retire" });
    }
    if (!this.#isStopping) log.info("All processes were replaced");
  }

  #start(index: number): Hub {
    const { command, config, env } = this.#options;
    const serving = Promise.withResolvers<number | undefined>();
    const child = Bun.spawn([...command], {
      env: {
        ...env,
        [placeVariable]: String(index),
        PORT: String(this.#port),
        HUB_PROCESSES: String(config.processes),
      },
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: FromHub) => this.#receive(hub, message, serving.resolve),
      serialization: "json",
      onExit: () => {
        serving.resolve(undefined);
        this.#replace(hub);
      },
    });
    const hub: Hub = {
      index,
      child,
      startedAt: performance.now(),
      serves: serving.promise,
      isReady: false,
      isEnding: false,
    };
    this.#hubs.set(index, hub);
    return hub;
  }

  /** Restarts a hub that exited unexpectedly. */
  #replace(hub: Hub): void {
    const { index, child, startedAt, isEnding, isReady } = hub;
    if (isEnding || this.#isStopping || this.#hubs.get(index) !== hub) return;
    // If the first start fails, `run` returns its exit code. If a replacement fails, the old process
    // continues.
    if (!isReady && (this.#hubs.size === 1 || this.#rolling)) return;
    const isStable = isReady && performance.now() - startedAt > stableMs;
    const failures = isStable ? 0 : (this.#failures.get(index) ?? 0);
    this.#failures.set(index, failures + 1);
    const delayMs = restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)] ?? 0;
    const how = child.signalCode ?? `exit code ${child.exitCode}`;
    this.#options.log.error(
      `Process ${index} ended unexpectedly (${how}): a new one starts ${delayMs === 0 ? "now" : `in ${delayMs} ms`}`,
      { process: index },
    );
    setTimeout(() => {
      if (!this.#isStopping && this.#hubs.get(index) === hub) this.#start(index);
    }, delayMs);
  }

  async #end(hub: Hub, message: ToHub): Promise<number> {
    const { child } = hub;
    hub.isEnding = true;
    send(hub, message);
    const { drainMs } = this.#options.config;
    const timer = setTimeout(() => child.kill("SIGKILL"), drainMs + endMs);
    const code = await child.exited;
    clearTimeout(timer);
    return code;
  }

  #receive(hub: Hub, message: FromHub, serves: (port: number) => void): void {
    switch (message.kind) {
      case "serves":
        hub.isReady = true;
        serves(message.port);
        break;
      case "ask for numbers":
        void this.#collectNumbers().then((numbers) =>
          send(hub, { kind: "all numbers", id: message.id, numbers }),
        );
        break;
      case "numbers":
        this.#pendingRequests.get(message.id)?.(message.numbers);
        break;
      case "drain":
      case "reload":
        for (const other of this.#hubs.values()) if (other !== hub) send(other, message);
        break;
    }
  }

  async #collectNumbers(): Promise<ProcessNumbers[]> {
    const requests = [...this.#hubs.values()].map(async (hub) => {
      const numbers = await this.#requestNumbers(hub);
      return numbers === undefined ? [] : [{ process: hub.index, ...numbers }];
    });
    return (await Promise.all(requests)).flat();
  }

  async #requestNumbers(hub: Hub): Promise<OwnNumbers | undefined> {
    if (!hub.isReady) return undefined;
    const id = ++this.#lastId;
    const response = Promise.withResolvers<OwnNumbers | undefined>();
    this.#pendingRequests.set(id, response.resolve);
    const timer = setTimeout(() => response.resolve(undefined), numbersMs);
    send(hub, { kind: "numbers", id });
    const numbers = await response.promise;
    clearTimeout(timer);
    this.#pendingRequests.delete(id);
    return numbers;
  }
}

/** Sends a message, unless the process has just exited. */
function send({ child }: Hub, message: ToHub): void {
  try {
    child.send(message);
  } catch {
    // The exit handler deals with it.
  }
}
