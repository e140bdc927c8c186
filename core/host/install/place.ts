import { dlopen, FFIType, ptr } from "bun:ffi";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { removeOrphans } from "../../lib/orphans.ts";

/** A temporary folder next to the plugin folders, in which a plugin is prepared. */
export interface Staging {
  readonly dir: string;
  remove(): void;
}

const prefix = "staging-";

/** Creates a folder on the same disk that hubs ignore. Removes the folders of killed commands. */
export function openStaging(data: string): Staging {
  const parent = `${data}/plugins-staging`;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeOrphans(parent, prefix);
  const dir = mkdtempSync(`${parent}/${prefix}${process.pid}-`);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/**
 * Replaces a folder atomically: readers see either the old or the new one. Afterwards, the old folder is at
 * the path of the new one.
 */
export function replaceFolder(from: string, to: string): void {
  if (!existsSync(to)) {
    renameSync(from, to);
    return;
  }
  if (exchangePaths(from, to)) return;
  // Without the system call, there is a moment without any folder.
  renameSync(to, `${from}-before`);
  renameSync(from, to);
  renameSync(`${from}-before`, from);
}

/** Exchanges two paths by renameat2(2), for which neither Bun nor Node has a function. */
function exchangePaths(one: string, other: string): boolean {
  const number = { x64: 316, arm64: 276 }[process.arch as string];
  if (process.platform !== "linux" || number === undefined) return false;
  const currentFolder = -100n;
  const exchangeFlag = 2n;
  const { i64 } = FFIType;
  try {
    const { symbols, close } = dlopen("libc.so.6", {
      syscall: { args: [i64, i64, i64, i64, i64, i64], returns: i64 },
    });
    const paths = [one, other].map((path) => Buffer.from(`${path}\0`));
    const [first = 0n, second = 0n] = paths.map((path) => BigInt(ptr(path)));
    const result = symbols.syscall(
      BigInt(number),
      currentFolder,
      first,
      currentFolder,
      second,
      exchangeFlag,
    );
    close();
    return Number(result) === 0;
  } catch {
    return false;
  }
}
