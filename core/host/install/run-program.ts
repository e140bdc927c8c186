import { fits } from "../../platform/sandbox/scratch.ts";
import { folderMax } from "./fingerprint.ts";

/** Timeout of a download from a registry or a repository. */
const fetchMs = 120_000;
/** Interval of the size check. */
const checkMs = 500;

/**
 * Runs a program that downloads into its folder. Throws with its error output, or if it exceeds the size
 * limit of a plugin.
 */
export async function run(
  command: readonly string[],
  { cwd, what }: { cwd: string; what: string },
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:ssh:file" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: fetchMs,
    killSignal: "SIGKILL",
  });
  let isOver = false;
  const sizeCheck = setInterval(() => {
    isOver = !fits(cwd, { bytes: folderMax.bytes, entries: folderMax.files });
    if (isOver) child.kill("SIGKILL");
  }, checkMs);
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  clearInterval(sizeCheck);
  if (child.exitCode === 0) return printed;
  if (isOver) throw new Error(`${what}: it has more than ${folderMax.bytes} bytes`);
  const why = child.signalCode === "SIGKILL" ? `it took longer than ${fetchMs} ms` : errors.trim();
  throw new Error(`${what}: ${why.slice(-2000) || `it ended with exit code ${child.exitCode}`}`);
}
