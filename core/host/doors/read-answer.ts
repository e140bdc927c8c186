import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { FAILURES, HubError } from "../../contract/errors.ts";
import type { Dated, Net, NetInit } from "../../contract/net-door.ts";

type Send = (address: string, init?: NetInit) => Promise<Response>;
type Parse = (response: Response) => unknown;

/** When an answer was fetched, in milliseconds since 1970. */
export const FETCHED_AT = "x-hub-fetched-at";
/** Is 1 on an answer that is given in place of a failure. */
export const STALE = "x-hub-stale";

/** Reads answers of `send`, and tells it of those that cannot be read. */
export function readBy(send: Send, clock: () => number): Net["read"] {
  return (async (address: string, by: TSchema | Parse, init: NetInit = {}) => {
    const [parse, asked] =
      typeof by === "function"
        ? [by, init]
        : [
            (response: Response) => checkAnswer(response, { address, schema: by }),
            acceptingJson(init),
          ];

    async function dateAnswer(response: Response): Promise<Dated<unknown>> {
      if (response.status >= 500 || response.status === 429) throw failing(response, address);
      const fetchedAt = Number(response.headers.get(FETCHED_AT) ?? clock());
      const stale = response.headers.has(STALE);
      return { value: await readable(response, { address, parse }), fetchedAt, stale };
    }

    const response = await send(address, asked);
    const fetchedAt = response.headers.get(FETCHED_AT);
    try {
      return await dateAnswer(response);
    } catch (failure) {
      if (fetchedAt === null || isOwn(failure)) throw failure;
      const older = await send(address, { ...asked, refused: Number(fetchedAt) }).catch(() => null);
      if (!older) throw failure;
      return await dateAnswer(older);
    }
  }) as Net["read"];
}

function acceptingJson(init: NetInit): NetInit {
  return { ...init, headers: { accept: "application/json", ...init.headers } };
}

async function readable(response: Response, { address, parse }: { address: string; parse: Parse }) {
  try {
    return await parse(response);
  } catch (cause) {
    if (cause instanceof HubError) throw cause;
    throw new HubError("upstream_failed", `Cannot read the response of "${hostOf(address)}"`, {
      cause,
    });
  }
}

async function checkAnswer(
  response: Response,
  { address, schema }: { address: string; schema: TSchema },
): Promise<unknown> {
  if (!response.ok) throw failing(response, address);
  const value = Value.Clean(schema, await response.json());
  if (Value.Check(schema, value)) return value;
  const { path = "", message = "" } = Value.Errors(schema, value).First() ?? {};
  throw new HubError("upstream_failed", `Cannot use the answer of "${hostOf(address)}"`, {
    cause: `${path}: ${message}`,
  });
}

function failing({ status }: Response, address: string): HubError {
  const host = hostOf(address);
  return new HubError("upstream_failed", `Cannot read from "${host}": it answered ${status}`);
}

function hostOf(address: string): string {
  return new URL(address).host;
}

/** Whether a plugin says by it what an answer means, such as that there is no such coin. */
function isOwn(failure: unknown): boolean {
  const isShared = failure instanceof HubError && failure.code in FAILURES;
  return failure instanceof HubError && !(isShared && failure.code.startsWith("upstream_"));
}
