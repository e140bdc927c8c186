import type { Call } from "../../accounts/call.ts";

/** How long caches keep an answer for everybody that says nothing of it itself. */
const defaultSeconds = 300;

/**
 * Lets caches keep a success for everybody where its call may be seen by everybody: by an address that is
 * signed, or a publishable key. What the caller has left of his limits is then nobody else's to know.
 */
export function allowCaches({ publicSeconds }: Call, response: Response): Response {
  if (publicSeconds === undefined || response.status >= 400) return response;
  const { headers } = response;
  const own = headers.get("cache-control") ?? "";
  if (own.includes("no-store")) return response;
  const [, given] = /max-age=(\d+)/.exec(own) ?? [];
  const seconds = Math.min(publicSeconds, Number(given ?? defaultSeconds));
  headers.set("cache-control", `public, max-age=${seconds}`);
  for (const name of [...headers.keys()]) if (/ratelimit/.test(name)) headers.delete(name);
  return response;
}
