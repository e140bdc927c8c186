import type { Caller } from "../../contract/caller.ts";
import type { Log } from "../../contract/doors.ts";
import type { TransferMessage } from "../../platform/ipc/chunks.ts";
import type { WireError } from "../../platform/ipc/wire-error.ts";
import type { Values } from "../handler/handler-input.ts";

/** A fixed clock and random seed for tests. */
export interface FixedWorld {
  now: number;
  seed: number;
}

/** A request to run the handler of a route. */
export interface JobRequest {
  kind: "run";
  id: number;
  plugin: { name: string; dir: string };
  /** The route's file in the plugin's folder. */
  file: string;
  /**
   * Whether the job process must still check the values against the schemas: the hub doesn't run untrusted
   * patterns.
   */
  isUnchecked: boolean;
  values: Values;
  caller: Caller;
  origin: string;
  /** The Accept header of the call. */
  accept: string | null | undefined;
  /** The values of the plugin's settings, and the variables that it was granted. */
  env: Readonly<Record<string, unknown>>;
  pinned: FixedWorld | undefined;
}

/** A request to import the file of a route before its first job. */
export interface LoadRequest {
  kind: "load";
  /** Id of the job that needs the route. */
  id: number;
  /** Absolute path of the route's file. */
  path: string;
}

/** A message from the hub to a job process. */
export type ToJobProcess =
  | LoadRequest
  | JobRequest
  | TransferMessage
  | { kind: "abort"; id: number }
  /** Requests the next chunk of a streamed response. */
  | { kind: "pull"; id: number }
  | { kind: "returned"; call: number; value: unknown }
  | { kind: "threw"; call: number; fault: WireError };

/** The doors that run in the hub and are called from job processes. */
export type RemoteDoor =
  | "admit"
  | "net"
  | "net.resolve"
  | "net.webhook"
  | "publicAddress"
  | "run"
  | "read"
  | "browser"
  | "smtp"
  | "kv.get"
  | "kv.set"
  | "kv.delete"
  | "kv.increment"
  | "kv.keys"
  | "data.find"
  | "data.get"
  | "models.missing"
  | "models.run"
  | "models.embed";

/** A message from a job process to the hub. A message with `rssMb` means that the process is free again. */
export type FromJobProcess =
  | TransferMessage
  /** The route of a `LoadRequest` is imported, so the job can be sent. */
  | { kind: "loaded"; id: number }
  | { kind: "call"; id: number; call: number; door: RemoteDoor; args: unknown[] }
  | { kind: "log"; id: number; level: keyof Log; message: string; fields: Record<string, unknown> }
  | { kind: "progress"; id: number; done: number; total: number }
  | ({ id: number; rssMb?: number } & Outcome)
  | { kind: "gcDone"; id: number; rssMb: number }
  /** The next chunk of a streamed response. */
  | { kind: "streamChunk"; id: number; bytes: Uint8Array }
  /** An unhandled error, and the id of the job that caused it, if known. */
  | { kind: "unhandledError"; id: number | undefined; fault: WireError }
  /** The end of a streamed response, and the error that interrupted it, if any. */
  | { kind: "streamEnd"; id: number; rssMb: number; fault: WireError | undefined };

/** The outcome of a job. */
export type Outcome =
  | {
      kind: "answer";
      body: unknown;
      /** Whether the body is a stream. Its chunks are sent on request. */
      streams: boolean;
      type: string | undefined;
      headers: Readonly<Record<string, string>>;
      /** Whether the hub sends the stream only after its end. */
      buffered: boolean;
      /** The response in other media types. */
      alternatives: unknown;
      status: number;
    }
  | { kind: "failure"; fault: WireError };
