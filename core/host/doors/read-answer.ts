import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { FAILURES, HubError } from "../../contract/errors.ts";
import type { Dated, Net, NetInit } from "../../contract/net-door.ts";

type Send = (address: string, init?: NetInit) => Promise<Response>;
type Parse = (response: Response) => unknown;

/** Header with the time at which a response was fetched, in milliseconds since 1970. */
export const FETCHED_AT = "x-hub-fetched-at";
/** Header with the value 1 in cached responses that replace a failure. */
export const STALE = "x-hub-stale";

/** Creates the `read` function of the `net` door. Reports unreadable responses to `send`. */
export function readBy(send: Send, clock: () => number): Net["read"] {
  return (async (address: string, by: TSchema | Parse, init: NetInit = {}) => {
    const [parse, request] =
      typeof by === "function"
        ? [by, init]
        : [
            (response: Response) => checkAnswer(response, { address, schema: by }),
            acceptJson(init),
          ];

    async function dateAnswer(response: Response): Promise<Dated<unknown>> {
      if (response.status >= 500 || response.status === 429) throw statusError(response, address);
      const fetchedAt = Number(response.headers.get(FETCHED_AT) ?? clock());
      const stale = response.headers.has(STALE);
      return { value: await parseResponse(response, { address, parse }), fetchedAt, stale };
    }

    const response = await send(address, request);
    const fetchedAt = response.headers.get(FETCHED_AT);
    try {
      return await dateAnswer(response);
    } catch (failure) {
      if (fetchedAt === null || isPluginError(failure)) throw failure;
      const older = await send(address, { ...request, refused: Number(fetchedAt) }).catch(
        () => null,
      );
      if (!older) throw failure;
      return await dateAnswer(older);
    }
  }) as Net["read"];
}

function acceptJson(init: NetInit): NetInit {
  return { ...init, headers: { accept: "application/json", ...init.headers } };
}

async function parseResponse(
  response: Response,
  { address, parse }: { address: string; parse: Parse },
) {
  try {
    return await parse(response);
  } catch (cause) {
    if (cause instanceof HubError) throw cause;
    throw new HubError("upstream_failed", `Cannot read the response of "${getHost(address)}"`, {
      cause,
    });
  }
}

async function checkAnswer(
  response: Response,
  { address, schema }: { address: string; schema: TSchema },
): Promise<unknown> {
  if (!response.ok) throw statusError(response, address);
  const value = Value.Clean(schema, await response.json());
  if (Value.Check(schema, value)) return value;
  const { path = "", message = "" } = Value.Errors(schema, value).First() ?? {};
  throw new HubError("upstream_failed", `Cannot use the response of "${getHost(address)}"`, {
    cause: `${path}: ${message}`,
  });
}

function statusError({ status }: Response, address: string): HubError {
  const host = getHost(address);
  return new HubError("upstream_failed", `Cannot read from "${host}": it responded with ${status}`);
}

function getHost(address: string): string {
  return new URL(address).host;
}

/** Checks whether an error is the plugin's own interpretation of a response, such as an unknown coin. */
function isPluginError(failure: unknown): boolean {
  const isShared = failure instanceof HubError && failure.code in FAILURES;
  return failure instanceof HubError && !(isShared && failure.code.startsWith("upstream_"));
}
