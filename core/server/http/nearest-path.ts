import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { findNearest } from "../../lib/nearest.ts";
import type { MeantEndpoint } from "./teach.ts";

/** The endpoints that an unknown path may mean. Those without parameters are first. */
export type KnownPaths = readonly MeantEndpoint[];

/** Lists the endpoints of plugins, those without parameters first. */
export function listKnownPaths(plugins: readonly LoadedPlugin[]): KnownPaths {
  const all = plugins.flatMap((plugin) => plugin.routes.map((loaded) => ({ plugin, loaded })));
  const [fixed, open] = [false, true].map((isOpen) =>
    all.filter(({ loaded }) => loaded.path.includes(":") === isOpen),
  );
  return [...(fixed ?? []), ...(open ?? [])];
}

/** The longest path that is compared with those of endpoints. */
const lengthMax = 100;

/** The maximum number of endpoints that are listed for the path of a service. */
const listedMax = 6;

/** Finds the endpoint that an unknown path means, and says which it is. */
export function describeUnknownPath(
  pathname: string,
  method: string,
  known: KnownPaths,
): { detail: string; meant?: MeantEndpoint } {
  const meant = pathname.length <= lengthMax ? findMeant(pathname, method, known) : undefined;
  if (meant) return { detail: `: did you mean ${describeEndpoint(meant)}?`, meant };
  const [, first, word = ""] = pathname.toLowerCase().split("/");
  if (first !== "api") return { detail: "" };
  const names = new Set(known.map(({ plugin }) => plugin.name).filter((name) => name !== "hub"));
  const service = names.has(word) || word === "" ? word : findNearest(word, names);
  const own = known.filter(({ plugin }) => plugin.name === service);
  const [one] = own;
  if (!one) return { detail: ": /services lists the services of this hub" };
  const listed = own.slice(0, listedMax).map(describeEndpoint).join(", ");
  const more = own.length > listedMax ? ` and ${own.length - listedMax} more` : "";
  return { detail: `: ${one.plugin.name} has ${listed}${more}`, meant: one };
}

/** Returns whether a path belongs to a route with a path pattern. */
export function matchesRoute(pattern: string, pathname: string): boolean {
  const parts = pathname.split("/");
  const own = pattern.split("/");
  return (
    own.length === parts.length &&
    own.every((part, at) => part.startsWith(":") || part === parts[at])
  );
}

function describeEndpoint({ loaded: { method, path } }: MeantEndpoint): string {
  return `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;
}

function findMeant(pathname: string, method: string, known: KnownPaths): MeantEndpoint | undefined {
  const cleaned = cleanPath(pathname);
  const parts = cleaned.split("/");
  const byKey = new Map<string, MeantEndpoint>();
  for (const one of known) {
    const { loaded } = one;
    // A parameter may have any value, so it is compared as the one that was sent.
    const path = loaded.path.split("/").slice(isApi(loaded.path) ? 2 : 1);
    const key = toKey(
      path.map((part, at) => (part.startsWith(":") ? (parts[at] ?? "") : part)).join("/"),
    );
    const other = byKey.get(key)?.loaded;
    if (!other || (loaded.method === method && other.method !== method)) byKey.set(key, one);
  }
  const key = toKey(cleaned);
  if (key === "") return undefined;
  const nearest = byKey.has(key)
    ? key
    : findNearest(key, byKey.keys(), Math.max(1, Math.floor(key.length / 5)));
  return nearest === undefined ? undefined : byKey.get(nearest);
}

function isApi(path: string): boolean {
  return path.startsWith("/api/");
}

/** Removes what clients add by mistake: /api, a version, a method, spaces and repeated slashes. */
function cleanPath(pathname: string): string {
  return decodeURIComponent(pathname)
    .toLowerCase()
    .split("/")
    .map((part) => part.trim().replace(/^(?:get|post|put|patch|delete)-/, ""))
    .filter((part, at) => part !== "" && !(at < 4 && /^(?:api|v\d)$/.test(part)))
    .join("/");
}

/** Returns a path without the characters that separate its words. */
function toKey(path: string): string {
  return path.toLowerCase().replaceAll(/[\s/_.-]/g, "");
}
