import type { Browser } from "../../contract/browser-door.ts";
import { type DatasetFacts, DatasetVersion } from "../../contract/dataset-version.ts";
import type { CommonDoors, DataDoor, Doors, Kv } from "../../contract/doors.ts";
import type { Models } from "../../contract/models-door.ts";
import type { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { fromWireError } from "../../platform/ipc/wire-error.ts";
import { grant, type Reach } from "../doors/grant.ts";
import { seededRandom, systemRandom } from "../doors/random.ts";
import type { WorkFacts } from "../handler/handler-input.ts";
import type { FromJobProcess, JobRequest, RemoteDoor, ToJobProcess } from "./job-messages.ts";

/**
 * The doors of a handler in a job process. The clock, the random source and environment variables are local.
 * All other doors call the hub, so that checks, caches and policies stay in one place.
 */
export class RemoteDoors {
  readonly #send: (message: FromJobProcess) => void;
  readonly #loads: ChunkedTransfers;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  constructor(send: (message: FromJobProcess) => void, loads: ChunkedTransfers) {
    this.#send = send;
    this.#loads = loads;
  }

  /** Builds the doors of one job. */
  open(
    { id, plugin, env, pinned, caller, origin }: JobRequest,
    { signal, later }: Pick<CommonDoors, "signal" | "later">,
  ): Doors {
    const callDoor =
      (door: RemoteDoor) =>
      (...args: unknown[]) =>
        this.#call(id, door, args) as Promise<never>;
    const reach: Reach = (url, init) => callDoor("net")(url.href, init);
    const kv: Kv = {
      get: callDoor("kv.get"),
      set: callDoor("kv.set"),
      delete: callDoor("kv.delete"),
      increment: callDoor("kv.increment"),
      keys: callDoor("kv.keys"),
    };
    const data: DataDoor = {
      find: async (name) => createVersion(await callDoor("data.find")(name)),
      // The `get` of the hub throws if there is no version.
      get: async (name) => createVersion(await callDoor("data.get")(name))!,
    };
    // The hub adds the caller and the abort signal.
    const browser: Browser = (shot) => callDoor("browser")(shot);
    const doors = grant(plugin, {
      // The hub checks every call against the real grants. A check here could only disagree with it.
      permissions: { net: "public", kv: true, browser: true, smtp: true, env: Object.keys(env) },
      backends: {
        reach,
        resolve: callDoor("net.resolve"),
        // The hub signs and sends webhooks. It retries them even after the job has ended.
        webhook: (url, webhook) => callDoor("net.webhook")(url, webhook),
        kv: () => kv,
        data,
        browser,
        smtp: callDoor("smtp"),
        runModel: () => Promise.reject(new Error("The door to models is in the hub")),
        env: env as Record<string, string>,
        clock: pinned ? () => pinned.now : Date.now,
        random: pinned ? seededRandom(pinned.seed) : systemRandom,
        log: () => this.#log(id),
        later,
        run: callDoor("run"),
      },
    });
    const models: Models = {
      missing: callDoor("models.missing"),
      run: callDoor("models.run"),
      embed: callDoor("models.embed"),
    };
    const publicAddress = callDoor("publicAddress");
    const progress = (done: number, total: number) =>
      this.#send({ kind: "progress", id, done, total });
    const forCall = { signal, caller, origin, publicAddress, progress };
    return {
      ...doors,
      run: callDoor("run"),
      read: callDoor("read"),
      data,
      models: models as never,
      ...forCall,
    };
  }

  /** Returns the function that asks the hub to admit a job whose large body is parsed. */
  admit({ id }: JobRequest): (facts: WorkFacts) => Promise<boolean> {
    return (facts) => this.#call(id, "admit", [facts]) as Promise<boolean>;
  }

  /** Settles a pending door call with the response of the hub. */
  settle(message: Extract<ToJobProcess, { call: number }>): void {
    const pending = this.#pending.get(message.call);
    this.#pending.delete(message.call);
    if (message.kind === "returned") pending?.resolve(decode(message.value, this.#loads));
    else pending?.reject(fromWireError(message.fault));
  }

  async #call(id: number, door: RemoteDoor, args: unknown[]): Promise<unknown> {
    const call = this.#calls++;
    const encoded = (await encode(args, this.#loads)) as unknown[];
    this.#send({ kind: "call", id, call, door, args: encoded });
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(call, pending);
    return pending.promise;
  }

  #log(id: number): CommonDoors["log"] {
    const createWriter = (level: "info" | "warn" | "error") => {
      return (message: string, fields: Record<string, unknown> = {}) => {
        const entry = { kind: "log", id, level, message } as const;
        try {
          this.#send({ ...entry, fields });
        } catch {
          // Functions and similar values can't be cloned. Logging must not make the job fail.
          this.#send({ ...entry, fields: { fields: Bun.inspect(fields) } });
        }
      };
    };
    return { info: createWriter("info"), warn: createWriter("warn"), error: createWriter("error") };
  }
}

function createVersion(facts: { about: DatasetFacts; paths: Record<string, string> } | undefined) {
  return facts && new DatasetVersion(facts.about, facts.paths);
}
