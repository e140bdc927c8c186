/** How long a registry or a repository may take. */
const fetchMs = 120_000;

/** Runs a program that fetches. Throws with what it says. */
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
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) === 0) return printed;
  const why = child.signalCode === "SIGKILL" ? `it took longer than ${fetchMs} ms` : errors.trim();
  throw new Error(`${what}: ${why.slice(-2000) || `it ended with ${child.exitCode}`}`);
}
