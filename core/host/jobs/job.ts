import { HubError } from "../../contract/errors.ts";
import type { Reply } from "../../contract/reply.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { Values } from "../handler/handler-input.ts";
import { timeoutMsOf } from "../handler/handler-input.ts";
import type { FixedWorld } from "./job-messages.ts";
import type { RemoteCall, RunInJob } from "./run-in-job.ts";

type Target = Parameters<RunInJob>[0];

const memoryMbDefault = 512;

let count = 0;

/** One run of a handler that someone is waiting for. */
export class Job {
  readonly id = count++;
  readonly target: Target;
  readonly values: Values;
  /** What is this call's own: its doors, and what it accepts. */
  readonly call: RemoteCall;
  readonly doors: PluginDoors;
  readonly pinned: FixedWorld | undefined;
  /** Most time that it may run. */
  readonly timeoutMs: number;
  /** Most resident memory of its process, the runtime's own share included. */
  readonly memoryMbMax: number;
  /** Whether the caller has been told how it went. */
  hasEnded = false;
  readonly #end = Promise.withResolvers<Reply>();

  constructor(
    target: Target,
    { values, call, doors, pinned }: Pick<Job, "values" | "call" | "doors" | "pinned">,
  ) {
    const { plugin, route } = target;
    this.target = target;
    this.values = values;
    this.call = call;
    this.doors = doors;
    this.pinned = pinned;
    this.timeoutMs = timeoutMsOf(plugin, route, values);
    this.memoryMbMax =
      route.route.memoryMbMax ?? plugin.plugin.manifest.limits?.memoryMbMax ?? memoryMbDefault;
  }

  /**
   * The route's file, which a process has to load: now. While a job waits, a copy of its plugin may take
   * the place of its folder.
   */
  get file(): string {
    const { plugin, route } = this.target;
    return `${plugin.dir}/${route.folder}/${route.file}`;
  }

  /** Aborts when the caller goes away. Time is not up before the job has had its own. */
  get signal(): AbortSignal {
    return this.call.signal;
  }

  get reply(): Promise<Reply> {
    return this.#end.promise;
  }

  /** Ends it with an answer. The first end counts. */
  resolve(reply: Reply): void {
    this.hasEnded = true;
    this.#end.resolve(reply);
  }

  /** Ends it with a failure. */
  reject(failure: Error): void {
    this.hasEnded = true;
    this.#end.reject(failure);
  }

  timeoutError(): HubError {
    return new HubError(
      "job_timeout",
      `Cannot finish the work in time: it may take at most ${this.timeoutMs} ms`,
      { members: { timeout_ms: this.timeoutMs } },
    );
  }

  /** The failure of a job that waited for a processor so long that it could not be finished. */
  starvedError(): HubError {
    return retryError("The machine is too busy to finish the work");
  }

  memoryError(): HubError {
    return new HubError(
      "job_memory",
      `Cannot finish the work in memory: it may use at most ${this.memoryMbMax} MB`,
      { members: { memory_mb_max: this.memoryMbMax } },
    );
  }
}

/** The failure of a job whose process is no more. Only the log sees what happened to it. */
export function crashError(what: string, cause?: unknown): HubError {
  return new HubError("job_crashed", "The process doing the work died", {
    cause: cause ?? `It ${what}`,
  });
}

/** The failure of a job whose process takes too long to start. The process goes on starting for later calls. */
export function startingError(): HubError {
  return retryError("The worker is still starting");
}

/** Seconds after which a call is worth a second try if its worker was starting, or starved. */
const retrySeconds = 5;

function retryError(what: string): HubError {
  return new HubError("busy", `${what}: call again in ${retrySeconds} s`, {
    headers: { "retry-after": String(retrySeconds) },
  });
}

/** The failure of a job that came, or would have ended, after the pool was closed. */
export function drainingError(): HubError {
  return new HubError("draining", "This hub is shutting down: try again in a moment", {
    headers: { "retry-after": "1" },
  });
}
