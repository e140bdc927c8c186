import { dirname } from "node:path";

/** Estimated cost factor of files that run alone. */
const serialWeight = 10;

/** The work of a run: files that run in `workers` processes, then files that run alone. */
interface Workload {
  parallel: number;
  serial: number;
  workers: number;
}

/** Estimates the remaining time in milliseconds. Undefined until enough files are done. */
export function estimateLeft(all: Workload, done: Omit<Workload, "workers">, elapsedMs: number) {
  const weigh = ({ parallel, serial }: Omit<Workload, "workers">) =>
    parallel / all.workers + serial * serialWeight;
  const share = weigh(done) / weigh(all);
  return share < 0.03 || elapsedMs < 5000 ? undefined : (elapsedMs / share) * (1 - share);
}

/** Returns a line of progress: "[123/501] plugins/qr · 1 m 40 s · about 2 m left". */
export function formatProgress(
  file: string,
  {
    done,
    all,
    elapsedMs,
    leftMs,
  }: { done: number; all: number; elapsedMs: number; leftMs?: number | undefined },
): string {
  const parts = [
    `[${done}/${all}] ${file === "" ? "starting" : dirname(file)}`,
    formatTime(elapsedMs),
  ];
  if (leftMs !== undefined) parts.push(`about ${formatRough(leftMs)} left`);
  return parts.join(" · ");
}

/** Formats a time: "1 m 40 s". */
export function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} m ${seconds % 60} s`;
}

/** Formats an estimate, rounded so that it changes rarely. */
function formatRough(ms: number): string {
  if (ms < 55_000) return `${Math.max(10, Math.ceil(ms / 10_000) * 10)} s`;
  return `${Math.round(ms / 60_000) || 1} m`;
}

/** Shows lines of text and a progress line: updated in place on a terminal, otherwise printed every ten seconds. */
export class ProgressLine {
  readonly #isTerminal = process.stdout.isTTY === true;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #format: () => string;
  #last = "";

  constructor(format: () => string) {
    this.#format = format;
    this.#timer = setInterval(() => this.#update(), this.#isTerminal ? 1000 : 10_000);
  }

  show(line: string): void {
    this.#clear();
    console.log(line);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #update(): void {
    const line = this.#format();
    if (!this.#isTerminal) {
      console.log(line);
      return;
    }
    this.#clear();
    this.#last = line.slice(0, (process.stdout.columns || 80) - 1);
    process.stdout.write(this.#last);
  }

  #clear(): void {
    if (this.#last !== "") process.stdout.write("\r\x1b[2K");
    this.#last = "";
  }
}
