import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { removeOrphans } from "../../lib/orphans.ts";

const scratchPrefix = "utilhub-scratch-";

/** The maximum size and number of entries of a scratch folder. */
export const scratchMax = { bytes: 256 * 2 ** 20, entries: 10_000 } as const;

/** Checks take at most 1/20 of the time, so that large folders don't slow the hub. */
const pauseRatio = 20;

/** Removes the folders of hubs that were killed. */
export function removeOrphanedScratch(): void {
  removeOrphans(tmpdir(), scratchPrefix);
}

/** A private scratch folder for one process, removed with it. */
export class Scratch {
  readonly dir: string;
  #nextCheckAt = 0;

  constructor() {
    this.dir = mkdtempSync(`${tmpdir()}/${scratchPrefix}${process.pid}-`);
  }

  /**
   * Returns whether the folder exceeds the limits. The kernel limits files, but not folders. Call it
   * repeatedly: the longer a check takes, the less often it runs.
   */
  isOverfull(): boolean {
    const startedAt = performance.now();
    if (startedAt < this.#nextCheckAt) return false;
    const isOver = !fits(this.dir, { ...scratchMax });
    const endedAt = performance.now();
    this.#nextCheckAt = endedAt + pauseRatio * (endedAt - startedAt);
    return isOver;
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}

/** Returns whether the contents of a folder are within the limits. */
export function fits(dir: string, left: { bytes: number; entries: number }): boolean {
  let entries: ReturnType<typeof listEntries>;
  try {
    entries = listEntries(dir);
  } catch {
    // The folder was removed in the meantime.
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

function listEntries(dir: string) {
  return readdirSync(dir, { withFileTypes: true });
}
