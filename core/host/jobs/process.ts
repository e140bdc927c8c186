import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import type { Browser, Shot } from "../../contract/browser-door.ts";
import type { DatasetVersion } from "../../contract/dataset-version.ts";
import type { CallDoors, Doors, Kv } from "../../contract/doors.ts";
import { callerGone, type HubError } from "../../contract/errors.ts";
import type { Net } from "../../contract/net-door.ts";
import { Reply } from "../../contract/reply.ts";
import { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { RemoteReadable } from "../../platform/ipc/streams.ts";
import { fromWireError, toWireError } from "../../platform/ipc/wire-error.ts";
import type { LateFailures } from "../../platform/log/late-failures.ts";
import type { Log } from "../../platform/log/log.ts";
import { logOutputOf } from "../../platform/log/stray-output.ts";
import { watchMemory } from "../../platform/sandbox/memory.ts";
import { listThreads } from "../../platform/sandbox/processor-wait.ts";
import { plainBun, rulesForPlugins, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import { Scratch, scratchMax } from "../../platform/sandbox/scratch.ts";
import { startWorkDeadline } from "../../platform/sandbox/work-deadline.ts";
import type { PluginDoors } from "../doors/grant.ts";
import { crashError, type Job, startingError } from "./job.ts";
import type { FromJobProcess, RemoteDoor, ToJobProcess } from "./job-messages.ts";

/** How long a handler may take to give up after its caller has. */
const graceMs = 1000;
/** How long a process may take to load a route before it is ended. */
const loadMsMax = 120_000;
/**
 * Added to the nice value of a process once it is ready, so that the hub answers light calls first. On
 * Linux 5 is a third of the hub's share of a busy processor; 10 was a tenth, and work took too long.
 */
const readyNice = 5;

interface JobProcessEvents {
  /** Most milliseconds that a caller waits for the process to start and to load a route. */
  startMsMax: number;
  /** The process has finished its job and can take another. */
  onFree(): void;
  /** The process is no more, or may not be used any more. */
  onGone(): void;
  /** Where is told what it prints, and what is thrown in it where nobody waits. */
  log: Log;
  late: LateFailures;
}

/** What a job process is kept inside of. */
export interface JobBorder {
  sandbox: Sandbox;
  /** The folders of the plugins whose jobs it does. */
  folders: readonly string[];
  /** What else it may read. */
  read: readonly string[];
}

/** A process that runs one job after another, and is killed when one goes too far. */
export class JobProcess {
  /** How many jobs it was given. */
  jobs = 0;
  /** The route files it has loaded. */
  readonly files = new Set<string>();
  /** Its resident memory when it finished its last job. */
  restingMb = 0;
  readonly #child: Child;
  readonly #scratch = new Scratch();
  readonly #ended = Promise.withResolvers<void>();
  readonly #events: JobProcessEvents;
  readonly #loads = new ChunkedTransfers((chunk) => this.#send(chunk));
  #job: Job | undefined;
  /** The answer of the job while it is a stream that has not ended. */
  #readable: RemoteReadable | undefined;
  #killed = false;
  /** Where the plugin of its job was, and the route's file, when it was given the job: what it may read. */
  #dir = "";
  #file = "";
  /** The plugins of its jobs, by the jobs' ids. */
  readonly #plugins = new Map<number, string>();
  /** Whether the route of its job had never run in it before. */
  #isFirstOfFile = false;
  /** Whether it is importing the route of its job. */
  #isLoading = false;
  /** Whether something was thrown in it that no job took: what it left behind is anybody's guess. */
  #spoilt = false;
  #stopDeadline: () => void = () => {};
  #release: () => void = () => {};

  constructor(events: JobProcessEvents, border: JobBorder) {
    this.#events = events;
    this.#child = spawnChild({
      border,
      scratch: this.#scratch.dir,
      onMessage: (message) => this.#receive(message),
      onExit: (how) => this.#gone(how),
      prints: { log: events.log, fields: () => ({ plugin: this.#lastPlugin() ?? null }) },
    });
  }

  /** Settles when nothing of it is left: no process, and none of its files. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether it still loads the route of a job whose caller was told to retry, or has left. */
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
    this.#guard(job);
    if (this.#isFirstOfFile) this.#load(job);
    else this.#begin(job);
  }

  /**
   * Has the route of a job imported. A caller who waited for that long enough is asked to retry, and the
   * process goes on, so that the next call finds it ready.
   */
  #load(job: Job): void {
    this.#isLoading = true;
    const retry = setTimeout(() => job.reject(startingError()), this.#events.startMsMax);
    const end = setTimeout(() => {
      this.#events.log.warn("Stopped a job process: it took too long to load a route", {
        plugin: job.target.plugin.name,
        file: this.#file,
        load_ms_max: loadMsMax,
      });
      this.kill(crashError(`took more than ${loadMsMax} ms to load ${this.#file}`));
    }, loadMsMax);
    this.#stopDeadline = () => {
      clearTimeout(retry);
      clearTimeout(end);
    };
    this.#send({ kind: "load", id: job.id, path: this.#file });
  }

  #onLoaded(job: Job): void {
    // A plugin that is not trusted could say it again and again.
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#stopDeadline();
    if (this.files.size === 0) lowerPriority(this.#child.pid);
    this.files.add(this.#file);
    if (job.hasEnded) this.#becomeFree();
    else this.#begin(job);
  }

  /** Has a job done by a process that has loaded its route. */
  #begin(job: Job): void {
    this.#stopDeadline = startWorkDeadline({
      pid: this.#child.pid,
      limitMs: job.timeoutMs,
      onTimeout: (isStarved) => this.kill(isStarved ? job.starvedError() : job.timeoutError()),
    });
    this.#order(job).catch((cause) => this.kill(crashError("could not be reached", cause)));
  }

  async #order(job: Job): Promise<void> {
    const { plugin, route } = job.target;
    const values = (await encode(job.values, this.#loads)) as Job["values"];
    if (this.#job !== job) return;
    this.#send({
      kind: "order",
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

  /** Ends the process at once, and its job, if any, with a failure. */
  kill(failure?: HubError): void {
    if (failure) this.#job?.reject(failure);
    this.#readable?.end(failure ?? callerGone());
    this.#killed = true;
    this.#child.kill("SIGKILL");
  }

  /** Holds the job to its limits and to its caller's patience. */
  #guard(job: Job): void {
    const { memoryMbMax, signal } = job;
    const unwatch = watchMemory(this.#child.pid, (megabytes) => {
      if (this.#job !== job) return;
      if (megabytes > memoryMbMax) this.kill(job.memoryError());
      else if (this.#scratch.isOverfull())
        this.kill(
          crashError(`left more than ${scratchMax.bytes} bytes or ${scratchMax.entries} files`),
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
      this.#take(message);
    } catch (cause) {
      // A plugin that is not trusted may send anything, and the hub must outlive it.
      this.kill(crashError("sent what is not a message", cause));
    }
  }

  #take(message: FromJobProcess): void {
    if (message.kind === "chunk" || message.kind === "receipt") {
      this.#loads.receive(message);
      return;
    }
    if (message.kind === "late") {
      this.#fail(message);
      return;
    }
    const job = this.#job;
    // Of a job that is over, nothing counts any more.
    if (this.#killed || job?.id !== message.id) return;
    switch (message.kind) {
      case "loaded":
        this.#onLoaded(job);
        return;
      case "call":
        void this.#answer(message, job);
        return;
      case "log":
        job.doors.log[message.level](message.message, message.fields);
        return;
      case "answer":
        job.resolve(message.streams ? this.#flowing(message, job) : this.#reply(message));
        break;
      case "part":
        this.#readable?.part(message.bytes);
        return;
      case "ended":
        this.#readable?.end(message.fault && fromWireError(message.fault));
        break;
      case "failure":
        job.reject(fromWireError(message.fault));
        break;
      case "tidied":
        if (job.hasEnded) break;
        throw new TypeError("A job was said to be done that had no outcome");
      default:
        throw new TypeError(`There is no message of the kind ${JSON.stringify(message)}`);
    }
    if (message.rssMb === undefined) return;
    this.restingMb = message.rssMb;
    this.#becomeFree();
  }

  /** Ends its job. The process takes another one, unless an error that no job took has tainted it. */
  #becomeFree(): void {
    this.#finish();
    if (this.#spoilt) this.#retire();
    else this.#events.onFree();
  }

  /** Counts what no job took. The job it came of ends with it; any other is finished first. */
  #fail({ id, fault }: Extract<FromJobProcess, { kind: "late" }>): void {
    const plugins = new Set(this.#plugins.values());
    const error = fromWireError(fault);
    const { late } = this.#events;
    // What a process says of its stack is believed only where several plugins share it.
    const only = plugins.size === 1 ? this.#lastPlugin() : undefined;
    const ofJob = id === undefined ? undefined : this.#plugins.get(id);
    const plugin = only ?? late.pluginOf(error.stack) ?? ofJob;
    late.note(error, { plugin, where: "a job process" });
    this.#spoilt = true;
    const job = this.#job;
    // Of a promise nobody knows the job. It is this one's where no other can have run its file.
    const isOwn =
      id === undefined ? this.#isFirstOfFile && isFrom(error, this.#file) : id === job?.id;
    if (!job) this.#retire();
    else if (isOwn) this.kill(crashError("threw an error that no call awaited", error));
  }

  #retire(): void {
    this.kill();
    this.#events.onGone();
  }

  #lastPlugin(): string | undefined {
    return [...this.#plugins.values()].at(-1);
  }

  async #answer(call: Call, { doors, call: asker }: Job): Promise<void> {
    const { within, ...own } = asker;
    const open = () => answerCall(call, { doors, loads: this.#loads, ...own });
    this.#send(await (within ? within(open) : open()));
  }

  #reply({
    body,
    alternatives: written,
    ...said
  }: Extract<FromJobProcess, { kind: "answer" }>): Reply {
    const bodies = decode(written, this.#loads) as Record<string, Alternative | null> | undefined;
    const alternatives =
      bodies &&
      Object.fromEntries(Object.entries(bodies).map(([type, body]) => [type, writerOf(body)]));
    return new Reply(decode(body, this.#loads), { ...said, alternatives });
  }

  /** An answer whose parts follow. */
  #flowing(
    { type, headers, status }: Extract<FromJobProcess, { kind: "answer" }>,
    job: Job,
  ): Reply {
    const { id } = job;
    this.#readable = new RemoteReadable({
      more: () => this.#send({ kind: "more", id }),
      cancelled: () => {
        if (this.#job !== job) return;
        this.#send({ kind: "abort", id });
        setTimeout(() => this.#job === job && this.kill(), graceMs);
      },
    });
    return new Reply(this.#readable.stream, { type, headers, status });
  }

  #send(message: ToJobProcess): void {
    try {
      this.#child.send(message);
    } catch (cause) {
      this.kill(crashError("could not be reached", cause));
    }
  }

  #finish(): void {
    this.#release();
    this.#release = () => {};
    this.#isLoading = false;
    this.#loads.clear();
    this.#readable = undefined;
    this.#job = undefined;
  }

  #gone(how: string): void {
    const failure = crashError(`ended ${how}`);
    this.#job?.reject(failure);
    this.#readable?.end(failure);
    this.#finish();
    this.#loads.fail(failure);
    void this.#scratch.remove().then(() => this.#ended.resolve());
    this.#events.onGone();
  }
}

type Alternative = string | Uint8Array;

/** The job wrote the alternative that its caller chose, and no other is asked for. */
function writerOf(written: Alternative | null): () => Alternative {
  return () => {
    if (written === null) throw new TypeError("A job left out the alternative that was chosen");
    return written;
  };
}

/** Whether the stack of an error names a file. */
function isFrom({ stack }: Error, file: string): boolean {
  return stack?.includes(file) === true;
}

/** A call of one of the doors. */
type Call = Extract<FromJobProcess, { kind: "call" }>;

/** For whom a door is opened. */
type Asker = Pick<CallDoors, "caller" | "signal" | "publicAddress">;

type Opened = (...args: never[]) => Promise<unknown>;

/** Opens a door of the hub for a job process, and says what to send back. */
export async function answerCall(
  { call, door, args }: Call,
  { doors, loads, ...asker }: { doors: PluginDoors; loads: ChunkedTransfers } & Asker,
): Promise<ToJobProcess> {
  try {
    const given = decode(args, loads) as never[];
    const opened = open(door, doors, asker);
    return { kind: "returned", call, value: await encode(await opened(...given), loads) };
  } catch (error) {
    return { kind: "threw", call, fault: toWireError(error) };
  }
}

type Open = Omit<Doors, "net" | "kv" | "browser">;

function open(
  door: RemoteDoor,
  doors: PluginDoors,
  { caller, signal, publicAddress }: Asker,
): Opened {
  // Every plugin has every door; those it was not granted refuse by themselves.
  const { net, kv, run, read, data, browser } = doors as unknown as Open & {
    net: Net;
    kv: Kv;
    browser: Browser;
  };
  const opened: Record<RemoteDoor, Opened> = {
    net,
    "net.resolve": net.resolve,
    "net.webhook": net.webhook,
    publicAddress,
    run,
    read,
    // Not what the process says: it could name another account, or wait for nobody.
    browser: (shot: Shot) => browser(shot, { caller, signal }),
    "kv.get": kv.get,
    "kv.set": kv.set,
    "kv.delete": kv.delete,
    "kv.increment": kv.increment,
    "kv.keys": kv.keys,
    "data.find": async (name: string) => wordsOf(await data.find(name)),
    "data.get": async (name: string) => wordsOf(await data.get(name)),
  };
  if (!Object.hasOwn(opened, door))
    throw new TypeError(`Unknown capability: ${JSON.stringify(door)}`);
  return opened[door];
}

/** A dataset crosses as what is known of it: its files are on the same machine. */
function wordsOf(kept: DatasetVersion | undefined) {
  return kept && { about: kept.about, paths: kept.paths };
}

type Child = Bun.Subprocess<"ignore", "pipe", "pipe">;

/** Starts the program of a job process, with nothing of the hub's environment. */
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
  /** Where what it prints is told, and whose it is. */
  prints: { log: Log; fields: () => Record<string, unknown> };
}): Child {
  const command = [
    process.execPath,
    // A process that spins does not see the hub go.
    "--no-orphans",
    ...plainBun,
    // Lets plugins import "hub".
    `--preload=${import.meta.dir}/../../resolve-hub.ts`,
    `${import.meta.dir}/child.ts`,
  ];
  const rules = rulesForPlugins(folders, { scratch, read, env: ipcEnv });
  const child = Bun.spawn(sandbox.wrap(command, rules), {
    env: { TMPDIR: scratch },
    cwd: import.meta.dir,
    stdio: ["ignore", "pipe", "pipe"],
    serialization: "advanced",
    ipc: onMessage,
    onExit: (_, exitCode, signal) => onExit(signal ? `by ${signal}` : `with ${exitCode}`),
  });
  child.unref();
  for (const name of ["stdout", "stderr"] as const) void logOutputOf(child[name], name, prints);
  offerToOomKiller(child.pid);
  return child;
}

/** How Bun tells a process of its channel, which has this number after the three of every process. */
const ipcEnv = { NODE_CHANNEL_FD: "3", NODE_CHANNEL_SERIALIZATION_MODE: "advanced" };

/** Has the kernel end this process before the hub if the machine runs out of memory. */
function offerToOomKiller(pid: number): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Some sandboxes don't have it; the work is done all the same.
  }
}

/** Lowers the priority of each thread of a process: a new thread inherits that of the one that starts it. */
function lowerPriority(pid: number): void {
  for (const thread of [pid, ...listThreads(pid).map(Number)]) {
    try {
      setPriority(thread, readyNice);
    } catch {
      // The thread has ended, or a sandbox doesn't allow it; the work is done all the same.
    }
  }
}
