import type { Call } from "../call.ts";
import type { HubError } from "../errors.ts";
import type { LoadedRoute } from "../load.ts";

/** A request that was let in, and what its answer says about limits. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
}

/** What became of a request. */
export interface Outcome {
  plugin: string;
  route: LoadedRoute;
  status: number;
}

/** Who may do what, how often. */
export interface Access {
  /** Lets a request in and marks it so, or says why not. */
  gate(call: Call): HubError | undefined;
  /** The failure of a request without a key. */
  challenge(): HubError;
  /** Counts an answered request. */
  settle(call: Call, outcome: Outcome): void;
}
