import { HubError, type SharedCode } from "../contract/errors.ts";
import type { KeyHolder } from "../platform/store/records.ts";
import { createSuspendedError } from "./rights.ts";
import { isoDate } from "./view.ts";

/**
 * Returns the key of a request from X-API-Key, Authorization (RFC 6750) or the query. Returns an error if
 * keys differ or are repeated.
 */
export function readApiKey(request: Request): string | undefined | HubError {
  const named = request.headers.get("x-api-key");
  const token = readBearerToken(request);
  if (named !== null && token !== null && named !== token)
    return new HubError(
      "conflicting_credentials",
      "The API keys in X-API-Key and Authorization differ: send only one",
    );
  const header = named ?? token;
  if (!request.url.includes("api_key")) return header ?? undefined;
  const given = new URL(request.url).searchParams.getAll("api_key");
  if (given.length > 1)
    return new HubError("conflicting_credentials", "query.api_key must be sent only once", {
      at: "query.api_key",
    });
  const [query] = given;
  if (header !== null && query !== undefined && header !== query)
    return new HubError(
      "conflicting_credentials",
      `The API keys in ${named === null ? "Authorization" : "X-API-Key"} and api_key differ: send only one`,
    );
  return header ?? query;
}

function readBearerToken({ headers }: Request): string | null {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").split(" ", 2);
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : null;
}

/** Creates the error for a request without a key. */
export function createMissingKeyError(): HubError {
  return refuseKey(
    "missing_api_key",
    "This endpoint needs an API key: pass it as X-API-Key, as Authorization: Bearer, or as api_key in the query",
  );
}

/** Creates a 401 error with the WWW-Authenticate header. */
export function refuseKey(code: SharedCode, detail: string): HubError {
  return new HubError(code, detail, {
    headers: {
      "www-authenticate":
        'Bearer realm="hub", ApiKey realm="hub", header="X-API-Key", query="api_key"',
    },
  });
}

/** Returns an error if a key has ended or is suspended. */
export function findKeyFault(
  { key, account, endsAt }: KeyHolder & { endsAt: number },
  now: number,
): HubError | undefined {
  if (endsAt > now) return undefined;
  if (key.revokedAt !== null)
    return refuseKey("key_revoked", `The API key was revoked on ${isoDate(key.revokedAt)}`);
  if (key.expiresAt !== null && key.expiresAt <= now)
    return refuseKey("key_expired", `The API key expired on ${isoDate(key.expiresAt)}`);
  if (account.suspendedAt !== null) return createSuspendedError();
  return createSuspendedKeyError();
}

/** Creates the error for any request with a suspended key. */
export function createSuspendedKeyError(): HubError {
  return new HubError(
    "key_suspended",
    "The API key is suspended: another key of its account can resume it",
  );
}
