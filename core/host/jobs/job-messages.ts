import type { Caller } from "../../contract/caller.ts";
import type { Log } from "../../contract/doors.ts";
import type { Chunk, Receipt } from "../../platform/ipc/chunks.ts";
import type { WireError } from "../../platform/ipc/wire-error.ts";
import type { Values } from "../handler/handler-input.ts";

/** A stopped clock and the seed of loaded dice, for tests. */
export interface FixedWorld {
  now: number;
  seed: number;
}

/** One run of one route's handler. */
export interface JobRequest {
  kind: "order";
  id: number;
  plugin: { name: string; dir: string };
  /** The route's file in the plugin's folder. */
  file: string;
  /** Whether the values are still to be held to patterns and formats: the hub runs none of a stranger's. */
  isUnchecked: boolean;
  values: Values;
  caller: Caller;
  origin: string;
  /** The Accept header of the call. */
  accept: string | null | undefined;
  /** The variables the plugin was granted. */
  env: Readonly<Record<string, string | undefined>>;
  pinned: FixedWorld | undefined;
}

/** Asks a job process to import the file of a route, before the first job of that route. */
export interface LoadRequest {
  kind: "load";
  /** Id of the job that waits for it. */
  id: number;
  /** Absolute path of the route's file. */
  path: string;
}

/** What the hub sends to a job process. */
export type ToJobProcess =
  | LoadRequest
  | JobRequest
  | Chunk
  | Receipt
  | { kind: "abort"; id: number }
  /** Asks for the next part of an answer that is a stream. */
  | { kind: "more"; id: number }
  | { kind: "returned"; call: number; value: unknown }
  | { kind: "threw"; call: number; fault: WireError };

/** The doors that stay in the hub and are called from the job process. */
export type RemoteDoor =
  | "net"
  | "net.resolve"
  | "net.webhook"
  | "publicAddress"
  | "run"
  | "read"
  | "browser"
  | "kv.get"
  | "kv.set"
  | "kv.delete"
  | "kv.increment"
  | "kv.keys"
  | "data.find"
  | "data.get";

/** What a job process sends to the hub. It is free again when it has told its resident memory. */
export type FromJobProcess =
  | Chunk
  | Receipt
  /** The route of a `LoadRequest` is imported: the job can be sent. */
  | { kind: "loaded"; id: number }
  | { kind: "call"; id: number; call: number; door: RemoteDoor; args: unknown[] }
  | { kind: "log"; id: number; level: keyof Log; message: string; fields: Record<string, unknown> }
  | ({ id: number; rssMb?: number } & Outcome)
  | { kind: "tidied"; id: number; rssMb: number }
  /** The next part of an answer that is a stream. */
  | { kind: "part"; id: number; bytes: Uint8Array }
  /** What was thrown where nobody waited for it, and which order it came of, where that is known. */
  | { kind: "late"; id: number | undefined; fault: WireError }
  /** The end of it, and what cut it short. */
  | { kind: "ended"; id: number; rssMb: number; fault: WireError | undefined };

/** How an order ended. */
export type Outcome =
  | {
      kind: "answer";
      body: unknown;
      /** Whether the body is a stream, whose parts come when they are asked for. */
      streams: boolean;
      type: string | undefined;
      headers: Readonly<Record<string, string>>;
      /** The answer in other media types. */
      alternatives: unknown;
      status: number;
    }
  | { kind: "failure"; fault: WireError };
