import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";

const scratchPrefix = "utilhub-scratch-";

/** Most bytes, and most files and folders, that a process may leave in its folder. */
export const scratchMax = { bytes: 256 * 2 ** 20, entries: 10_000 } as const;

/** A folder for the files of one process, which nobody else sees and which goes with it. */
export class Scratch {
  readonly dir: string;

  constructor() {
    this.dir = mkdtempSync(`${tmpdir()}/${scratchPrefix}${process.pid}-`);
  }

  /** Whether there is more in it than one process may have. The kernel limits files, but not folders. */
  isOverfull(): boolean {
    const left = { bytes: scratchMax.bytes, entries: scratchMax.entries };
    return !fits(this.dir, left);
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}

/** Whether what is in a folder is no more than this. */
export function fits(dir: string, left: { bytes: number; entries: number }): boolean {
  let entries: ReturnType<typeof list>;
  try {
    entries = list(dir);
  } catch {
    // It went while it was looked at.
    return true;
  }
  for (const entry of entries) {
    left.entries--;
    if (left.entries < 0) return false;
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!fits(path, left)) return false;
    } else left.bytes -= lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (left.bytes < 0) return false;
  }
  return true;
}

function list(dir: string) {
  return readdirSync(dir, { withFileTypes: true });
}

/** Removes the folders that hubs left behind that were killed: their names begin so, and go on with its id. */
export function removeOrphans(prefix = scratchPrefix): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(`${tmpdir()}/${name}`, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's is alive all the same.
    return (error as { code?: string }).code === "EPERM";
  }
}
