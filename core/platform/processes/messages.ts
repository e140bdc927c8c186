import type { Metric, ProcessNumbers } from "../metrics/exposition.ts";

/** What a hub tells the supervisor that has started it. */
export type FromHub =
  /** It serves, at this port. */
  | { kind: "serves"; port: number }
  /** It asks for the numbers of all hubs. */
  | { kind: "ask for numbers"; id: number }
  /** Its own numbers, for which it was asked. */
  | { kind: "numbers"; id: number; metrics: readonly Metric[] }
  /** The operator has told it to drain, or to go on: all are to. */
  | { kind: "drain"; isDraining: boolean }
  /** The operator has told it to read its plugins and tiers anew: all are to. */
  | { kind: "reload" };

/** What the supervisor tells a hub. */
export type ToHub =
  /** Another one serves in its place: it is to end, and to lose no call. */
  | { kind: "retire" }
  /** All are to end. */
  | { kind: "stop" }
  | { kind: "numbers"; id: number }
  | { kind: "all numbers"; id: number; numbers: readonly ProcessNumbers[] }
  | { kind: "drain"; isDraining: boolean }
  | { kind: "reload" };

/** Tells a process that a supervisor has started it, and which one it is. */
export const placeVariable = "HUB_PROCESS";

/** Whether a supervisor has started this process. */
export function isSibling(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[placeVariable] !== undefined && process.send !== undefined;
}
