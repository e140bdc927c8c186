import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from "node:fs";

/** Maximum number of files and bytes of a plugin folder, including its packages. */
export const folderMax = { files: 50_000, bytes: 1024 * 2 ** 20 } as const;

/** The hashes of a folder. */
export interface Fingerprint {
  /** The hash of the names and contents of all files. */
  hash: string;
  /** The hash of each file, excluding packages. */
  files: Record<string, string>;
}

/**
 * Hashes a folder. Throws if it contains a link that leads outside, something other than files and folders,
 * or more than a plugin may have.
 */
export async function computeFolderFingerprint(dir: string): Promise<Fingerprint> {
  const files: Record<string, string> = {};
  const folderHash = createHash("sha256");
  for (const path of pathsIn(dir)) {
    const hash = await hashFile(`${dir}/${path}`);
    folderHash.update(`${path}\0${hash}\n`);
    if (!path.startsWith("node_modules/")) files[path] = hash;
  }
  return { hash: folderHash.digest("hex"), files };
}

/** Lists the changed files of a folder, one per line. */
export function changesBetween(
  before: Pick<Fingerprint, "hash" | "files">,
  now: Fingerprint,
): string[] {
  const names = [...new Set([...Object.keys(before.files), ...Object.keys(now.files)])].sort();
  const lines = names.flatMap((name) => {
    const [was, is] = [before.files[name], now.files[name]];
    if (was === is) return [];
    return [`${was === undefined ? "added" : is === undefined ? "removed" : "changed"}: ${name}`];
  });
  return lines.length === 0 && before.hash !== now.hash ? ["changed: its packages"] : lines;
}

/** Lists the files and links below a folder in order. */
export function pathsIn(dir: string): string[] {
  const paths: string[] = [];
  let bytes = 0;
  function walk(folder: string): void {
    for (const entry of readdirSync(`${dir}/${folder}`, { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        walk(path);
        continue;
      }
      if (entry.isSymbolicLink()) checkLink(dir, path);
      else if (!entry.isFile()) throw new Error(`"${path}" is neither a file nor a folder`);
      bytes += lstatSync(`${dir}/${path}`).size;
      paths.push(path);
      if (paths.length > folderMax.files)
        throw new Error(`The folder has more than ${folderMax.files} files`);
      if (bytes > folderMax.bytes)
        throw new Error(`The folder has more than ${folderMax.bytes} bytes`);
    }
  }
  walk("");
  return paths.sort();
}

/** Checks a link by its real target. Below another link, `..` means something else than in its text. */
function checkLink(dir: string, path: string): void {
  const isWhole = existsSync(`${dir}/${path}`);
  if (!isWhole || !realpathSync(`${dir}/${path}`).startsWith(`${realpathSync(dir)}/`))
    throw new Error(`The link "${path}" leads out of the folder or is broken`);
}

async function hashFile(path: string): Promise<string> {
  if (lstatSync(path).isSymbolicLink()) return `link ${readlinkSync(path)}`;
  const hash = createHash("sha256");
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest("hex");
}
