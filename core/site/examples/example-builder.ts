import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import type { Log } from "../../platform/log/log.ts";
import { ownExamplesFile, type ResponseExamples } from "./response-examples.ts";

const program = resolve(import.meta.dir, "../../capture-examples.ts");

/** The delay between a start or a change and the capture, so that it doesn't slow the first calls. */
const delayMs = 60_000;

interface ExampleBuilderOptions {
  examples: Pick<ResponseExamples, "hasAny">;
  /** The plugins that are served, and the hub's own routes. */
  plugins: () => readonly LoadedPlugin[];
  /**
   * Captures the examples of one service. Returns a sentence for each that fails. Throws if none can be
   * captured.
   */
  capture(service: string, signal: AbortSignal): Promise<readonly string[]>;
  log: Log;
  /** Runs work after a delay. Returns a function that cancels it. */
  later?: (work: () => void, ms: number) => () => void;
}

/**
 * Captures missing response examples in the background: one service at a time, and each version of a
 * service once. It makes no calls to the hub, uses no quota, and sends no requests to upstream hosts.
 */
export class ExampleBuilder {
  readonly #options: ExampleBuilderOptions;
  readonly #attempted = new WeakSet<LoadedPlugin>();
  readonly #missing = new WeakSet<LoadedRoute>();
  readonly #stop = new AbortController();
  #cancel: (() => void) | undefined;
  #running: Promise<void> | undefined;

  constructor(options: ExampleBuilderOptions) {
    this.#options = options;
  }

  /** Schedules a search for missing examples. */
  schedule(): void {
    if (this.#cancel || this.#running || this.#stop.signal.aborted) return;
    const { later = afterTimeout } = this.#options;
    this.#cancel = later(() => {
      this.#cancel = undefined;
      this.#running = this.#captureMissing().finally(() => {
        this.#running = undefined;
      });
    }, delayMs);
  }

  /** Reports an endpoint that has no example for its current schema. */
  report(loaded: LoadedRoute): void {
    this.#missing.add(loaded);
    if (this.#next()) this.schedule();
  }

  /** Stops the running capture and prevents further ones. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#cancel?.();
    await this.#running;
  }

  async #captureMissing(): Promise<void> {
    const { capture, log } = this.#options;
    const { signal } = this.#stop;
    for (let plugin = this.#next(); plugin && !signal.aborted; plugin = this.#next()) {
      this.#attempted.add(plugin);
      try {
        for (const sentence of await capture(plugin.name, signal)) log.warn(sentence);
      } catch (cause) {
        if (!signal.aborted)
          log.warn(`Cannot capture the response examples of "${plugin.name}"`, { cause });
      }
    }
  }

  #next(): LoadedPlugin | undefined {
    const { examples, plugins } = this.#options;
    const lacks = (loaded: LoadedRoute) => this.#missing.has(loaded) || !examples.hasAny(loaded);
    return plugins().find(
      (plugin) => !this.#attempted.has(plugin) && [...plugin.routes, ...plugin.open].some(lacks),
    );
  }
}

function afterTimeout(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

type Env = Readonly<Record<string, string | undefined>>;

/** Captures services by child processes of the lowest priority, into the data folder of a hub. */
export function captureByProcess({ data, env }: { data: string; env: Env }) {
  return async (service: string, signal: AbortSignal): Promise<string[]> => {
    const child = Bun.spawn([process.execPath, program, "--out", ownExamplesFile(data), service], {
      // Passes no secrets of the operator.
      env: pickVariables(
        env,
        ["PATH", "HOME", "TMPDIR", "HUB_PLUGINS", "HUB_TRUST", "HUB_SANDBOX"],
        data,
      ),
      stdio: ["ignore", "ignore", "pipe"],
      signal,
    });
    lowerPriority(child.pid);
    const lines = (await child.stderr.text()).trim().split("\n");
    if ((await child.exited) !== 0) throw new Error(lines.at(-1) || "It ended");
    return lines.filter((line) => line.startsWith("The example of "));
  };
}

function pickVariables(env: Env, names: readonly string[], data: string) {
  const picked = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return { ...Object.fromEntries(picked), HUB_DATA: data };
}

/** Gives a process the lowest CPU priority, and makes it the first to be killed if memory runs out. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    if (process.platform === "linux") writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // The process has already exited, or the system doesn't allow it.
  }
}
