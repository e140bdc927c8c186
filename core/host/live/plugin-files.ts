import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { copyFile, mkdir, symlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** More than any plugin has: a folder of pictures that is named by mistake is not read for minutes. */
const entriesMax = 20_000;

/** What lies below a plugin's folder, as far as it makes the plugin what it is. */
export interface PluginFiles {
  /** Folders, files and links by their paths below it, each folder before what it holds. */
  entries: readonly { path: string; kind: "folder" | "file" | "link" }[];
  /** The folders in full, its own among them, and which each was: one may be made again. */
  folders: ReadonlyMap<string, number>;
  /** Changes with every change of them. */
  signature: string;
  /** When something was changed last, in milliseconds since 1970: by the system, so no copy looks older. */
  changedAt: number;
}

/**
 * Lists a plugin's files: its packages, its tests and what is hidden are none of them. What the hub
 * makes there itself, at these paths and at drafts of them, is no change.
 */
export function listFiles(dir: string, made: readonly string[] = []): PluginFiles {
  const entries: { path: string; kind: "folder" | "file" | "link" }[] = [];
  const folders = new Map<string, number>();
  const hash = new Bun.CryptoHasher("sha1");
  let changedAt = 0;
  const visit = (folder: string) => {
    const path = folder ? `${dir}/${folder}` : dir;
    folders.set(path, lstatSync(`${path}/.`).ino);
    for (const entry of readdirSync(path, { withFileTypes: true }).sort(byName)) {
      if (isLeftOut(entry.name)) continue;
      const below = folder ? `${folder}/${entry.name}` : entry.name;
      const { size, mtimeMs, ctimeMs, ino } = lstatSync(`${dir}/${below}`);
      const kind = entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : "file";
      if (kind === "file" && !entry.isFile()) continue;
      entries.push({ path: below, kind });
      if (entries.length > entriesMax)
        throw new Error(`Cannot list a folder of more than ${entriesMax} files: "${dir}"`);
      // A folder's own times tell nothing that its files do not, and change with what is left out.
      if (kind === "folder") visit(below);
      else if (!made.some((path) => `${dir}/${below}`.startsWith(path))) {
        hash.update(`${below}\0${kind}\0${size}\0${mtimeMs}\0${ino}\0`);
        changedAt = Math.max(changedAt, ctimeMs);
      }
    }
  };
  visit("");
  return { entries, folders, signature: hash.digest("hex"), changedAt };
}

function byName({ name: one }: { name: string }, { name: other }: { name: string }): number {
  return one < other ? -1 : 1;
}

function isLeftOut(name: string): boolean {
  return name === "node_modules" || name.startsWith(".") || name.endsWith(".test.ts");
}

/**
 * Copies a plugin's files to a folder that is not there yet. Its packages stay where they are, and are
 * linked to. Answers their folder, if there is one.
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
    // A link stays one: whoever may not read what it names must not be handed a copy of it.
    else await symlink(targetOf(`${source}/${path}`, { source, to }), copy);
  }
  const packages = `${source}/node_modules`;
  // Neither is a link that a plugin brings along: it could name any folder.
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  await symlink(packages, `${to}/node_modules`);
  return packages;
}

/** Where a link of the copy leads: to the copy's own files, or to where the first one did. */
function targetOf(link: string, { source, to }: { source: string; to: string }): string {
  const target = resolve(dirname(link), readlinkSync(link));
  return target.startsWith(`${source}/`) ? to + target.slice(source.length) : target;
}
