import { HubError, type SharedCode } from "../errors.ts";

/** The key of a request. More than one, or two that differ, is a fault of the caller's. */
export function keyOf(request: Request): string | undefined | HubError {
  const header = request.headers.get("x-api-key");
  if (!request.url.includes("api_key")) return header ?? undefined;
  const given = new URL(request.url).searchParams.getAll("api_key");
  if (given.length > 1)
    return new HubError("conflicting_credentials", "query.api_key must be given once", {
      at: "query.api_key",
    });
  const [query] = given;
  if (header !== null && query !== undefined && header !== query)
    return new HubError(
      "conflicting_credentials",
      `The keys in X-API-Key and api_key differ: give one of them`,
    );
  return header ?? query;
}

/** The failure of a request without a key. */
export function challenge(): HubError {
  return unauthorised(
    "missing_api_key",
    "This endpoint needs an API key: pass it as X-API-Key or api_key",
  );
}

/** A failure that says, as HTTP wants, how a key is passed. */
export function unauthorised(code: SharedCode, detail: string): HubError {
  return new HubError(code, detail, {
    headers: { "www-authenticate": 'ApiKey realm="hub", header="X-API-Key", query="api_key"' },
  });
}
