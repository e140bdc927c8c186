import { readFileSync } from "node:fs";

const intervalMs = 50;

// On systems other than Linux each check starts a program.
const psIntervalMs = 250;

/** Calls back periodically with a process's resident memory. Returns a function that stops it. */
export function watchMemory(pid: number, onSample: (megabytes: number) => void): () => void {
  if (process.platform === "win32") return () => {};
  const linux = process.platform === "linux";
  const timer = setInterval(
    async () => {
      const megabytes = linux ? residentMb(pid) : await residentMbByPs(pid);
      if (megabytes !== undefined) onSample(megabytes);
    },
    linux ? intervalMs : psIntervalMs,
  );
  return () => clearInterval(timer);
}

/** Returns a process's resident memory from Linux's `/proc`, or undefined if the process is gone. */
export function residentMb(pid: number): number | undefined {
  try {
    // statm would be shorter, but counts in pages, whose size varies.
    const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "latin1").split("VmRSS:");
    return kilobytes === undefined ? undefined : Number.parseInt(kilobytes, 10) / 1024;
  } catch {
    return undefined;
  }
}

/** Returns a process's resident memory from `ps`, for other Unix systems. */
export async function residentMbByPs(pid: number): Promise<number | undefined> {
  const ps = Bun.spawn(["ps", "-o", "rss=", "-p", String(pid)], { stderr: "ignore" });
  const kilobytes = Number.parseInt(await ps.stdout.text(), 10);
  return Number.isNaN(kilobytes) ? undefined : kilobytes / 1024;
}
