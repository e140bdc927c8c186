import { HubError } from "../../contract/errors.ts";
import type { Reach } from "../doors/grant.ts";

/** Replacement base URLs by host. */
export type Mirrors = Readonly<Record<string, string>>;

/** Parses `api.example=http://127.0.0.1:4010/base,…`. Throws for invalid entries. */
export function parseMirrors(text: string, variable = "HUB_UPSTREAMS"): Mirrors {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return Object.fromEntries(entries.map((entry) => parseMirror(entry, variable)));
}

function parseMirror(entry: string, variable: string): [string, string] {
  const at = entry.indexOf("=");
  const host = entry.slice(0, at).trim().toLowerCase();
  const base = normaliseBaseUrl(entry.slice(at + 1));
  const isHost = at > 0 && URL.parse(`https://${host}/`)?.host === host;
  if (isHost && base !== undefined) return [host, base];
  throw new Error(
    `${variable} must list a host and its base address, as in api.example=http://127.0.0.1:4010: it has "${entry}"`,
  );
}

/** Parses a base URL and removes its trailing slash. Returns undefined if it is invalid. */
export function normaliseBaseUrl(text: string): string | undefined {
  const base = URL.parse(text.trim());
  if (base === null || !/^https?:$/.test(base.protocol)) return undefined;
  if (base.search || base.hash || base.username || base.password) return undefined;
  return base.href.replace(/\/$/, "");
}

/**
 * Wraps `reach` so that requests for mirrored hosts go to their current mirrors, and never to the hosts. With
 * `isPublic`, also those for hosts that a caller names.
 */
export function withMirrors(
  reach: Reach,
  current: Mirrors | (() => Mirrors),
  { isPublic = false } = {},
): Reach {
  return async (url, init, given) => {
    const mirrors = typeof current === "function" ? current() : current;
    const isMirrored = isPublic && mirrors[url.host] !== undefined;
    const hosts = given === "public" && isMirrored ? [url.host] : given;
    if (hosts === "public") return reach(url, init, hosts);
    const others = hosts.filter((host) => mirrors[host] === undefined);
    const base = mirrors[url.host];
    if (base === undefined) return reach(url, init, others);
    const mirror = new URL(base + url.pathname + url.search);
    return reach(mirror, init, [mirror.host, ...others]).catch((error) => {
      throw error instanceof HubError
        ? renameHost(error, { from: mirror.host, to: url.host })
        : error;
    });
  };
}

/** Copies an error without the address of the mirror, which callers must not see. */
function renameHost(error: HubError, { from, to }: { from: string; to: string }): HubError {
  return new HubError(error.code, error.message.replaceAll(from, to), { cause: error });
}
