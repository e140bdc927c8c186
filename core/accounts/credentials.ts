import { HubError, type SharedCode } from "../contract/errors.ts";
import type { KeyHolder } from "../platform/store/records.ts";
import type { Call } from "./call.ts";
import { createSuspendedError } from "./rights.ts";
import { isoDate } from "./view.ts";

/** A request, and the names that another API has for its key. */
type KeySource = Pick<Call, "request" | "keyParameter" | "keyHeaders" | "bodyKey">;

/** The maximum size of a body that is searched for a key. */
const keyBodyBytesMax = 65_536;

/**
 * Returns the key of a call from X-API-Key, Authorization (RFC 6750) or the query. Returns an error if keys
 * differ or are repeated.
 */
export function readApiKey({
  request,
  keyParameter,
  keyHeaders,
  bodyKey,
}: KeySource): string | undefined | HubError {
  const named = request.headers.get("x-api-key") ?? readNamedHeader(request, keyHeaders);
  const token = readBearerToken(request);
  if (named !== null && token !== null && named !== token)
    return new HubError(
      "conflicting_credentials",
      "The API keys in X-API-Key and Authorization differ: send only one",
    );
  const header = named ?? token;
  const { url } = request;
  // The fast path: nearly every key is in a header.
  const isInQuery =
    url.includes(keyName) ||
    (keyParameter !== undefined && listNames(keyParameter).some((name) => url.includes(name)));
  if (!isInQuery) return header ?? bodyKey;
  const [query, second] = [...new URL(url).searchParams].filter(([name]) =>
    isKeyParameter(name, keyParameter),
  );
  if (query && second)
    return new HubError(
      "conflicting_credentials",
      `query must have only one API key: it has ${query[0]} and ${second[0]}`,
      { at: `query.${second[0]}` },
    );
  if (header !== null && query && header !== query[1])
    return new HubError(
      "conflicting_credentials",
      `The API keys in ${named === null ? "Authorization" : "X-API-Key"} and ${query[0]} differ: send only one`,
    );
  return header ?? query?.[1] ?? bodyKey;
}

/**
 * Reads the key of a small JSON body, as clients of another API send it. Larger bodies, and those that the hub stores,
 * need their key in a header or in the query.
 */
export async function readBodyKey(call: Call): Promise<void> {
  const { request, keyParameter } = call;
  const [name = ""] = listNames(keyParameter);
  const { headers } = request;
  const bytes = Number(headers.get("content-length"));
  const isStored = headers.has("idempotency-key") || headers.has("prefer");
  if (isStored || !(bytes > 0 && bytes <= keyBodyBytesMax)) return;
  try {
    const { [name]: key }: Record<string, unknown> = JSON.parse(await request.clone().text());
    if (typeof key === "string" && key !== "") call.bodyKey = key;
  } catch {
    // The endpoint reports invalid bodies to callers with a key.
  }
}

/** Returns whether a query parameter has the API key of a call. */
export function isKeyParameter(name: string, keyParameter: KeySource["keyParameter"]): boolean {
  return name === keyName || listNames(keyParameter).includes(name);
}

const keyName = "api_key";
const noNames: readonly string[] = [];

function listNames(keyParameter: KeySource["keyParameter"]): readonly string[] {
  if (keyParameter === undefined) return noNames;
  return typeof keyParameter === "string" ? [keyParameter] : keyParameter;
}

/** Returns the key in a header of another API, or the password of its Basic credentials, or their user without one. */
function readNamedHeader({ headers }: Request, names: readonly string[] = noNames): string | null {
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null && name !== "authorization") return value;
    const [scheme, credentials] = value?.split(" ", 2) ?? [];
    if (scheme?.toLowerCase() !== "basic" || credentials === undefined) continue;
    const [user = "", ...password] = Buffer.from(credentials, "base64").toString().split(":");
    return password.join(":") || user;
  }
  return null;
}

/** Returns the token of a request's Authorization header. The scheme may have any case (RFC 9110, section 11.1). */
export function readBearerToken({ headers }: Pick<Request, "headers">): string | null {
  const given = headers.get("authorization");
  if (given === null) return null;
  const start = "bearer ".length;
  return given.slice(0, start).toLowerCase() === "bearer "
    ? given.slice(start).trim() || null
    : null;
}

/** Returns whether one of the hub's own endpoints requires an API key. */
export function isKeyedPath({ method, path }: { method: string; path: string }): boolean {
  if (path === "/api-key") return method !== "POST";
  return path.startsWith("/api-key/") ? path !== "/api-key/verify" : path.startsWith("/api/");
}

/** Creates the error for a request without a key. */
export function createMissingKeyError({
  request,
  keyParameter,
  keyHeaders = noNames,
}: KeySource): HubError {
  const names = [keyName, ...listNames(keyParameter)].join(" or ");
  const headers = keyHeaders.map((name) =>
    name === "authorization" ? "as the password of Authorization: Basic, " : `as ${name}, `,
  );
  return refuseKey(
    "missing_api_key",
    `This endpoint needs an API key: pass it as X-API-Key, as Authorization: Bearer, ${headers.join("")}or as ${names} in the query${findMisplacedKey(request)}`,
  );
}

/** Names under which beginners send their key. */
const wrongKeyNames = ["key", "apikey", "api-key", "apiKey", "x-api-key", "token", "access_token"];

/** Returns the end of a message that names a key in the wrong place, or an empty text. */
function findMisplacedKey({ url, headers }: Request): string {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const [scheme = ""] = authorization.split(" ", 1);
    const isScheme = authorization.includes(" ") && /^[A-Za-z]{1,20}$/.test(scheme);
    return `. Authorization must begin with "Bearer "${isScheme ? `: it begins with "${scheme}"` : ""}`;
  }
  const header = wrongKeyNames.find((name) => headers.has(name));
  if (header) return `. The header ${header} is not read`;
  const names = new URL(url).searchParams;
  const parameter = wrongKeyNames.find((name) => names.has(name));
  return parameter ? `. The parameter ${parameter} is not read` : "";
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
    "The API key is suspended: the key that suspended it can resume it",
  );
}
