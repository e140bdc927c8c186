import { readdirSync, rmSync } from "node:fs";

/**
 * Removes the folders in `parent` that processes left behind which are no more: their names begin with
 * `prefix`, and go on with the number of the process and a hyphen.
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
    // Another user's is alive all the same.
    return (error as { code?: string }).code === "EPERM";
  }
}
