import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";

/** A path with the file or manifest line that declares it. */
interface Claim {
  method: string;
  /** In the router's notation: `/s/:code`. */
  path: string;
  parts: readonly string[];
  /** The path without the names of its parameters. */
  shape: string;
  by: string;
  /** Whether the path imitates another service. */
  isAlias: boolean;
  /** Whether its second word belongs to the clients of its plugin, by the words of an error format. */
  isOwned: boolean;
}

/** The parts of a plugin, or of the hub's own routes, that declare paths. */
type Claimant = Pick<LoadedPlugin, "name" | "dir" | "plugin" | "routes" | "open">;

/** First path segments below which each plugin has its own segment. */
const divided: ReadonlySet<string> = new Set(["api", "try"]);

/** Cached claims, because each plugin is compared with all others. */
const claimCache = new WeakMap<Claimant, readonly Claim[]>();

function getClaims(loaded: Claimant): readonly Claim[] {
  const claims = claimCache.get(loaded) ?? listClaims(loaded);
  claimCache.set(loaded, claims);
  return claims;
}

/** Lists all paths of a plugin: under `/api`, under `/try` and at the root. */
function listClaims({ plugin, routes, open }: Claimant): Claim[] {
  const claims = [
    ...[...routes, ...open].map(({ method, path, folder, file }) => ({
      method,
      path,
      by: `${folder}/${file}`,
      isAlias: folder === "aliases",
    })),
    ...Object.keys(plugin.manifest.try ?? {}).map((path) => ({
      method: "GET",
      path: `/try${path}`,
      by: `try "${path}"`,
      isAlias: false,
    })),
  ];
  return claims.map((claim) => {
    const parts = claim.path.split("/").slice(1);
    return {
      ...claim,
      parts,
      shape: parts.map((part) => (isParameter(part) ? ":" : part)).join("/"),
      isOwned: isOwnedWord(plugin, parts),
    };
  });
}

/**
 * Returns what is wrong with the paths of one plugin: an invalid path, or two that conflict. The message
 * names the files. The router would throw without a file name or silently let one path win.
 */
export function clashWithin(loaded: Claimant): string | undefined {
  const claims = getClaims(loaded);
  for (const [index, claim] of claims.entries()) {
    const fault = findFault(claim);
    if (fault) return fault;
    for (const other of claims.slice(0, index)) {
      if (claim.method === other.method && claim.shape === other.shape)
        return `${other.by} and ${claim.by} both declare ${other.method} ${other.path}`;
      const names = findDifferentNames(claim, other);
      if (names)
        return `${claim.by} has the parameter [${names[0]}] where another file has [${names[1]}]`;
    }
  }
  return undefined;
}

/** Returns why a plugin conflicts with one that was loaded before, or with the hub's own routes. */
export function clashBetween(loaded: Claimant, other: Claimant): string | undefined {
  if (other.name === loaded.name) return `${other.dir} already has this name`;
  const theirs = getClaims(other);
  const page = `/documentation/${loaded.name}`;
  if (theirs.some(({ path }) => path === page || path.startsWith(`${page}/`)))
    return `its page would be ${page}, which is already taken`;
  for (const claim of getClaims(loaded))
    for (const their of theirs) {
      if (areSeparate(claim, their)) continue;
      const why = findConflict(claim, their);
      if (why)
        return `${claim.by} declares ${claim.method} ${claim.path}, which ${why} ${their.method} ${their.path} of "${other.name}" (${their.by})`;
    }
  return undefined;
}

function isOwnedWord({ manifest }: LoadedPlugin["plugin"], [first, second]: string[]): boolean {
  const { words } = manifest.errorShapes?.[`/${first}`] ?? {};
  return second !== undefined && words?.has(second) === true;
}

/** Checks whether two paths are in different segments that are each owned by one plugin. Most pairs are. */
function areSeparate({ parts: one }: Claim, { parts: other }: Claim): boolean {
  const at = one[0] === other[0] && divided.has(one[0] ?? "") ? 1 : 0;
  const [here = "", there = ""] = [one[at], other[at]];
  return here !== there && !isParameter(here) && !isParameter(there);
}

/** Returns how two paths of different plugins conflict. A different method doesn't resolve a conflict. */
function findConflict(mine: Claim, theirs: Claim): string | undefined {
  if (mine.shape === theirs.shape) return "conflicts with";
  // The parameter of another alias never gets such a word.
  const isDivided = mine.isAlias && theirs.isAlias && mine.isOwned !== theirs.isOwned;
  if (!isDivided && overlaps(mine, theirs)) return "overlaps with";
  if (findDifferentNames(mine, theirs)) return "has a different parameter name than";
  // At the root, each first segment belongs to one plugin, which may add paths below it at any time. The
  // paths of aliases come from other services, and several of those start with "v1".
  const [first] = mine.parts;
  const isShared = divided.has(first ?? "") || (mine.isAlias && theirs.isAlias);
  return !isShared && first === theirs.parts[0] ? "has the same first segment as" : undefined;
}

/**
 * Checks whether a URL can match both paths: in each position they have the same word, or one has a
 * parameter.
 */
function overlaps({ parts: one }: Claim, { parts: other }: Claim): boolean {
  return (
    one.length === other.length &&
    one.every((part, index) => {
      const otherPart = other[index] ?? "";
      return part === otherPart || isParameter(part) || isParameter(otherPart);
    })
  );
}

/**
 * Returns the first pair of different parameter names at the same position, if the paths are equal before it.
 */
function findDifferentNames(
  { parts: one }: Claim,
  { parts: other }: Claim,
): [string, string] | undefined {
  for (const [index, part] of one.entries()) {
    const otherPart = other[index] ?? "";
    if (part === otherPart) continue;
    return isParameter(part) && isParameter(otherPart)
      ? [part.slice(1), otherPart.slice(1)]
      : undefined;
  }
  return undefined;
}

/** Checks a path. The router treats "*" and "?" as special, and clients can't send dot segments. */
function findFault({ path, parts, by }: Claim): string | undefined {
  const isWord = (part: string) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part);
  const isSound = parts.every((part) => isWord(part) || /^:\w+$/.test(part));
  const names = parts.filter(isParameter);
  const [first = "", second = ""] = parts;
  const start = first === "try" && parts.length > 1 ? second : first;
  if (path === "/" || (isSound && isWord(start) && new Set(names).size === names.length))
    return undefined;
  return `${by} must be a path such as "/s/:code", starting with a word: it is "${path}"`;
}

function isParameter(part: string): boolean {
  return part.startsWith(":");
}
