import { Histograms } from "../../platform/metrics/histogram.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import type { Pool, PoolOptions, WorkerGroupStats } from "./pool.ts";
import type { RunInJob } from "./run-in-job.ts";

/** A pool that is created by its first job. Many hubs have no heavy work for a long time. */
export class LazyPool {
  /** Histogram of the time that jobs waited for a process. */
  readonly waits = new Histograms<"group">();
  readonly #options: PoolOptions;
  #opening: Promise<Pool> | undefined;
  #pool: Pool | undefined;

  constructor({
    traced,
    ...options
  }: PoolOptions & {
    /** Wraps the execution of jobs in trace spans. Default: no tracing. */
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

  /** Ends the processes that have loaded these plugins after their current jobs. */
  async retire(plugins: readonly LoadedPlugin[]): Promise<void> {
    await (await this.#opening)?.retire(plugins);
  }

  /** Replaces the processes of plugins whose files have moved. */
  async renew(plugins: readonly LoadedPlugin[]): Promise<void> {
    await (await this.#opening)?.renew(plugins);
  }

  /** Waits for running jobs until the deadline, then ends them. */
  async close(deadlineMs: number): Promise<void> {
    await (await this.#opening)?.close(deadlineMs);
  }

  async #open(): Promise<Pool> {
    const { createPool } = await import("./pool.ts");
    this.#pool = createPool({ ...this.#options, waits: this.waits });
    return this.#pool;
  }
}
