import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";

/** A path that somebody answers, and which file or line of a manifest says so. */
interface Claim {
  method: string;
  /** In the router's notation: `/s/:code`. */
  path: string;
  parts: readonly string[];
  /** The path without the names of its parameters. */
  shape: string;
  by: string;
  /** Whether another service has chosen the path. */
  isAlias: boolean;
}

/** A plugin, or the hub's own routes, as far as paths go. */
type Claimant = Pick<LoadedPlugin, "name" | "dir" | "plugin" | "routes" | "open">;

/** Words at the root below which each plugin has a place of its own. */
const divided: ReadonlySet<string> = new Set(["api", "try"]);

/** Each is held against all others. */
const claimsKnown = new WeakMap<Claimant, readonly Claim[]>();

function claimsOf(loaded: Claimant): readonly Claim[] {
  const claims = claimsKnown.get(loaded) ?? listClaims(loaded);
  claimsKnown.set(loaded, claims);
  return claims;
}

/** Every path that a plugin answers, wherever it is: under `/api`, under `/try` and at the root. */
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
    };
  });
}

/**
 * What is wrong with the paths of one plugin, in a sentence that names its files: one that is no path,
 * two that are the same. The router would throw with no file's name, or let one win with no word at all.
 */
export function clashWithin(loaded: Claimant): string | undefined {
  const claims = claimsOf(loaded);
  for (const [index, claim] of claims.entries()) {
    const fault = faultOf(claim);
    if (fault) return fault;
    for (const other of claims.slice(0, index)) {
      if (claim.method === other.method && claim.shape === other.shape)
        return `${other.by} and ${claim.by} both answer ${other.method} ${other.path}`;
      const names = namesThatDiffer(claim, other);
      if (names) return `${claim.by} calls [${names[0]}] what another file calls [${names[1]}]`;
    }
  }
  return undefined;
}

/** Why a plugin cannot stand beside one that was loaded before it, or beside the hub's own routes. */
export function clashBetween(loaded: Claimant, other: Claimant): string | undefined {
  if (other.name === loaded.name) return `${other.dir} already answers under its name`;
  const theirs = claimsOf(other);
  const page = `/documentation/${loaded.name}`;
  if (theirs.some(({ path }) => path === page))
    return `its page would be ${page}, which is another's`;
  for (const claim of claimsOf(loaded))
    for (const their of theirs) {
      if (liesApart(claim, their)) continue;
      const why = clashOf(claim, their);
      if (why)
        return `${claim.by} answers ${claim.method} ${claim.path}, which ${why} ${their.method} ${their.path} of "${other.name}" (${their.by})`;
    }
  return undefined;
}

/** Whether two paths part at a word below which each has a place of its own: so do nearly all pairs. */
function liesApart({ parts: one }: Claim, { parts: other }: Claim): boolean {
  const at = one[0] === other[0] && divided.has(one[0] ?? "") ? 1 : 0;
  const [here = "", there = ""] = [one[at], other[at]];
  return here !== there && !isParameter(here) && !isParameter(there);
}

/** What two paths of two owners have against each other. A method of its own makes none of them free. */
function clashOf(mine: Claim, theirs: Claim): string | undefined {
  if (mine.shape === theirs.shape) return "is the path of";
  if (overlaps(mine, theirs)) return "takes calls that are meant for";
  if (namesThatDiffer(mine, theirs)) return "has another name for a parameter of";
  // At the root a word belongs to one alone: what comes below it may be added at any time. Other
  // services have chosen the paths of aliases, and more than one of them has begun with "v1".
  const [first] = mine.parts;
  const isShared = divided.has(first ?? "") || (mine.isAlias && theirs.isAlias);
  return !isShared && first === theirs.parts[0] ? "begins like" : undefined;
}

/** Whether an address can be meant for both: where one has a word, the other has it, or a parameter. */
function overlaps({ parts: one }: Claim, { parts: other }: Claim): boolean {
  return (
    one.length === other.length &&
    one.every((part, index) => {
      const beside = other[index] ?? "";
      return part === beside || isParameter(part) || isParameter(beside);
    })
  );
}

/** The first place where two paths that are alike so far call a parameter differently. */
function namesThatDiffer(
  { parts: one }: Claim,
  { parts: other }: Claim,
): [string, string] | undefined {
  for (const [index, part] of one.entries()) {
    const beside = other[index] ?? "";
    if (part === beside) continue;
    return isParameter(part) && isParameter(beside) ? [part.slice(1), beside.slice(1)] : undefined;
  }
  return undefined;
}

/** The router takes "*" and "?" for more than themselves, and nobody can send a dot segment. */
function faultOf({ path, parts, by }: Claim): string | undefined {
  const isWord = (part: string) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part);
  const isSound = parts.every((part) => isWord(part) || /^:\w+$/.test(part));
  const names = parts.filter(isParameter);
  const [first = "", second = ""] = parts;
  const start = first === "try" && parts.length > 1 ? second : first;
  if (path === "/" || (isSound && isWord(start) && new Set(names).size === names.length))
    return undefined;
  return `${by} must be a path such as "/s/:code", beginning with a word: it is "${path}"`;
}

function isParameter(part: string): boolean {
  return part.startsWith(":");
}
