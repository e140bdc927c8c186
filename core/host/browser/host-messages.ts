import type { TransferMessage } from "../../platform/ipc/chunks.ts";
import type { WireError } from "../../platform/ipc/wire-error.ts";
import type { BrowserSettings } from "./browser-settings.ts";

/** A message from the hub to the browser process. The first one has the settings. */
export type ToBrowserHost =
  | TransferMessage
  | { kind: "settings"; settings: BrowserSettings }
  /** `shot` is encoded as for a job. */
  | { kind: "shot"; id: number; shot: unknown }
  | { kind: "abort"; id: number };

/** A message from the browser process to the hub. */
export type FromBrowserHost =
  | TransferMessage
  | { kind: "picture"; id: number; picture: unknown }
  | { kind: "failure"; id: number; fault: WireError };
