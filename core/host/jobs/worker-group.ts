import type { Reply } from "../../contract/reply.ts";
import type { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Histogram } from "../../platform/metrics/histogram.ts";
import { FairQueue, getQueueAccount } from "./fair-queue.ts";
import { crashError, drainingError, type Job } from "./job.ts";
import { type JobBorder, JobProcess } from "./process.ts";

interface WorkerGroupOptions {
  /** Maximum number of processes. One more is started while one account uses all of them. */
  size: number;
  /** Maximum number of waiting jobs. One account can have half of them. */
  queueMax: number;
  /** Number of jobs after which a process is replaced. */
  jobsMax: number;
  /** Idle time after which a process is ended. */
  idleMs: number;
  /** Idle time after which a large process is ended. */
  largeIdleMs: number;
  /** Resident memory in MB above which a process counts as large after a job. */
  restingMbMax: number;
  /** Number of jobs after which a large process with several routes is replaced. Default 10. */
  largeJobsMin?: number;
  log: Log;
  late: LateFailures;
  /** Returns the sandbox of a process. Called for each process that starts. */
  border: () => JobBorder;
  /** Maximum wait for a process. */
  waitMsMax?: number | undefined;
  /** Wait after which an account gets an extra process while another uses all of them. */
  reserveAfterMs?: number | undefined;
  /** Maximum wait for a process to start, after which the caller gets `busy`. */
  startMsMax: number;
  /** Histogram of the time that jobs waited for a process. */
  waits: Histogram;
}

/** The share of a job's memory limit that may already be in use when it starts, after earlier jobs. */
const restingShare = 0.5;

/**
 * Number of jobs after which a large process is replaced, so that starting it costs less than its work. Packages stay
 * loaded until their process ends, and a process that runs everything has 600 MB of them.
 */
const largeJobsMinDefault = 10;

/** Processes that share a queue. They are started on demand and ended when they are idle. */
export class WorkerGroup {
  readonly #options: WorkerGroupOptions;
  readonly #queue: FairQueue;
  readonly #processes = new Set<JobProcess>();
  /** Idle processes with their timers. The most recently used one is last. */
  readonly #free = new Map<JobProcess, Timer>();
  /** Processes that get no new jobs because they have loaded outdated files. */
  readonly #outdated = new WeakSet<JobProcess>();
  /** Functions that release the queue slots of busy processes. */
  readonly #slots = new Map<JobProcess, () => void>();

  constructor(options: WorkerGroupOptions) {
    this.#options = options;
    this.#queue = new FairQueue({ ...options, name: "worker" });
  }

  stats() {
    return { processes: this.#processes.size, ...this.#queue.stats() };
  }

  /** Runs a job when it gets a slot. */
  async runJob(job: Job): Promise<Reply> {
    const { signal, timeoutMs: limitMs, file: kind } = job;
    const account = getQueueAccount(job.call.caller);
    const leave = await this.#queue.enter({ account, kind, limitMs, signal });
    try {
      const process = this.#pick(job);
      this.#slots.set(process, leave);
      job.call.onStart?.();
      process.run(job);
    } catch (cause) {
      leave();
      throw crashError("could not be started", cause);
    }
    return job.reply;
  }

  /** Replaces all processes. Busy ones end after their current job. */
  renew(): void {
    for (const process of this.#processes) this.#outdated.add(process);
    for (const process of this.#free.keys()) this.#stop(process);
  }

  /** Waits for running and waiting jobs until the deadline, then kills all processes. */
  async close(deadlineMs: number): Promise<void> {
    for (const process of this.#free.keys()) this.#stop(process);
    for (const process of this.#processes) if (process.isLoadingForNextJob) process.kill();
    await Promise.race([this.#queue.idle(), Bun.sleep(deadlineMs)]);
    this.#queue.close(drainingError());
    const remaining = [...this.#processes];
    for (const process of remaining) process.kill(drainingError());
    await Promise.all(remaining.map(({ ended }) => ended));
  }

  /** Picks the idle process that suits a job best, or starts a new one. */
  #pick({ file, memoryMbMax }: Job): JobProcess {
    const free = [...this.#free.keys()].reverse();
    const lean = free.filter(({ restingMb }) => restingMb <= memoryMbMax * restingShare);
    const chosen = lean.find(({ files }) => files.has(file)) ?? lean[0];
    if (chosen) {
      clearTimeout(this.#free.get(chosen));
      this.#free.delete(chosen);
      return chosen;
    }
    // The process that has been idle longest makes room.
    const bloated = free.at(-1);
    if (bloated && this.#processes.size >= this.#options.size) this.#stop(bloated);
    return this.#spawn();
  }

  #spawn(): JobProcess {
    const { log, late, border, startMsMax, jobsMax, restingMbMax } = this.#options;
    const onFree = () => {
      const { jobs, files, restingMb } = process;
      const isLarge = restingMb > restingMbMax;
      // A process with a single route would soon be as large again.
      const { largeJobsMin = largeJobsMinDefault } = this.#options;
      const isOvergrown = isLarge && jobs >= largeJobsMin && files.size > 1;
      if (isOvergrown || jobs >= jobsMax || this.#outdated.has(process)) return process.kill();
      const { idleMs, largeIdleMs } = this.#options;
      const idle = setTimeout(() => this.#stop(process), isLarge ? largeIdleMs : idleMs);
      this.#free.set(process, idle.unref());
      this.#release(process);
    };
    const onGone = () => {
      this.#stop(process);
      this.#processes.delete(process);
      this.#release(process);
    };
    const process = new JobProcess({ log, late, startMsMax, onFree, onGone }, border());
    this.#processes.add(process);
    return process;
  }

  #release(process: JobProcess): void {
    const leave = this.#slots.get(process);
    this.#slots.delete(process);
    leave?.();
  }

  #stop(process: JobProcess): void {
    clearTimeout(this.#free.get(process));
    this.#free.delete(process);
    process.kill();
  }
}
