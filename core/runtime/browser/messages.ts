import type { Chunk, Receipt } from "../ipc/chunks.ts";
import type { Fault } from "../ipc/failures.ts";
import type { BrowserSettings } from "./settings.ts";

/** What the hub sends to the process that keeps the browser: settings first. */
export type ToKeeper =
  | Chunk
  | Receipt
  | { kind: "settings"; settings: BrowserSettings }
  /** `shot` is packed as for a job. */
  | { kind: "shot"; id: number; shot: unknown }
  | { kind: "abort"; id: number };

/** What comes back. */
export type FromKeeper =
  | Chunk
  | Receipt
  | { kind: "picture"; id: number; picture: unknown }
  | { kind: "failure"; id: number; fault: Fault };
