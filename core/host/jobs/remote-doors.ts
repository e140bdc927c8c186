import type { Browser } from "../../contract/browser-door.ts";
import { type DatasetFacts, DatasetVersion } from "../../contract/dataset-version.ts";
import type { CommonDoors, DataDoor, Doors, Kv } from "../../contract/doors.ts";
import type { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { fromWireError } from "../../platform/ipc/wire-error.ts";
import { grant, type Reach } from "../doors/grant.ts";
import { seededRandom, systemRandom } from "../doors/random.ts";
import type { FromJobProcess, JobRequest, RemoteDoor, ToJobProcess } from "./job-messages.ts";

/**
 * The doors of a plugin as its handler sees them in a job process: clock, dice and variables are
 * here, and all others are doors of the hub, so that checks, caches and policy stay in one place.
 */
export class RemoteDoors {
  readonly #send: (message: FromJobProcess) => void;
  readonly #loads: ChunkedTransfers;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  constructor(send: (message: FromJobProcess) => void, loads: ChunkedTransfers) {
    this.#send = send;
    this.#loads = loads;
  }

  /** Builds the doors of one order. */
  open(
    { id, plugin, env, pinned, caller, origin }: JobRequest,
    { signal, later }: Pick<CommonDoors, "signal" | "later">,
  ): Doors {
    const to =
      (door: RemoteDoor) =>
      (...args: unknown[]) =>
        this.#call(id, door, args) as Promise<never>;
    const reach: Reach = (url, init) => to("net")(url.href, init);
    const kv: Kv = {
      get: to("kv.get"),
      set: to("kv.set"),
      delete: to("kv.delete"),
      increment: to("kv.increment"),
      keys: to("kv.keys"),
    };
    const data: DataDoor = {
      find: async (name) => versionOf(await to("data.find")(name)),
      // The hub's own `get` throws where there is none.
      get: async (name) => versionOf(await to("data.get")(name))!,
    };
    // The hub knows for whom it is, and whether he is still there.
    const browser: Browser = (shot) => to("browser")(shot);
    const doors = grant(plugin, {
      // The hub holds every call to what it has granted: a check here could only tell it otherwise.
      permissions: { net: "public", kv: true, browser: true, env: Object.keys(env) },
      backends: {
        reach,
        resolve: to("net.resolve"),
        // Signed and sent in the hub, which goes on trying when the job is done.
        webhook: (url, webhook) => to("net.webhook")(url, webhook),
        kv: () => kv,
        data,
        browser,
        env,
        clock: pinned ? () => pinned.now : Date.now,
        random: pinned ? seededRandom(pinned.seed) : systemRandom,
        log: () => this.#log(id),
        later,
        run: to("run"),
      },
    });
    const publicAddress = to("publicAddress");
    const forCall = { signal, caller, origin, publicAddress };
    return { ...doors, run: to("run"), read: to("read"), data, ...forCall };
  }

  /** Takes the hub's answer to a call. */
  settle(message: Extract<ToJobProcess, { call: number }>): void {
    const waiting = this.#waiting.get(message.call);
    this.#waiting.delete(message.call);
    if (message.kind === "returned") waiting?.resolve(decode(message.value, this.#loads));
    else waiting?.reject(fromWireError(message.fault));
  }

  async #call(id: number, door: RemoteDoor, args: unknown[]): Promise<unknown> {
    const call = this.#calls++;
    const packed = (await encode(args, this.#loads)) as unknown[];
    this.#send({ kind: "call", id, call, door, args: packed });
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(call, waiting);
    return waiting.promise;
  }

  #log(id: number): CommonDoors["log"] {
    const line = (level: "info" | "warn" | "error") => {
      return (message: string, fields: Record<string, unknown> = {}) => {
        const entry = { kind: "log", id, level, message } as const;
        try {
          this.#send({ ...entry, fields });
        } catch {
          // Functions and the like cannot be sent, and no line is worth a failure.
          this.#send({ ...entry, fields: { fields: Bun.inspect(fields) } });
        }
      };
    };
    return { info: line("info"), warn: line("warn"), error: line("error") };
  }
}

function versionOf(words: { about: DatasetFacts; paths: Record<string, string> } | undefined) {
  return words && new DatasetVersion(words.about, words.paths);
}
