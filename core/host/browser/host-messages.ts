import type { Chunk, Receipt } from "../../platform/ipc/chunks.ts";
import type { WireError } from "../../platform/ipc/wire-error.ts";
import type { BrowserSettings } from "./browser-settings.ts";

/** What the hub sends to the process that keeps the browser: settings first. */
export type ToBrowserHost =
  | Chunk
  | Receipt
  | { kind: "settings"; settings: BrowserSettings }
  /** `shot` is packed as for a job. */
  | { kind: "shot"; id: number; shot: unknown }
  | { kind: "abort"; id: number };

/** What comes back. */
export type FromBrowserHost =
  | Chunk
  | Receipt
  | { kind: "picture"; id: number; picture: unknown }
  | { kind: "failure"; id: number; fault: WireError };
