import { readdirSync, rmSync } from "node:fs";

/**
 * Removes folders in `parent` whose process no longer exists. Their names are the prefix, the process id
 * and a hyphen.
 */
export function removeOrphans(parent: string, prefix: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(`${parent}/${name}`, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return (error as { code?: string }).code === "EPERM";
  }
}
