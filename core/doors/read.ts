import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { FAILURES, HubError } from "../errors.ts";
import type { Dated, Net, NetInit } from "./doors.ts";

type Send = (address: string, init?: NetInit) => Promise<Response>;
type Parse = (response: Response) => unknown;

/** When an answer was fetched, in milliseconds since 1970. */
export const FETCHED_AT = "x-hub-fetched-at";
/** Is 1 on an answer that is given in place of a failure. */
export const STALE = "x-hub-stale";

/** Reads answers of `send`, and tells it of those that cannot be read. */
export function readBy(send: Send, clock: () => number): Net["read"] {
  return (async (address: string, by: TSchema | Parse, init: NetInit = {}) => {
    const { host } = new URL(address);
    const [parse, asked] =
      typeof by === "function"
        ? [by, init]
        : [(response: Response) => checked(response, { host, schema: by }), acceptingJson(init)];

    async function dated(response: Response): Promise<Dated<unknown>> {
      if (response.status >= 500 || response.status === 429) throw failing(response, host);
      const fetchedAt = Number(response.headers.get(FETCHED_AT) ?? clock());
      const stale = response.headers.has(STALE);
      return { value: await readable(response, { host, parse }), fetchedAt, stale };
    }

    const response = await send(address, asked);
    const fetchedAt = response.headers.get(FETCHED_AT);
    try {
      return await dated(response);
    } catch (failure) {
      if (fetchedAt === null || isOwn(failure)) throw failure;
      const older = await send(address, { ...asked, refused: Number(fetchedAt) }).catch(() => null);
      if (!older) throw failure;
      return await dated(older);
    }
  }) as Net["read"];
}

function acceptingJson(init: NetInit): NetInit {
  return { ...init, headers: { accept: "application/json", ...init.headers } };
}

async function readable(response: Response, { host, parse }: { host: string; parse: Parse }) {
  try {
    return await parse(response);
  } catch (cause) {
    if (cause instanceof HubError) throw cause;
    throw new HubError("upstream_failed", `Cannot read the answer of "${host}"`, { cause });
  }
}

async function checked(
  response: Response,
  { host, schema }: { host: string; schema: TSchema },
): Promise<unknown> {
  if (!response.ok) throw failing(response, host);
  const value = Value.Clean(schema, await response.json());
  const fault = Value.Errors(schema, value).First();
  if (fault)
    throw new HubError("upstream_failed", `Cannot use the answer of "${host}"`, {
      cause: `${fault.path}: ${fault.message}`,
    });
  return value;
}

function failing({ status }: Response, host: string): HubError {
  return new HubError("upstream_failed", `Cannot read from "${host}": it answered ${status}`);
}

/** Whether a plugin says by it what an answer means, such as that there is no such coin. */
function isOwn(failure: unknown): boolean {
  const isShared = failure instanceof HubError && failure.code in FAILURES;
  return failure instanceof HubError && !(isShared && failure.code.startsWith("upstream_"));
}
