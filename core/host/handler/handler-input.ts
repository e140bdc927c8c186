import type { PathOwner } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
import type { Caller } from "../../contract/caller.ts";
import type { CallDoors } from "../../contract/doors.ts";
import type { HubError } from "../../contract/errors.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import type { LoadedPlugin, LoadedRoute } from "../plugin/loaded-plugin.ts";

/**
 * The maximum size of the request line and headers in bytes. Large enough for every query that the services
 * accept, percent-encoded. Bun rejects larger ones with 431 and no body.
 */
export const headBytesMax = 1_048_576;

/** The Bun flag that sets the maximum header size. */
export const headFlag = `--max-http-header-size=${headBytesMax}`;

/** The maximum number of request headers. Bun rejects more in the same way. */
export const headersMax = 198;

/** The default maximum body size. */
export const bodyBytesDefault = 1_048_576;

/** The default timeout of a handler. */
export const timeoutMsDefault = 30_000;

/** The validated values of a request. Each is absent if the route declares no schema for it. */
export interface Values {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

/** The facts about a call that are available to handlers. */
export interface CallFacts {
  identifyCaller: (call: Call) => Caller;
  /** The base URL of the hub. */
  getOrigin: (call: Call) => string;
  /** Charges the units of a call, or returns an error. */
  charge: (call: Call, units: number) => MaybePromise<HubError | undefined>;
  /** Signs a path of a service for the account that calls. */
  sign: (call: Call, owner: PathOwner, path: string) => string;
}

/** Builds the argument of a route's handler. */
export type HandlerInput = new (values: Values, call: Call) => CallDoors;

/** Creates the class of a handler's argument. It inherits the doors, and creates those of the call on demand. */
export function handlerInput(
  doors: object,
  {
    owner,
    timeoutMs,
    identifyCaller,
    getOrigin,
    sign,
  }: Omit<CallFacts, "charge"> & { owner: PathOwner; timeoutMs: (values: Values) => number },
): HandlerInput {
  class Input {
    readonly params: Values["params"];
    readonly query: Values["query"];
    readonly body: Values["body"];
    readonly #call: Call;

    /** Declared only in the types of the hub's own routes, like `request`. */
    get call(): Call {
      return this.#call;
    }

    get request(): Request {
      return this.#call.request;
    }

    constructor({ params, query, body }: Values, call: Call) {
      this.params = params;
      this.query = query;
      this.body = body;
      this.#call = call;
    }

    /** Created on demand, because a signal with a timer costs more than most light handlers. */
    get signal(): AbortSignal {
      return AbortSignal.any([this.#call.request.signal, AbortSignal.timeout(timeoutMs(this))]);
    }

    get caller(): Caller {
      return identifyCaller(this.#call);
    }

    get origin(): string {
      return getOrigin(this.#call);
    }

    get progress(): CallDoors["progress"] {
      return (done, total) => this.#call.onProgress?.(done, total);
    }

    get publicAddress(): CallDoors["publicAddress"] {
      return async (path) => getOrigin(this.#call) + sign(this.#call, owner, path);
    }
  }
  Object.setPrototypeOf(Input.prototype, doors);
  return Input;
}

/** Returns the timeout of a route's handler for a request, in milliseconds. */
export function resolveTimeoutMs(
  { plugin }: LoadedPlugin,
  { route: { timeoutMs } }: LoadedRoute,
  values: Values,
): number {
  if (typeof timeoutMs === "function") return timeoutMs(values);
  return timeoutMs ?? plugin.manifest.limits?.timeoutMs ?? timeoutMsDefault;
}
