import type { PathOwner } from "../../accounts/access.ts";
import type { Call } from "../../accounts/call.ts";
import type { Caller } from "../../contract/caller.ts";
import type { CallDoors } from "../../contract/doors.ts";
import type { HubError } from "../../contract/errors.ts";
import type { Route } from "../../contract/plugin.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import type { LoadedPlugin, LoadedRoute } from "../plugin/loaded-plugin.ts";
import type { UnparsedBody } from "./parse-body.ts";
import { bodyValuesDefault } from "./parse-json.ts";

/**
 * The maximum size of the request line and headers in bytes. Large enough for every query that the services
 * accept, percent-encoded. Bun rejects larger ones with 431 and no body.
 */
export const headBytesMax = 1_048_576;

/** The Bun flag that sets the maximum header size. */
export const headFlag = `--max-http-header-size=${headBytesMax}`;

/** The maximum number of request headers. Bun rejects more in the same way. */
export const headersMax = 198;

/** The maximum body size of calls without a key. */
export const keylessBytesMax = 65_536;

/** The default maximum body size. */
const bodyBytesDefault = 1_048_576;

/** The size up to which the hub itself parses a body. Parsing more would hold up all other callers. */
export const lightBytesMax = 262_144;

/** Returns the bounds of a route's body. */
export function getBodyBounds(
  { plugin: { manifest } }: LoadedPlugin,
  { bodyBytesMax, bodyValuesMax }: Route,
): { bytesMax: number; valuesMax: number } {
  const { limits = {} } = manifest;
  return {
    bytesMax: bodyBytesMax ?? limits.bodyBytesMax ?? bodyBytesDefault,
    valuesMax: bodyValuesMax ?? limits.bodyValuesMax ?? bodyValuesDefault,
  };
}

/** Returns whether a service's route runs in a job process only if its body is large. */
export function hasOnlyLargeJobs(
  plugin: LoadedPlugin,
  { route, folder, path }: LoadedRoute,
): boolean {
  const isService = folder === "aliases" || path.startsWith("/api/");
  if (!isService || !route.body || route.heavy === true || plugin.isolated) return false;
  return getBodyBounds(plugin, route).bytesMax > lightBytesMax;
}

/** The default timeout of a handler. */
export const timeoutMsDefault = 30_000;

/** The validated values of a request. Each is absent if the route declares no schema for it. */
export interface Values {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
  /** A large body, which the job process must parse and validate. Replaces `body`. */
  unparsed?: UnparsedBody | undefined;
  /** The facts about a large body that a job process has already checked. */
  facts?: WorkFacts | undefined;
}

/** Facts about a request that its route computes from the values. */
export interface WorkFacts {
  /** The cost in units of the daily quota. */
  units: number;
  /** Whether it runs as a job if it is small. */
  isHeavy: boolean;
  /** The timeout, if the route computes it. */
  timeoutMs?: number | undefined;
}

/** The facts about a call that are available to handlers. */
export interface CallFacts {
  identifyCaller: (call: Call) => Caller;
  /** The base URL of the hub. */
  getOrigin: (call: Call) => string;
  /** Charges the units of a call, or returns an error. */
  charge: (call: Call, units: number) => MaybePromise<HubError | undefined>;
  /** Returns an error if the key of a call has ended since it was admitted. */
  recheck: (call: Call, target: Target) => MaybePromise<HubError | undefined>;
  /** Returns a signal that aborts if the caller disconnects or the key of the call ends. */
  watch: (call: Call, target: Target) => AbortSignal;
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
    getSignal,
    sign,
  }: Pick<CallFacts, "identifyCaller" | "getOrigin" | "sign"> & {
    owner: PathOwner;
    timeoutMs: (values: Values) => number;
    getSignal: (call: Call) => AbortSignal;
  },
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
      return AbortSignal.any([getSignal(this.#call), AbortSignal.timeout(timeoutMs(this))]);
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
  if (typeof timeoutMs === "function")
    return values.unparsed ? timeoutMsDefault : timeoutMs(values);
  return timeoutMs ?? plugin.manifest.limits?.timeoutMs ?? timeoutMsDefault;
}
