import { HubError } from "../../contract/errors.ts";
import type { Reply } from "../../contract/reply.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { Values } from "../handler/handler-input.ts";
import { resolveTimeoutMs } from "../handler/handler-input.ts";
import type { FixedWorld } from "./job-messages.ts";
import type { RemoteCall, RunInJob } from "./run-in-job.ts";

type Target = Parameters<RunInJob>[0];

const memoryMbDefault = 512;

let count = 0;

/** A run of a handler with a waiting caller. */
export class Job {
  readonly id = count++;
  readonly target: Target;
  readonly values: Values;
  /** The doors and accepted media types of this call. */
  readonly call: RemoteCall;
  readonly doors: PluginDoors;
  readonly pinned: FixedWorld | undefined;
  /** Maximum run time. The route may compute it from a large body once that is parsed. */
  timeoutMs: number;
  /** Maximum resident memory of the process, including the runtime. */
  readonly memoryMbMax: number;
  /** Whether the hub has admitted it after its large body was parsed. */
  isAdmitted = false;
  /** Whether the caller has received the outcome. */
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
    this.timeoutMs = resolveTimeoutMs(plugin, route, values);
    this.memoryMbMax =
      route.route.memoryMbMax ?? plugin.plugin.manifest.limits?.memoryMbMax ?? memoryMbDefault;
  }

  /**
   * The current path of the route's file. It changes while the job waits if a copy of the plugin replaces its
   * folder.
   */
  get file(): string {
    const { plugin, route } = this.target;
    return `${plugin.dir}/${route.folder}/${route.file}`;
  }

  /** Aborts when the caller disconnects. It has no timeout: the job has its own. */
  get signal(): AbortSignal {
    return this.call.signal;
  }

  get reply(): Promise<Reply> {
    return this.#end.promise;
  }

  /** Ends the job with a reply. Later calls have no effect. */
  resolve(reply: Reply): void {
    this.hasEnded = true;
    this.#end.resolve(reply);
  }

  /** Ends the job with an error. Later calls have no effect. */
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

  /** Returns the error for a job that waited too long for a processor. */
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

/** Returns the error for a job whose process has died. The cause is only logged. */
export function crashError(what: string, cause?: unknown): HubError {
  return new HubError("job_crashed", "The process doing the work died", {
    cause: cause ?? `It ${what}`,
  });
}

/** Returns the error for a job whose process takes too long to start. The process stays for later calls. */
export function startingError(): HubError {
  return retryError("The worker is still starting");
}

/** `Retry-After` in seconds if a worker is still starting or had too little processor time. */
const retrySeconds = 5;

function retryError(what: string): HubError {
  return new HubError("busy", `${what}: call again in ${retrySeconds} s`, {
    headers: { "retry-after": String(retrySeconds) },
  });
}

/** Returns the error for jobs that arrive, or are still running, when the pool is closed. */
export function drainingError(): HubError {
  return new HubError("draining", "This hub is shutting down: try again in a moment", {
    headers: { "retry-after": "1" },
  });
}
