import type { Reply } from "../../contract/reply.ts";
import type { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Histogram } from "../../platform/metrics/histogram.ts";
import { accountOf, FairQueue } from "./fair-queue.ts";
import { crashError, drainingError, type Job } from "./job.ts";
import { type JobBorder, JobProcess } from "./process.ts";

interface WorkerGroupOptions {
  /** Most processes at a time. One more is started while one account has all of them. */
  size: number;
  /** Most jobs that wait for a process. One account's may be half of them. */
  queueMax: number;
  /** How many jobs a process does before it makes room for a fresh one. */
  jobsMax: number;
  /** How long a process without work is kept. */
  idleMs: number;
  log: Log;
  late: LateFailures;
  /** What its processes are kept inside of: asked of each that is started. */
  border: () => JobBorder;
  /** How long a job waits for a process at most. */
  waitMsMax?: number | undefined;
  /** How long an account waits while another has all processes, before there is one more. */
  reserveAfterMs?: number | undefined;
  /** How long a job waits at most for its process to start, before its caller is asked to retry. */
  startMsMax: number;
  /** Where is counted how long jobs waited. */
  waits: Histogram;
}

/** Most of a job's memory that may be gone before it starts, into what earlier ones left behind. */
const restingShare = 0.5;

/** Some processes that share a queue. They are started when there is work, and let go after it. */
export class WorkerGroup {
  readonly #options: WorkerGroupOptions;
  readonly #queue: FairQueue;
  readonly #processes = new Set<JobProcess>();
  /** Those without work, the one that worked last at the end. */
  readonly #free = new Map<JobProcess, Timer>();
  /** Those that take no further job: what they have loaded is of yesterday. */
  readonly #outdated = new WeakSet<JobProcess>();
  /** How to give back the slots of those that work. */
  readonly #slots = new Map<JobProcess, () => void>();

  constructor(options: WorkerGroupOptions) {
    this.#options = options;
    this.#queue = new FairQueue({ ...options, name: "worker" });
  }

  /** What the group is doing at the moment. */
  stats() {
    return { processes: this.#processes.size, ...this.#queue.stats() };
  }

  /** Does a job as soon as it is its turn. */
  async take(job: Job): Promise<Reply> {
    const { signal, timeoutMs: limitMs, file: kind } = job;
    const account = accountOf(job.call.caller);
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

  /** Ends the processes there are, those at work when they are done. Others take what comes. */
  renew(): void {
    for (const process of this.#processes) this.#outdated.add(process);
    for (const process of this.#free.keys()) this.#stop(process);
  }

  /** Waits for what was taken until the time is up, then ends everything. */
  async close(deadlineMs: number): Promise<void> {
    for (const process of this.#free.keys()) this.#stop(process);
    for (const process of this.#processes) if (process.isLoadingForNextJob) process.kill();
    await Promise.race([this.#queue.idle(), Bun.sleep(deadlineMs)]);
    this.#queue.close(drainingError());
    const left = [...this.#processes];
    for (const process of left) process.kill(drainingError());
    await Promise.all(left.map(({ ended }) => ended));
  }

  /** The free process that suits a job best, or a new one. */
  #pick({ file, memoryMbMax }: Job): JobProcess {
    const free = [...this.#free.keys()].reverse();
    const lean = free.filter(({ restingMb }) => restingMb <= memoryMbMax * restingShare);
    const chosen = lean.find(({ files }) => files.has(file)) ?? lean[0];
    if (chosen) {
      clearTimeout(this.#free.get(chosen));
      this.#free.delete(chosen);
      return chosen;
    }
    // The one free longest makes room.
    const bloated = free.at(-1);
    if (bloated && this.#processes.size >= this.#options.size) this.#stop(bloated);
    return this.#spawn();
  }

  #spawn(): JobProcess {
    const { log, late, border, startMsMax } = this.#options;
    const onFree = () => {
      const isSpent = process.jobs >= this.#options.jobsMax || this.#outdated.has(process);
      if (isSpent) return process.kill();
      const idle = setTimeout(() => this.#stop(process), this.#options.idleMs);
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
