import type { Subprocess } from "bun";
import type { Log } from "../log/log.ts";
import type { Metric, ProcessNumbers } from "../metrics/exposition.ts";
import { type FromHub, placeVariable, type ToHub } from "./messages.ts";

/** A process that has served as long as this is no sign that the next one will end at once. */
const soundMs = 10_000;
/** How long to wait before a process is started again that ends at once, again and again. */
const waitsMs = [0, 100, 300, 1000, 3000, 10_000] as const;
/** How long a process may take to tell its numbers: one that hangs keeps nobody from the others'. */
const numbersMs = 1000;
/** How long a process that is told to end may take beyond what its calls may. */
const endMs = 15_000;

/** How many processes serve, where, and how long they may take to end. */
export interface ProcessSettings {
  /** How many processes serve on one port. */
  processes: number;
  port: number;
  drainMs: number;
}

interface SupervisorOptions {
  config: ProcessSettings;
  log: Log;
  /** The command of one hub. */
  command: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
}

/** A hub that runs, and what is known of it. */
interface Hub {
  readonly place: number;
  readonly child: Subprocess;
  readonly startedAt: number;
  /** Its port, as soon as it serves; nothing where it ended first. */
  readonly serves: Promise<number | undefined>;
  isReady: boolean;
  /** Whether it was told to end. */
  isEnding: boolean;
}

/**
 * Runs several hubs on one port and one data folder, which the kernel spreads connections over. One that
 * ends is replaced at once; a new version comes in one process after the other.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #hubs = new Map<number, Hub>();
  /** How often the process at a place has ended soon after its start. */
  readonly #failures = new Map<number, number>();
  readonly #asked = new Map<number, (metrics: readonly Metric[]) => void>();
  #port: number;
  #lastId = 0;
  #rolling: Promise<void> | undefined;
  #isStopping = false;
  readonly #ended = Promise.withResolvers<number>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#port = options.config.port;
  }

  /** Runs hubs until it is told to stop, and answers the exit code. */
  async run(): Promise<number> {
    const { config, log } = this.#options;
    // The first alone: it finds out whether the settings are sound, and makes what the others share.
    const first = this.#start(1);
    const port = await first.serves;
    if (port === undefined) {
      const code = await first.child.exited;
      // It has said why.
      return this.#isStopping ? 0 : code || 1;
    }
    this.#port = port;
    for (let place = 2; place <= config.processes && !this.#isStopping; place++) this.#start(place);
    await Promise.all([...this.#hubs.values()].map(({ serves }) => serves));
    if (!this.#isStopping)
      log.info(
        `${config.processes} processes listen on port ${port}. Send SIGHUP to ${process.pid} to restart them one by one`,
        { port, processes: config.processes, supervisor: process.pid },
      );
    return this.#ended.promise;
  }

  /** Has all hubs finish what they do and end; at the second time, end at once. */
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
      this.#ended.resolve(codes.some((code) => code !== 0) ? 1 : 0),
    );
  }

  /** Starts a new hub for each, of what is on the disk now, and ends the old one as soon as that serves. */
  roll(): Promise<void> {
    this.#rolling ??= this.#rollAll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  async #rollAll(): Promise<void> {
    const { log } = this.#options;
    for (const [place, old] of [...this.#hubs]) {
      if (this.#isStopping) return;
      const next = this.#start(place);
      if ((await next.serves) === undefined) {
        if (this.#isStopping) return;
        log.error("The new process cannot start: the old processes keep running", {
          process: place,
        });
        this.#hubs.set(place, old);
        // It may have ended meanwhile, when nobody was to take its place.
        if (old.child.exitCode !== null || old.child.signalCode !== null) this.#replace(old);
        return;
      }
      await this.#end(old, { kind: "retire" });
    }
    if (!this.#isStopping) log.info("All processes were replaced");
  }

  #start(place: number): Hub {
    const { command, config, env } = this.#options;
    const serving = Promise.withResolvers<number | undefined>();
    const child = Bun.spawn([...command], {
      env: {
        ...env,
        [placeVariable]: String(place),
        PORT: String(this.#port),
        HUB_PROCESSES: String(config.processes),
      },
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: FromHub) => this.#hear(hub, message, serving.resolve),
      serialization: "json",
      onExit: () => {
        serving.resolve(undefined);
        this.#replace(hub);
      },
    });
    const hub: Hub = {
      place,
      child,
      startedAt: performance.now(),
      serves: serving.promise,
      isReady: false,
      isEnding: false,
    };
    this.#hubs.set(place, hub);
    return hub;
  }

  /** Starts a hub in the place of one that has ended without being told to. */
  #replace(hub: Hub): void {
    const { place, child, startedAt, isEnding, isReady } = hub;
    if (isEnding || this.#isStopping || this.#hubs.get(place) !== hub) return;
    // The first start tells its exit code, and a roll goes on with the one before.
    if (!isReady && (this.#hubs.size === 1 || this.#rolling)) return;
    const isSound = isReady && performance.now() - startedAt > soundMs;
    const failures = isSound ? 0 : (this.#failures.get(place) ?? 0);
    this.#failures.set(place, failures + 1);
    const waitMs = waitsMs[Math.min(failures, waitsMs.length - 1)] ?? 0;
    const how = child.signalCode ?? `exit code ${child.exitCode}`;
    this.#options.log.error(
      `Process ${place} ended unexpectedly (${how}): a new one starts ${waitMs === 0 ? "now" : `in ${waitMs} ms`}`,
      { process: place },
    );
    setTimeout(() => {
      if (!this.#isStopping && this.#hubs.get(place) === hub) this.#start(place);
    }, waitMs);
  }

  async #end(hub: Hub, message: ToHub): Promise<number> {
    const { child } = hub;
    hub.isEnding = true;
    tell(hub, message);
    const { drainMs } = this.#options.config;
    const timer = setTimeout(() => child.kill("SIGKILL"), drainMs + endMs);
    const code = await child.exited;
    clearTimeout(timer);
    return code;
  }

  #hear(hub: Hub, message: FromHub, serves: (port: number) => void): void {
    switch (message.kind) {
      case "serves":
        hub.isReady = true;
        serves(message.port);
        break;
      case "ask for numbers":
        void this.#numbersOfAll().then((numbers) =>
          tell(hub, { kind: "all numbers", id: message.id, numbers }),
        );
        break;
      case "numbers":
        this.#asked.get(message.id)?.(message.metrics);
        break;
      case "drain":
      case "reload":
        for (const other of this.#hubs.values()) if (other !== hub) tell(other, message);
        break;
    }
  }

  async #numbersOfAll(): Promise<ProcessNumbers[]> {
    const asked = [...this.#hubs.values()].map(async (hub) => {
      const metrics = await this.#numbersOf(hub);
      return metrics === undefined ? [] : [{ process: hub.place, metrics }];
    });
    return (await Promise.all(asked)).flat();
  }

  async #numbersOf(hub: Hub): Promise<readonly Metric[] | undefined> {
    if (!hub.isReady) return undefined;
    const id = ++this.#lastId;
    const told = Promise.withResolvers<readonly Metric[] | undefined>();
    this.#asked.set(id, told.resolve);
    const timer = setTimeout(() => told.resolve(undefined), numbersMs);
    tell(hub, { kind: "numbers", id });
    const metrics = await told.promise;
    clearTimeout(timer);
    this.#asked.delete(id);
    return metrics;
  }
}

/** One that has just ended hears nothing any more. */
function tell({ child }: Hub, message: ToHub): void {
  try {
    child.send(message);
  } catch {
    // Its end is noticed for itself.
  }
}
