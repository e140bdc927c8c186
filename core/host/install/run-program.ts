import { fits } from "../../platform/sandbox/scratch.ts";
import { folderMax } from "./fingerprint.ts";

/** How long a registry or a repository may take. */
const fetchMs = 120_000;
/** How often is looked how much has come. */
const lookMs = 500;

/** Runs a program that fetches into its folder. Throws with what it says, and at more than a plugin may have. */
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
  const looking = setInterval(() => {
    isOver = !fits(cwd, { bytes: folderMax.bytes, entries: folderMax.files });
    if (isOver) child.kill("SIGKILL");
  }, lookMs);
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  clearInterval(looking);
  if (child.exitCode === 0) return printed;
  if (isOver) throw new Error(`${what}: it has more than ${folderMax.bytes} bytes`);
  const why = child.signalCode === "SIGKILL" ? `it took longer than ${fetchMs} ms` : errors.trim();
  throw new Error(`${what}: ${why.slice(-2000) || `it ended with ${child.exitCode}`}`);
}
