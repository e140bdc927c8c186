import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

/** Reads a file. Returns nothing if it doesn't exist. */
type ReadText = (path: string) => string | undefined;

/** The mount point of control groups in containers. */
const root = "/sys/fs/cgroup";

/**
 * Returns the memory limit of this process and its children, in bytes. That is the container's limit, if it
 * is below the machine's memory. Reads control groups v2 and v1, including all parent groups.
 */
export function readMemoryLimit(readText: ReadText = readFile, total = totalmem()): number {
  const groups = (readText("/proc/self/cgroup") ?? "").split("\n").flatMap((line) => {
    const [, controllers = "", path = "/"] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (controllers === "") return [{ file: "memory.max", folder: root, path }];
    const isMemory = controllers.split(",").includes("memory");
    return isMemory ? [{ file: "memory.limit_in_bytes", folder: `${root}/memory`, path }] : [];
  });
  const limits = groups.flatMap(({ file, folder, path }) =>
    // Inside a container its own group is mounted at the root, regardless of its path outside.
    foldersAbove(path).map((above) =>
      Number.parseInt(readText(`${folder}${above}/${file}`) ?? "", 10),
    ),
  );
  // "max" parses as NaN, and version 1 writes a number larger than any memory instead.
  return Math.min(total, ...limits.filter((limit) => limit > 0));
}

/** Returns the path of a group and all its parents: `/a/b`, `/a` and the root. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`).concat("");
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
