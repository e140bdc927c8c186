import { Database } from "bun:sqlite";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { KINDS, type Permissions } from "../../contract/doors.ts";
import { buildPermissions, listPermissionItems } from "../doors/permission-items.ts";

/** The record of an installed plugin. */
export interface Grant {
  version: string;
  /** Its source. `plugin update` asks there again. */
  source: string;
  /** The permissions that the operator has granted. */
  granted: Permissions;
  /** Permissions that it asks for and the operator has refused. An update doesn't ask for them again. */
  refused: Permissions;
  /** The hash of its folder at installation, including packages. */
  hash: string;
  /** The hash of each file, excluding packages. */
  files: Readonly<Record<string, string>>;
  /** The date of installation, as ISO 8601. */
  installedAt: string;
}

/** The variable with the granted permissions, as JSON, for the examples and tests of a plugin on trial. */
export const grantVariable = "UTILHUB_GRANTED";

/**
 * The prefix of a line about an example that needs a refused permission. The plugin may print other lines.
 */
export const unavailableMark = "Unavailable: ";

/** Returns the folder of installed plugins, which is another root of plugin folders. */
export function getInstalledRoot(data: string): string {
  return `${data}/plugins`;
}

/**
 * Reads the grants of the plugins in a root. Throws if the file is damaged, because an empty result would
 * hide it.
 */
export function readGrants(root: string): Record<string, Grant> {
  return readInstalled(root).grants;
}

/**
 * The installed plugins of a root with their grants, and the removed ones with the permissions that they
 * asked for.
 */
interface InstalledPlugins {
  grants: Record<string, Grant>;
  removed: Record<string, Permissions>;
}

/** Reads the installed and removed plugins of a root. Throws if the file is damaged. */
export function readInstalled(root: string): InstalledPlugins {
  const path = getPath(root);
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
    throw new Error(`Cannot read the grants in "${path}": it is damaged`, { cause });
  }
}

/** Returns the permissions granted to an installed plugin. Empty if there is no record. */
export function grantedTo(root: string, name: string): Permissions {
  const grants = readGrants(root);
  return Object.hasOwn(grants, name) ? (grants[name]?.granted ?? {}) : {};
}

/** Changes the grants under a lock, so that no other process changes them meanwhile. */
export function changeGrants<Result>(
  root: string,
  change: (grants: Record<string, Grant>) => Result,
): Result {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // A database lock ends with its process, even if that is killed.
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
 * Writes the grants atomically. Only for callers inside `changeGrants`. Plugins that are missing from
 * `plugins` become removed ones, because settings may still name them and their variables.
 */
export function writeGrants(root: string, plugins: Readonly<Record<string, Grant>>): void {
  const path = getPath(root);
  const next = `${path}.${process.pid}`;
  const before = readInstalled(root);
  const newlyRemoved = Object.entries(before.grants).map(([name, { granted, refused }]) => {
    const requested = buildPermissions([
      ...listPermissionItems(granted),
      ...listPermissionItems(refused),
    ]);
    return [name, requested] as const;
  });
  const removed = Object.fromEntries(
    [...Object.entries(before.removed), ...newlyRemoved].filter(
      ([name]) => !Object.hasOwn(plugins, name),
    ),
  );
  const text = JSON.stringify({ plugins, removed }, null, 2);
  writeFileSync(next, `${text}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
}

function getPath(root: string): string {
  return `${root}/grants.json`;
}

function checkGrant(grant: Grant): Grant {
  const { granted, refused, version, source, hash, files } = grant;
  const isText = [version, source, hash].every((value) => typeof value === "string");
  const isGrant = [...Object.entries(granted), ...Object.entries(refused)].every(
    ([kind, items]: [string, unknown]) =>
      (KINDS as readonly string[]).includes(kind) &&
      (items === true || (Array.isArray(items) && items.every((item) => typeof item === "string"))),
  );
  if (!isText || !isGrant || typeof files !== "object") throw new Error("Not a grant");
  return grant;
}
