import { readFileSync } from "node:fs";

const everyMs = 50;

// Elsewhere than on Linux each look starts a program.
const everyMsByPs = 250;

/** Calls back with a process's resident memory, again and again until the answer is called. */
export function watchMemory(pid: number, onLook: (megabytes: number) => void): () => void {
  if (process.platform === "win32") return () => {};
  const linux = process.platform === "linux";
  const timer = setInterval(
    async () => {
      const megabytes = linux ? residentMb(pid) : await residentMbByPs(pid);
      if (megabytes !== undefined) onLook(megabytes);
    },
    linux ? everyMs : everyMsByPs,
  );
  return () => clearInterval(timer);
}

/** As the Linux kernel tells it, or undefined when the process is gone. */
export function residentMb(pid: number): number | undefined {
  try {
    // statm would be shorter, but counts in pages, which are not of one size everywhere.
    const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "latin1").split("VmRSS:");
    return kilobytes === undefined ? undefined : Number.parseInt(kilobytes, 10) / 1024;
  } catch {
    return undefined;
  }
}

/** As `ps` tells it, which every other Unix has. */
export async function residentMbByPs(pid: number): Promise<number | undefined> {
  const ps = Bun.spawn(["ps", "-o", "rss=", "-p", String(pid)], { stderr: "ignore" });
  const kilobytes = Number.parseInt(await ps.stdout.text(), 10);
  return Number.isNaN(kilobytes) ? undefined : kilobytes / 1024;
}
