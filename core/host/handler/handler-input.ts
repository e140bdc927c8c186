import type { Call } from "../../accounts/call.ts";
import type { Caller } from "../../contract/caller.ts";
import type { CallDoors } from "../../contract/doors.ts";
import type { HubError } from "../../contract/errors.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import type { LoadedPlugin, LoadedRoute } from "../plugin/loaded-plugin.ts";

/**
 * How many bytes the request line and the headers may have together: room for every query that the
 * services take, percent-encoded. Bun itself refuses what is larger, by a 431 without a body.
 */
export const headBytesMax = 1_048_576;

/** What Bun is started with where a hub is, so that heads may be so large. */
export const headFlag = `--max-http-header-size=${headBytesMax}`;

/** How many headers a request may have: Bun refuses more of them in the same way. */
export const headersMax = 198;

/** The largest body where neither route nor manifest says. */
export const bodyBytesDefault = 1_048_576;

/** How long a handler may take where neither its route nor its plugin says so. */
export const timeoutMsDefault = 30_000;

/** The checked values of a request, each absent where the route declares no schema for it. */
export interface Values {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

/** What the hub knows of a call, and a handler may ask for. */
export interface CallFacts {
  callerOf: (call: Call) => Caller;
  /** The address that the hub is reached at. */
  originOf: (call: Call) => string;
  /** Takes what a call costs in units of the day, or says why not. */
  charge: (call: Call, units: number) => MaybePromise<HubError | undefined>;
  /** Signs a path of a service for the account that calls. */
  sign: (call: Call, service: string, path: string) => string;
}

/** Makes the argument of a route's handler. */
export type HandlerInput = new (values: Values, call: Call) => CallDoors;

/** Values of its own, doors by inheritance, and those of the call only when the handler asks. */
export function handlerInput(
  doors: object,
  {
    service,
    timeoutMs,
    callerOf,
    originOf,
    sign,
  }: Omit<CallFacts, "charge"> & { service: string; timeoutMs: (values: Values) => number },
): HandlerInput {
  class Input {
    readonly params: Values["params"];
    readonly query: Values["query"];
    readonly body: Values["body"];
    readonly #call: Call;

    /** For the hub's own routes, whose types alone name it, as the next one. */
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

    /** Made on demand: a signal and its timer cost more than most light handlers. */
    get signal(): AbortSignal {
      return AbortSignal.any([this.#call.request.signal, AbortSignal.timeout(timeoutMs(this))]);
    }

    get caller(): Caller {
      return callerOf(this.#call);
    }

    get origin(): string {
      return originOf(this.#call);
    }

    get publicAddress(): CallDoors["publicAddress"] {
      return async (path) => originOf(this.#call) + sign(this.#call, service, path);
    }
  }
  Object.setPrototypeOf(Input.prototype, doors);
  return Input;
}

/** How long a route's handler may take for a request, in milliseconds. */
export function timeoutMsOf(
  { plugin }: LoadedPlugin,
  { route: { timeoutMs } }: LoadedRoute,
  values: Values,
): number {
  if (typeof timeoutMs === "function") return timeoutMs(values);
  return timeoutMs ?? plugin.manifest.limits?.timeoutMs ?? timeoutMsDefault;
}
