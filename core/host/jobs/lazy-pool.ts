import { Histograms } from "../../platform/metrics/histogram.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import type { Pool, PoolOptions, WorkerGroupStats } from "./pool.ts";
import type { RunInJob } from "./run-in-job.ts";

/** A pool that is opened at its first job: many hubs have nothing heavy to do for a long time. */
export class LazyPool {
  /** How long jobs waited for a process. */
  readonly waits = new Histograms<"group">();
  readonly #options: PoolOptions;
  #opening: Promise<Pool> | undefined;
  #pool: Pool | undefined;

  constructor({
    traced,
    ...options
  }: PoolOptions & {
    /** Wraps the running of jobs with their traces. Default: no traces. */
    traced?: ((run: RunInJob) => RunInJob) | undefined;
  }) {
    this.#options = options;
    const runInJob: RunInJob = async (target, values, call) => {
      this.#opening ??= this.#open();
      return (await this.#opening).runInJob(target, values, call);
    };
    this.runInJob = traced ? traced(runInJob) : runInJob;
  }

  /** Runs a handler in a job process. */
  readonly runInJob: RunInJob;

  stats(): WorkerGroupStats[] {
    return this.#pool?.stats() ?? [];
  }

  /** Lets the processes end that have loaded these plugins, when they have done what they took. */
  async retire(plugins: readonly LoadedPlugin[]): Promise<void> {
    await (await this.#opening)?.retire(plugins);
  }

  /** The same of plugins that go on, but whose files are elsewhere from now on. */
  async renew(plugins: readonly LoadedPlugin[]): Promise<void> {
    await (await this.#opening)?.renew(plugins);
  }

  /** Lets what runs finish for so long, then ends it. */
  async close(deadlineMs: number): Promise<void> {
    await (await this.#opening)?.close(deadlineMs);
  }

  async #open(): Promise<Pool> {
    const { createPool } = await import("./pool.ts");
    this.#pool = createPool({ ...this.#options, waits: this.waits });
    return this.#pool;
  }
}
