import type { OwnNumbers, ProcessNumbers } from "../metrics/exposition.ts";

/** A message from a hub to its supervisor. */
export type FromHub =
  /** The hub serves at this port. */
  | { kind: "serves"; port: number }
  /** The hub requests the metrics of all hubs. */
  | { kind: "ask for numbers"; id: number }
  /** The response to the supervisor's `numbers` request. */
  | { kind: "numbers"; id: number; numbers: OwnNumbers }
  /** The operator drained or resumed this hub. Applies to all hubs. */
  | { kind: "drain"; isDraining: boolean }
  /** The operator reloaded plugins and tiers. Applies to all hubs. */
  | { kind: "reload" };

/** A message from the supervisor to a hub. */
export type ToHub =
  /** A new process replaces this one: exit without losing a request. */
  | { kind: "retire" }
  /** All processes shut down. */
  | { kind: "stop" }
  | { kind: "numbers"; id: number }
  | { kind: "all numbers"; id: number; numbers: readonly ProcessNumbers[] }
  | { kind: "drain"; isDraining: boolean }
  | { kind: "reload" };

/** The variable that marks a supervised process. Its value is the process index. */
export const placeVariable = "HUB_PROCESS";

/** Returns whether a supervisor started this process. */
export function isSibling(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[placeVariable] !== undefined && process.send !== undefined;
}
