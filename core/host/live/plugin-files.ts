import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { copyFile, mkdir, symlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Maximum number of files. Prevents reading a huge folder that was configured by mistake. */
const entriesMax = 20_000;

/** The files of a plugin folder. */
export interface PluginFiles {
  /** Folders, files and links by relative path. Each folder precedes its contents. */
  entries: readonly { path: string; kind: "folder" | "file" | "link" }[];
  /** All folders by absolute path, with their inodes, because a folder may be recreated. */
  folders: ReadonlyMap<string, number>;
  /** Changes if any file changes. */
  signature: string;
  /**
   * Time of the last change by the system clock (ctime), in milliseconds since 1970. Copied files don't look
   * older.
   */
  changedAt: number;
}

/**
 * Lists the files of a plugin, excluding packages, tests and hidden files. Ignores changes of files that the
 * hub itself writes at the paths in `made`, and of their drafts.
 */
export function listFiles(dir: string, made: readonly string[] = []): PluginFiles {
  const entries: { path: string; kind: "folder" | "file" | "link" }[] = [];
  const folders = new Map<string, number>();
  const hash = new Bun.CryptoHasher("sha1");
  let changedAt = 0;
  const visit = (folder: string) => {
    const path = folder ? `${dir}/${folder}` : dir;
    folders.set(path, lstatSync(`${path}/.`).ino);
    for (const entry of readdirSync(path, { withFileTypes: true }).sort(compareNames)) {
      if (isIgnored(entry.name)) continue;
      const child = folder ? `${folder}/${entry.name}` : entry.name;
      const { size, mtimeMs, ctimeMs, ino } = lstatSync(`${dir}/${child}`);
      const kind = entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : "file";
      if (kind === "file" && !entry.isFile()) continue;
      entries.push({ path: child, kind });
      if (entries.length > entriesMax)
        throw new Error(`Cannot list a folder of more than ${entriesMax} files: "${dir}"`);
      // A folder's own times add nothing to those of its files, and change with ignored files.
      if (kind === "folder") visit(child);
      else if (!made.some((path) => `${dir}/${child}`.startsWith(path))) {
        hash.update(`${child}\0${kind}\0${size}\0${mtimeMs}\0${ino}\0`);
        changedAt = Math.max(changedAt, ctimeMs);
      }
    }
  };
  visit("");
  return { entries, folders, signature: hash.digest("hex"), changedAt };
}

function compareNames({ name: one }: { name: string }, { name: other }: { name: string }): number {
  return one < other ? -1 : 1;
}

function isIgnored(name: string): boolean {
  return name === "node_modules" || name.startsWith(".") || name.endsWith(".test.ts");
}

/**
 * Copies the files of a plugin to a new folder. Packages aren't copied, but linked. If there are any, returns the original
 * folder, which must then be readable: the runtime looks for the packages of a package in its parent folders.
 */
export async function copyFiles(
  from: string,
  { entries }: PluginFiles,
  to: string,
): Promise<string | undefined> {
  const source = realpathSync(from);
  await mkdir(to, { recursive: true });
  for (const { path, kind } of entries) {
    const copy = `${to}/${path}`;
    if (kind === "folder") await mkdir(copy);
    else if (kind === "file") await copyFile(`${source}/${path}`, copy);
    // A link stays a link, so that a plugin can't read its target through the copy.
    else await symlink(getTarget(`${source}/${path}`, { source, to }), copy);
  }
  const packages = `${source}/node_modules`;
  // A link to packages isn't followed, because a plugin could link to any folder.
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  await symlink(packages, `${to}/node_modules`);
  return source;
}

/** Returns the target of a link in the copy. Links inside the plugin lead to the copied files. */
function getTarget(link: string, { source, to }: { source: string; to: string }): string {
  const target = resolve(dirname(link), readlinkSync(link));
  return target.startsWith(`${source}/`) ? to + target.slice(source.length) : target;
}
