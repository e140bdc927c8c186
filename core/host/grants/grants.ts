import { Database } from "bun:sqlite";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { KINDS, type Permissions } from "../../contract/doors.ts";
import { itemsOf, permissionsOf } from "../doors/permission-items.ts";

/** What is known of a plugin that was installed. */
export interface Grant {
  version: string;
  /** Where it came from, as `plugin update` asks there again. */
  source: string;
  /** What the operator has allowed it. */
  granted: Permissions;
  /** What it asks for and the operator has not allowed: an update does not ask for it again. */
  refused: Permissions;
  /** The hash over its folder as it was installed, packages and all. */
  hash: string;
  /** The hash of each file, those of packages left out. */
  files: Readonly<Record<string, string>>;
  /** When it was installed, as an ISO date. */
  installedAt: string;
}

/** Tells the examples and tests of a plugin that is tried out what it was granted, as JSON. */
export const grantVariable = "UTILHUB_GRANTED";

/** Begins a line about an example that can't be answered without a right. The plugin may print others. */
export const unavailableMark = "Unavailable: ";

/** The folder that plugins are installed in: one more root of plugin folders. */
export function installedRootOf(data: string): string {
  return `${data}/plugins`;
}

/**
 * Reads what was granted to the plugins of a root. Throws where the file is damaged: to take it for
 * empty would tell nobody.
 */
export function readGrants(root: string): Record<string, Grant> {
  return readInstalled(root).grants;
}

/** The plugins of a root with what they were granted, and those that were removed with what they asked for. */
interface Installed {
  grants: Record<string, Grant>;
  removed: Record<string, Permissions>;
}

/** Reads what was granted to plugins, and which were removed. Throws if the file is damaged. */
export function readInstalled(root: string): Installed {
  const path = fileOf(root);
  if (!existsSync(path)) return { grants: {}, removed: {} };
  try {
    const { plugins, removed = {} } = JSON.parse(readFileSync(path, "utf8")) as {
      plugins: Record<string, Grant>;
      removed?: Record<string, Permissions>;
    };
    const grants = Object.entries(plugins).map(
      ([name, grant]) => [name, checkGrant(grant)] as const,
    );
    return { grants: Object.fromEntries(grants), removed };
  } catch (cause) {
    throw new Error(`Cannot read what plugins are granted in "${path}": it is damaged`, { cause });
  }
}

/** What the folder of a name below a root is granted: nothing where nobody has said. */
export function grantedTo(root: string, name: string): Permissions {
  const grants = readGrants(root);
  return Object.hasOwn(grants, name) ? (grants[name]?.granted ?? {}) : {};
}

/** Changes what is granted, alone: no other process does so meanwhile. */
export function changeGrants<Result>(
  root: string,
  change: (grants: Record<string, Grant>) => Result,
): Result {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // The lock of a database ends with the process that holds it, however that ends.
  const lock = new Database(`${root}/.lock`, { create: true });
  try {
    lock.run("PRAGMA busy_timeout = 10000");
    lock.run("BEGIN EXCLUSIVE");
    return change(readGrants(root));
  } finally {
    lock.close();
  }
}

/**
 * Writes what is granted, whole or not at all. For whoever is in `changeGrants`. Plugins that are left out
 * become removed ones, as settings may still name them and their variables.
 */
export function writeGrants(root: string, plugins: Readonly<Record<string, Grant>>): void {
  const path = fileOf(root);
  const next = `${path}.${process.pid}`;
  const before = readInstalled(root);
  const left = Object.entries(before.grants).map(([name, { granted, refused }]) => {
    const asked = permissionsOf([...itemsOf(granted), ...itemsOf(refused)]);
    return [name, asked] as const;
  });
  const removed = Object.fromEntries(
    [...Object.entries(before.removed), ...left].filter(([name]) => !Object.hasOwn(plugins, name)),
  );
  const text = JSON.stringify({ plugins, removed }, null, 2);
  writeFileSync(next, `${text}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

function fileOf(root: string): string {
  return `${root}/grants.json`;
}

function checkGrant(grant: Grant): Grant {
  const { granted, refused, version, source, hash, files } = grant;
  const isText = [version, source, hash].every((value) => typeof value === "string");
  const isGrant = [...Object.entries(granted), ...Object.entries(refused)].every(
    ([kind, what]: [string, unknown]) =>
      (KINDS as readonly string[]).includes(kind) &&
      (what === true || (Array.isArray(what) && what.every((item) => typeof item === "string"))),
  );
  if (!isText || !isGrant || typeof files !== "object") throw new Error("No grant");
  return grant;
}
