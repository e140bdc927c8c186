import type { Call } from "../../accounts/call.ts";

/** The default cache lifetime of public responses. */
const defaultSeconds = 300;

/**
 * Makes successful responses publicly cacheable if the call used a signed URL or a publishable key. Removes
 * the rate limit headers, which are private to the account.
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
