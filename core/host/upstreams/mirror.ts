import { HubError } from "../../contract/errors.ts";
import type { Reach } from "../doors/grant.ts";

/** Base addresses to use in place of hosts, by host. */
export type Mirrors = Readonly<Record<string, string>>;

/** Reads `api.example=http://127.0.0.1:4010/base,…`. Throws a sentence about what is no such thing. */
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
  const base = baseOf(entry.slice(at + 1));
  const isHost = at > 0 && URL.parse(`https://${host}/`)?.host === host;
  if (isHost && base !== undefined) return [host, base];
  throw new Error(
    `${variable} must list a host and its base address, as in api.example=http://127.0.0.1:4010: it has "${entry}"`,
  );
}

/** A base address without a slash at its end; undefined where a text is none. */
export function baseOf(text: string): string | undefined {
  const base = URL.parse(text.trim());
  if (base === null || !/^https?:$/.test(base.protocol)) return undefined;
  if (base.search || base.hash || base.username || base.password) return undefined;
  return base.href.replace(/\/$/, "");
}

/** Sends what is for a mirrored host to its mirror of the moment, and nothing to the host itself. */
export function withMirrors(reach: Reach, current: Mirrors | (() => Mirrors)): Reach {
  return async (url, init, hosts) => {
    const mirrors = typeof current === "function" ? current() : current;
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

/** The same failure without the mirror's address, which is no caller's business. */
function renameHost(error: HubError, { from, to }: { from: string; to: string }): HubError {
  return new HubError(error.code, error.message.replaceAll(from, to), { cause: error });
}
