import { callerGone, HubError } from "../errors.ts";
import type { LateFailures } from "../log/late-failures.ts";
import type { Log } from "../log/log.ts";
import type { Reply } from "../reply.ts";
import { crashed, draining, type Job } from "./job.ts";
import { JobProcess } from "./process.ts";

export interface CrewOptions {
  /** Most processes at a time. */
  size: number;
  /** Most jobs that wait for a process. */
  queueMax: number;
  /** How many jobs a process does before it makes room for a fresh one. */
  jobsMax: number;
  /** How long a process without work is kept. */
  idleMs: number;
  log: Log;
  late: LateFailures;
}

/** How much the time of a job counts in the moving average. */
const newestShare = 0.1;
/** Most of a job's memory that may be gone before it starts, into what earlier ones left behind. */
const restingShare = 0.5;

/** Some processes that share a queue. They are started when there is work, and let go after it. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #processes = new Set<JobProcess>();
  /** Those without work, the one that worked last at the end. */
  readonly #free = new Map<JobProcess, Timer>();
  /** All that was taken and has not ended. */
  readonly #jobs = new Set<Job>();
  readonly #queue = new Set<Job>();
  /** How long a job takes, as a moving average. */
  #averageMs = 1000;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  /** What the crew is doing at the moment. */
  stats() {
    const { size: queued } = this.#queue;
    return { processes: this.#processes.size, running: this.#jobs.size - queued, queued };
  }

  /** Does a job as soon as a process is free. */
  async take(job: Job): Promise<Reply> {
    if (job.signal.aborted) throw job.isLate ? this.#busy() : callerGone();
    this.#queue.add(job);
    this.#jobs.add(job);
    const giveUp = () => {
      if (this.#queue.delete(job)) job.reject(job.isLate ? this.#busy() : callerGone());
    };
    job.signal.addEventListener("abort", giveUp, { once: true });
    this.#start();
    if (this.#queue.size > this.#options.queueMax && this.#queue.delete(job))
      job.reject(this.#busy());
    try {
      return await job.reply;
    } finally {
      this.#jobs.delete(job);
      this.#learn(job);
      job.signal.removeEventListener("abort", giveUp);
    }
  }

  /** Waits for what was taken until the time is up, then ends everything. */
  async close(deadlineMs: number): Promise<void> {
    for (const process of this.#free.keys()) this.#dismiss(process);
    const ends = Promise.allSettled([...this.#jobs].map((job) => job.reply));
    await Promise.race([ends, Bun.sleep(deadlineMs)]);
    for (const job of this.#jobs) job.reject(draining());
    this.#queue.clear();
    for (const process of this.#processes) process.kill();
  }

  #start(): void {
    for (const job of this.#queue) {
      try {
        const process = this.#pick(job);
        if (!process) return;
        process.run(job);
      } catch (cause) {
        job.reject(crashed("could not be started", cause));
      }
      this.#queue.delete(job);
    }
  }

  /** The free process that suits a job best, or a new one if there is room for it. */
  #pick({ file, memoryMbMax }: Job): JobProcess | undefined {
    const free = [...this.#free.keys()].reverse();
    const lean = free.filter(({ restingMb }) => restingMb <= memoryMbMax * restingShare);
    const chosen = lean.find(({ files }) => files.has(file)) ?? lean[0];
    if (chosen) {
      clearTimeout(this.#free.get(chosen));
      this.#free.delete(chosen);
      return chosen;
    }
    if (this.#processes.size < this.#options.size) return this.#hire();
    // The one free longest makes room; when it is gone, the job's turn comes again.
    const bloated = free.at(-1);
    if (bloated) this.#dismiss(bloated);
    return undefined;
  }

  #hire(): JobProcess {
    const { log, late } = this.#options;
    const process = new JobProcess({
      log,
      late,
      onFree: () => {
        if (process.jobs >= this.#options.jobsMax) return process.kill();
        const idle = setTimeout(() => this.#dismiss(process), this.#options.idleMs);
        this.#free.set(process, idle.unref());
        this.#start();
      },
      onGone: () => {
        this.#dismiss(process);
        this.#processes.delete(process);
        this.#start();
      },
    });
    this.#processes.add(process);
    return process;
  }

  #dismiss(process: JobProcess): void {
    clearTimeout(this.#free.get(process));
    this.#free.delete(process);
    process.kill();
  }

  #learn({ startedAt }: Job): void {
    if (startedAt === undefined) return;
    this.#averageMs += newestShare * (performance.now() - startedAt - this.#averageMs);
  }

  #busy(): HubError {
    const { size } = this.#options;
    const { size: queued } = this.#queue;
    const seconds = Math.ceil(((queued + 1) * this.#averageMs) / size / 1000);
    return new HubError(
      "busy",
      `All ${size} workers are taken and ${queued} requests wait for one: call again in ${seconds} s`,
      { headers: { "retry-after": String(seconds) } },
    );
  }
}
