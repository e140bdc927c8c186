import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import type { Browser, Shot } from "../../contract/browser-door.ts";
import type { DatasetVersion } from "../../contract/dataset-version.ts";
import type { Doors, Kv } from "../../contract/doors.ts";
import { callerGone, type HubError } from "../../contract/errors.ts";
import type { ModelFile, Models, Tensor } from "../../contract/models-door.ts";
import type { Net } from "../../contract/net-door.ts";
import { Reply } from "../../contract/reply.ts";
import type { Smtp } from "../../contract/smtp-door.ts";
import { ChunkedTransfers, isTransfer } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { RemoteReadable } from "../../platform/ipc/streams.ts";
import { fromWireError, toWireError } from "../../platform/ipc/wire-error.ts";
import type { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import { logChildOutput } from "../../platform/log/stray-output.ts";
import { watchMemory } from "../../platform/sandbox/memory.ts";
import { listThreads } from "../../platform/sandbox/processor-wait.ts";
import { plainBun, rulesForPlugins, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import { Scratch, scratchMax } from "../../platform/sandbox/scratch.ts";
import { startWorkDeadline } from "../../platform/sandbox/work-deadline.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { WorkFacts } from "../handler/handler-input.ts";
import { crashError, type Job, startingError } from "./job.ts";
import type { FromJobProcess, RemoteDoor, ToJobProcess } from "./job-messages.ts";
import type { RemoteCall } from "./run-in-job.ts";

/** Grace period for a handler after its caller disconnects. */
const graceMs = 1000;
/** Maximum time to load a route before the process is killed. */
const loadMsMax = 120_000;
/**
 * Added to the nice value of a process once it is ready, so that the hub serves light calls first. On Linux,
 * 5 leaves the process a third of the hub's share of a busy processor. With 10 it got a tenth, and jobs took
 * too long.
 */
const readyNice = 5;

interface JobProcessEvents {
  /** Maximum milliseconds that a caller waits for the process to start and load a route. */
  startMsMax: number;
  /** Called when the process has finished its job and can take another. */
  onFree(): void;
  /** Called when the process has ended or must not be used again. */
  onGone(): void;
  /** Logger for the output of the process. */
  log: Log;
  /** Counter of unhandled errors in the process. */
  late: LateFailures;
}

/** The sandbox of a job process and the paths that it may read. */
export interface JobBorder {
  sandbox: Sandbox;
  /** The folders of the plugins whose jobs it runs. */
  folders: readonly string[];
  /** Additional readable paths. */
  read: readonly string[];
}

/** A process that runs jobs one after another. It is killed if a job exceeds its limits. */
export class JobProcess {
  /** Number of jobs that it was given. */
  jobs = 0;
  /** The route files it has loaded. */
  readonly files = new Set<string>();
  /** Resident memory after its last job, in MB. */
  restingMb = 0;
  readonly #child: Child;
  readonly #scratch = new Scratch();
  readonly #ended = Promise.withResolvers<void>();
  readonly #events: JobProcessEvents;
  readonly #loads = new ChunkedTransfers((chunk) => this.#send(chunk));
  #job: Job | undefined;
  /** The response stream of the current job, until it ends. */
  #readable: RemoteReadable | undefined;
  #killed = false;
  /** The plugin folder and route file of the current job, as they were when the job was assigned. */
  #dir = "";
  #file = "";
  /** Plugin names by job id. */
  readonly #plugins = new Map<number, string>();
  /** Whether the current job is the first of its route in this process. */
  #isFirstOfFile = false;
  /** Whether the process is importing the route of the current job. */
  #isLoading = false;
  /** Set after an unhandled error: the process can no longer be trusted. */
  #tainted = false;
  #stopDeadline: () => void = () => {};
  #release: () => void = () => {};

  constructor(events: JobProcessEvents, border: JobBorder) {
    this.#events = events;
    this.#child = spawnChild({
      border,
      scratch: this.#scratch.dir,
      onMessage: (message) => this.#receive(message),
      onExit: (how) => this.#onExit(how),
      prints: { log: events.log, fields: () => ({ plugin: this.#lastPlugin() ?? null }) },
    });
  }

  /** Resolves when the process has ended and its files are removed. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether the process is still loading a route although the job's caller has got `busy` or has left. */
  get isLoadingForNextJob(): boolean {
    return this.#isLoading && this.#job?.hasEnded === true;
  }

  /** Starts a job. The process must be free. */
  run(job: Job): void {
    this.#job = job;
    this.jobs++;
    this.#plugins.set(job.id, job.target.plugin.name);
    this.#dir = job.target.plugin.dir;
    this.#file = job.file;
    this.#isFirstOfFile = !this.files.has(this.#file);
    this.#watch(job);
    if (this.#isFirstOfFile) this.#requestLoad(job);
    else this.#start(job);
  }

  /**
   * Imports the route of a job. If this takes too long, the caller gets `busy` and the import continues, so
   * that the next call finds the process ready.
   */
  #requestLoad(job: Job): void {
    this.#isLoading = true;
    const busyTimer = setTimeout(() => job.reject(startingError()), this.#events.startMsMax);
    const killTimer = setTimeout(() => {
      this.#events.log.warn("Stopped a job process: it took too long to load a route", {
        plugin: job.target.plugin.name,
        file: this.#file,
        load_ms_max: loadMsMax,
      });
      this.kill(crashError(`took more than ${loadMsMax} ms to load ${this.#file}`));
    }, loadMsMax);
    this.#stopDeadline = () => {
      clearTimeout(busyTimer);
      clearTimeout(killTimer);
    };
    this.#send({ kind: "load", id: job.id, path: this.#file });
  }

  #onLoaded(job: Job): void {
    // An untrusted plugin may send this message more than once.
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#stopDeadline();
    if (this.files.size === 0) lowerPriority(this.#child.pid);
    this.files.add(this.#file);
    if (job.hasEnded) this.#becomeFree();
    else this.#start(job);
  }

  /** Runs a job in a process that has loaded its route. */
  #start(job: Job): void {
    this.#startDeadline(job);
    this.#sendRun(job).catch((cause) => this.kill(crashError("could not be reached", cause)));
  }

  #startDeadline(job: Job): void {
    this.#stopDeadline = startWorkDeadline({
      pid: this.#child.pid,
      limitMs: job.timeoutMs,
      onTimeout: (isStarved) => this.kill(isStarved ? job.starvedError() : job.timeoutError()),
    });
  }

  /** Admits a job whose large body the process has parsed, and restarts its deadline. */
  async #admit(job: Job, facts: WorkFacts): Promise<boolean> {
    const { values, call, target } = job;
    // An untrusted plugin may call this door at any time.
    if (!values.unparsed || !call.admit || job.isAdmitted)
      throw new TypeError("Cannot admit a job twice, or without a large body");
    job.isAdmitted = true;
    const isRunning = await call.admit(facts);
    if (typeof target.route.route.timeoutMs === "function" && facts.timeoutMs !== undefined)
      job.timeoutMs = facts.timeoutMs;
    if (this.#job !== job) return false;
    this.#stopDeadline();
    this.#startDeadline(job);
    return isRunning;
  }

  async #sendRun(job: Job): Promise<void> {
    const { plugin, route } = job.target;
    const values = (await encode(job.values, this.#loads)) as Job["values"];
    if (this.#job !== job) return;
    this.#send({
      kind: "run",
      id: job.id,
      plugin: { name: plugin.name, dir: this.#dir },
      file: `${route.folder}/${route.file}`,
      isUnchecked: plugin.isOutside === true,
      values,
      caller: job.call.caller,
      origin: job.call.origin,
      accept: job.call.accept,
      env: job.doors.env,
      pinned: job.pinned,
    });
  }

  /** Kills the process immediately. Its current job fails with `failure`, if given. */
  kill(failure?: HubError): void {
    if (failure) this.#job?.reject(failure);
    this.#readable?.end(failure ?? callerGone());
    this.#killed = true;
    this.#child.kill("SIGKILL");
  }

  /** Watches the memory, the temporary files and the caller of a job. */
  #watch(job: Job): void {
    const { memoryMbMax, signal } = job;
    const unwatch = watchMemory(this.#child.pid, (megabytes) => {
      if (this.#job !== job) return;
      if (megabytes > memoryMbMax) this.kill(job.memoryError());
      else if (this.#scratch.isOverfull())
        this.kill(
          crashError(`exceeded ${scratchMax.bytes} bytes or ${scratchMax.entries} temporary files`),
        );
    });
    let grace: Timer | undefined;
    const onAbort = () => {
      job.reject(callerGone());
      if (this.#isLoading) return;
      this.#send({ kind: "abort", id: job.id });
      grace = setTimeout(() => this.kill(), graceMs);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    this.#release = () => {
      this.#stopDeadline();
      clearTimeout(grace);
      unwatch();
      signal.removeEventListener("abort", onAbort);
    };
  }

  #receive(message: FromJobProcess): void {
    try {
      this.#handle(message);
    } catch (cause) {
      // Untrusted plugins can send anything. The hub must survive it.
      this.kill(crashError("sent an invalid message", cause));
    }
  }

  #handle(message: FromJobProcess): void {
    if (isTransfer(message)) {
      this.#loads.receive(message);
      return;
    }
    if (message.kind === "unhandledError") {
      this.#handleUnhandledError(message);
      return;
    }
    const job = this.#job;
    // Ignores messages of jobs that are over.
    if (this.#killed || job?.id !== message.id) return;
    switch (message.kind) {
      case "loaded":
        this.#onLoaded(job);
        return;
      case "call":
        void this.#answerCall(message, job);
        return;
      case "log":
        job.doors.log[message.level](message.message, message.fields);
        return;
      case "progress":
        job.call.progress(message.done, message.total);
        return;
      case "answer":
        job.resolve(
          message.streams ? this.#createStreamedReply(message, job) : this.#createReply(message),
        );
        break;
      case "streamChunk":
        this.#readable?.pushChunk(message.bytes);
        return;
      case "streamEnd":
        this.#readable?.end(message.fault && fromWireError(message.fault));
        break;
      case "failure":
        job.reject(fromWireError(message.fault));
        break;
      case "gcDone":
        if (job.hasEnded) break;
        throw new TypeError("Cannot finish a job that has no outcome");
      default:
        throw new TypeError(`Unknown message: ${JSON.stringify(message)}`);
    }
    if (message.rssMb === undefined) return;
    this.restingMb = message.rssMb;
    this.#becomeFree();
  }

  /** Ends the current job. The process takes another one unless it is tainted by an unhandled error. */
  #becomeFree(): void {
    this.#endJob();
    if (this.#tainted) this.#retire();
    else this.#events.onFree();
  }

  /** Counts an unhandled error and fails the job that caused it. Any other job is finished first. */
  #handleUnhandledError({ id, fault }: Extract<FromJobProcess, { kind: "unhandledError" }>): void {
    const plugins = new Set(this.#plugins.values());
    const error = fromWireError(fault);
    const { late } = this.#events;
    // The stack comes from the process, so it is used only if several plugins share the process.
    const only = plugins.size === 1 ? this.#lastPlugin() : undefined;
    const ofJob = id === undefined ? undefined : this.#plugins.get(id);
    const plugin = only ?? late.findPlugin(error.stack) ?? ofJob;
    late.recordFailure(error, { plugin, where: "a job process" });
    this.#tainted = true;
    const job = this.#job;
    // A rejected promise has no job id. It belongs to this job if no other job can have run its file.
    const isOwn =
      id === undefined ? this.#isFirstOfFile && isFrom(error, this.#file) : id === job?.id;
    if (!job) this.#retire();
    else if (isOwn) this.kill(crashError("threw an unhandled error", error));
  }

  #retire(): void {
    this.kill();
    this.#events.onGone();
  }

  #lastPlugin(): string | undefined {
    return [...this.#plugins.values()].at(-1);
  }

  async #answerCall(call: DoorCall, job: Job): Promise<void> {
    const { within, ...own } = job.call;
    const admit = (facts: WorkFacts) => this.#admit(job, facts);
    const run = () => answerCall(call, { ...own, doors: job.doors, loads: this.#loads, admit });
    this.#send(await (within ? within(run) : run()));
  }

  #createReply({
    body,
    alternatives: encoded,
    ...rest
  }: Extract<FromJobProcess, { kind: "answer" }>): Reply {
    const bodies = decode(encoded, this.#loads) as Record<string, Alternative | null> | undefined;
    const alternatives =
      bodies &&
      Object.fromEntries(Object.entries(bodies).map(([type, body]) => [type, createWriter(body)]));
    return new Reply(decode(body, this.#loads), { ...rest, alternatives });
  }

  /** Creates a streamed response whose chunks follow. */
  #createStreamedReply(
    { type, headers, status, buffered, alternatives }: Extract<FromJobProcess, { kind: "answer" }>,
    job: Job,
  ): Reply {
    const { id } = job;
    this.#readable = new RemoteReadable({
      more: () => this.#send({ kind: "pull", id }),
      cancelled: () => {
        if (this.#job !== job) return;
        this.#send({ kind: "abort", id });
        setTimeout(() => this.#job === job && this.kill(), graceMs);
      },
    });
    return new Reply(this.#readable.stream, {
      ...{ type, headers, status, buffered },
      ...(alternatives !== undefined && { alternatives: {} }),
    });
  }

  #send(message: ToJobProcess): void {
    try {
      this.#child.send(message);
    } catch (cause) {
      this.kill(crashError("could not be reached", cause));
    }
  }

  #endJob(): void {
    this.#release();
    this.#release = () => {};
    this.#isLoading = false;
    this.#loads.clear();
    this.#readable = undefined;
    this.#job = undefined;
  }

  #onExit(how: string): void {
    const failure = crashError(`ended ${how}`);
    this.#job?.reject(failure);
    this.#readable?.end(failure);
    this.#endJob();
    this.#loads.fail(failure);
    void this.#scratch.remove().then(() => this.#ended.resolve());
    this.#events.onGone();
  }
}

type Alternative = string | Uint8Array;

/** Returns the writer of an alternative. The job sends only the one that its caller accepts. */
function createWriter(written: Alternative | null): () => Alternative {
  return () => {
    if (written === null)
      throw new TypeError("The job process did not send the chosen alternative");
    return written;
  };
}

/** Checks whether the stack of an error contains a file. */
function isFrom({ stack }: Error, file: string): boolean {
  return stack?.includes(file) === true;
}

/** A call of a door. */
type DoorCall = Extract<FromJobProcess, { kind: "call" }>;

/** The caller that a door is opened for. */
type DoorCaller = Pick<RemoteCall, "caller" | "signal" | "publicAddress" | "admit">;

type DoorFunction = (...args: never[]) => Promise<unknown>;

/** Calls a door of the hub for a job process. Returns the message with the result or the error. */
export async function answerCall(
  { call, door, args }: DoorCall,
  { doors, loads, ...caller }: { doors: PluginDoors; loads: ChunkedTransfers } & DoorCaller,
): Promise<ToJobProcess> {
  try {
    const decoded = decode(args, loads) as never[];
    const run = getDoorFunction(door, doors, caller);
    return { kind: "returned", call, value: await encode(await run(...decoded), loads) };
  } catch (error) {
    return { kind: "threw", call, fault: toWireError(error) };
  }
}

type GrantedDoors = Omit<Doors, "net" | "kv" | "browser" | "smtp" | "models">;

function getDoorFunction(
  door: RemoteDoor,
  doors: PluginDoors,
  { caller, signal, publicAddress, admit }: DoorCaller,
): DoorFunction {
  // Every plugin has every door. Doors that weren't granted throw when they are called.
  const { net, kv, run, read, data, browser, smtp, models } = doors as unknown as GrantedDoors & {
    net: Net;
    kv: Kv;
    browser: Browser;
    smtp: Smtp;
    models: Models;
  };
  const functions: Partial<Record<RemoteDoor, DoorFunction>> = {
    ...(admit && { admit }),
    net,
    "net.resolve": net.resolve,
    "net.webhook": net.webhook,
    publicAddress,
    run,
    read,
    // Uses the hub's own caller and signal. The process could name another account or ignore a disconnect.
    browser: (shot: Shot) => browser(shot, { caller, signal }),
    smtp,
    "models.missing": models.missing,
    "models.run": (file: ModelFile, inputs: Record<string, Tensor>) =>
      models.run(file, inputs, { caller, signal }),
    "models.embed": (file: Parameters<Models["embed"]>[0], texts: readonly string[]) =>
      models.embed(file, texts, { caller, signal }),
    "kv.get": kv.get,
    "kv.set": kv.set,
    "kv.delete": kv.delete,
    "kv.increment": kv.increment,
    "kv.keys": kv.keys,
    "data.find": async (name: string) => getDatasetFacts(await data.find(name)),
    "data.get": async (name: string) => getDatasetFacts(await data.get(name)),
  };
  const wanted = Object.hasOwn(functions, door) ? functions[door] : undefined;
  if (!wanted) throw new TypeError(`Unknown door: ${JSON.stringify(door)}`);
  return wanted;
}

/** Returns the serialisable facts of a dataset. The files are on the same machine, so paths suffice. */
function getDatasetFacts(version: DatasetVersion | undefined) {
  return version && { about: version.about, paths: version.paths };
}

type Child = Bun.Subprocess<"ignore", "pipe", "pipe">;

/** Starts a job process without the environment of the hub. */
function spawnChild({
  border: { sandbox, folders, read },
  scratch,
  onMessage,
  onExit,
  prints,
}: {
  border: JobBorder;
  scratch: string;
  onMessage: (message: FromJobProcess) => void;
  onExit: (how: string) => void;
  /** Where the output of the process is logged, with which fields. */
  prints: { log: Log; fields: () => Record<string, unknown> };
}): Child {
  const command = [
    process.execPath,
    // A process in a busy loop doesn't notice that the hub has ended.
    "--no-orphans",
    ...plainBun,
    // Lets plugins import "hub".
    `--preload=${import.meta.dir}/../../resolve-hub.ts`,
    `${import.meta.dir}/child.ts`,
  ];
  const rules = rulesForPlugins(folders, { scratch, read, env: { ...ipcEnv, ...runtimeEnv } });
  const child = Bun.spawn(sandbox.wrap(command, rules), {
    env: { TMPDIR: scratch, ...runtimeEnv },
    cwd: import.meta.dir,
    stdio: ["ignore", "pipe", "pipe"],
    serialization: "advanced",
    ipc: onMessage,
    onExit: (_, exitCode, signal) => onExit(signal ? `by ${signal}` : `with ${exitCode}`),
  });
  child.unref();
  for (const name of ["stdout", "stderr"] as const) void logChildOutput(child[name], name, prints);
  offerToOomKiller(child.pid);
  return child;
}

/**
 * The variables through which Bun passes the IPC channel: the first file descriptor after the three standard
 * ones.
 */
const ipcEnv = { NODE_CHANNEL_FD: "3", NODE_CHANNEL_SERIALIZATION_MODE: "advanced" };

/** Settings of the runtime. Without tail calls, a stack has the line of a handler that returns a call. */
const runtimeEnv = { BUN_JSC_useTailCalls: "0" };

/** Makes the kernel kill this process before the hub if the machine runs out of memory. */
function offerToOomKiller(pid: number): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Not available in some sandboxes. Jobs work without it.
  }
}

/** Lowers the priority of all threads of a process. New threads inherit the priority of their creator. */
function lowerPriority(pid: number): void {
  for (const thread of [pid, ...listThreads(pid).map(Number)]) {
    try {
      setPriority(thread, readyNice);
    } catch {
      // The thread has ended, or a sandbox forbids it. Jobs work without it.
    }
  }
}
