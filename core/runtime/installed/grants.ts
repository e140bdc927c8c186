import { Database } from "bun:sqlite";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { KINDS, type Permissions } from "../../contract/doors.ts";

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

/** The folder that plugins are installed in: one more root of plugin folders. */
export function installedRootOf(data: string): string {
  return `${data}/plugins`;
}

/**
 * Reads what was granted to the plugins of a root. Throws where the file is damaged: to take it for
 * empty would tell nobody.
 */
export function readGrants(root: string): Record<string, Grant> {
  const path = fileOf(root);
  if (!existsSync(path)) return {};
  try {
    const { plugins } = JSON.parse(readFileSync(path, "utf8")) as {
      plugins: Record<string, Grant>;
    };
    const grants = Object.entries(plugins).map(
      ([name, grant]) => [name, checkGrant(grant)] as const,
    );
    return Object.fromEntries(grants);
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

/** Writes what is granted, whole or not at all. For whoever is in `changeGrants`. */
export function writeGrants(root: string, plugins: Readonly<Record<string, Grant>>): void {
  const path = fileOf(root);
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify({ plugins }, null, 2)}\n`, { mode: 0o600 });
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
