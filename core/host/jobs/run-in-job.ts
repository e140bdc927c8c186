import type { CallDoors } from "../../contract/doors.ts";
import type { Reply } from "../../contract/reply.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { Values, WorkFacts } from "../handler/handler-input.ts";
import type { LoadedPlugin, LoadedRoute } from "../plugin/loaded-plugin.ts";

/**
 * The parts of a call that a handler in a job process needs. Its signal aborts only if the caller
 * disconnects.
 */
export interface RemoteCall extends CallDoors {
  /** The Accept header. Only the accepted alternative has to be written. */
  accept?: string | null;
  /** Called when the handler starts, after its wait for a process. */
  onStart?: () => void;
  /**
   * Called when a large body is parsed and valid. Returns whether to run the handler. Throws if the call costs more than
   * is left.
   */
  admit?: (facts: WorkFacts) => Promise<boolean>;
  /** Runs the hub's own work for the handler as part of the call. */
  within?: <Result>(work: () => Result) => Result;
  /** The doors of the handler. Default: those of its plugin. */
  doors?: PluginDoors;
}

/** Runs a route's handler in a job process. */
export type RunInJob = (
  target: { plugin: LoadedPlugin; route: LoadedRoute },
  values: Values,
  call: RemoteCall,
) => Promise<Reply>;
