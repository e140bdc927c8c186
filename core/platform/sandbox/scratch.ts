import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { removeOrphans } from "../../lib/orphans.ts";

const scratchPrefix = "utilhub-scratch-";

/** Most bytes, and most files and folders, that a process may leave in its folder. */
export const scratchMax = { bytes: 256 * 2 ** 20, entries: 10_000 } as const;

/** A look takes at most one part in so many of the time: a folder of many files must not hold up the hub. */
const pauseRatio = 20;

/** Removes the folders of hubs that were killed. */
export function removeOrphanedScratch(): void {
  removeOrphans(tmpdir(), scratchPrefix);
}

/** A folder for the files of one process, which nobody else sees and which goes with it. */
export class Scratch {
  readonly dir: string;
  #nextLook = 0;

  constructor() {
    this.dir = mkdtempSync(`${tmpdir()}/${scratchPrefix}${process.pid}-`);
  }

  /**
   * Whether there is more in it than one process may have. The kernel limits files, but not folders. To be
   * asked again and again: it looks less often the longer a look takes.
   */
  isOverfull(): boolean {
    const begun = performance.now();
    if (begun < this.#nextLook) return false;
    const isOver = !fits(this.dir, { ...scratchMax });
    const ended = performance.now();
    this.#nextLook = ended + pauseRatio * (ended - begun);
    return isOver;
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
  left.entries -= entries.length;
  if (left.entries < 0) return false;
  for (const entry of entries) {
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
