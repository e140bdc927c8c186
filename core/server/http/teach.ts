import type { Call } from "../../accounts/call.ts";
import { isKeyedPath } from "../../accounts/credentials.ts";
import { HubError } from "../../contract/errors.ts";
import { MistypedBody } from "../../host/handler/mistyped-body.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";

/** A call of an endpoint that succeeds, and the page of the endpoint. */
export interface RightCall {
  example: string;
  documentation: string;
}

export interface RightCallOptions {
  /** The base URL of the hub. */
  base: string;
  keyed: boolean;
  /** The JSON to send instead of the example's. */
  body: unknown;
}

/** Writes a call of an endpoint that succeeds. */
export type RightCallWriter = (
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  options: RightCallOptions,
) => RightCall;

export interface TeachOptions {
  /** Writes a right call for the error of a wrong one. Optional. */
  writeRightCall?: RightCallWriter | undefined;
  /** The configured base URL of the hub, if any. */
  baseUrl?: string | undefined;
}

/** The endpoint that a wrong call meant. */
export interface MeantEndpoint {
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
}

/** Returns whether an error is about how a call was written. */
export function isMiswritten({ status, code }: HubError): boolean {
  return status === 400 || status === 405 || status === 415 || code === "missing_api_key";
}

/** Adds a right call of the endpoint to the error of a wrong one. */
export function addRightCall(
  error: HubError,
  call: Call,
  meant: MeantEndpoint | undefined,
  { writeRightCall, baseUrl }: TeachOptions,
): HubError {
  const { code, status, title, message, errors, headers, cause } = error;
  const base = baseUrl ?? URL.parse(call.request.url)?.origin;
  if (
    !writeRightCall ||
    base === undefined ||
    !meant ||
    !/^\/api(?:\/|-key)/.test(meant.loaded.path)
  )
    return error;
  const isService = meant.loaded.folder === "routes" && meant.plugin.name !== "hub";
  const keyed = isService || isKeyedPath(meant.loaded);
  const body = error instanceof MistypedBody ? error.body : undefined;
  const members = {
    ...error.members,
    ...writeRightCall(meant.plugin, meant.loaded, {
      base,
      keyed,
      body,
    }),
  };
  return new HubError(code, message, { errors, headers, members, status, title, cause });
}
