import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Copies a repository without data and history, and links its packages. The copy is deleted when this process ends. */
export function copyRepository(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "utilhub-mutants-"));
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => path !== join(root, "data") && !/\/(node_modules|\.git|\.look)$/.test(path),
  });
  const packages = new Bun.Glob("plugins/*/package.json").scanSync(root);
  for (const folder of [".", "core", ...[...packages].map(dirname)]) {
    const modules = join(root, folder, "node_modules");
    if (existsSync(modules)) linkPackages(modules, join(copy, folder, "node_modules"));
  }
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  return copy;
}

/** Links each file of the packages. Job processes may only read the copy, which a link to the folder would leave. */
function linkPackages(from: string, to: string): void {
  const { exitCode } = Bun.spawnSync(["cp", "-al", from, to], { stderr: "ignore" });
  if (exitCode === 0) return;
  // The copy is on another file system: tests with job processes will fail.
  rmSync(to, { recursive: true, force: true });
  symlinkSync(from, to);
}

/**
 * Returns the time limit of these tests with a mutant, in milliseconds: a multiple of their time without one, in case a
 * mutant loops. Returns undefined if the tests fail without a mutant.
 */
export async function measureTimeLimit(
  cwd: string,
  tests: readonly string[],
): Promise<number | undefined> {
  const start = performance.now();
  if (await fails(cwd, tests, 600_000)) return undefined;
  return Math.ceil(5000 + 5 * (performance.now() - start));
}

/** Returns true if these tests fail or exceed the time limit. Their child processes are killed at the end. */
export async function fails(
  cwd: string,
  tests: readonly string[],
  timeout: number,
): Promise<boolean> {
  const temporary = join(cwd, ".tmp");
  mkdirSync(temporary, { recursive: true });
  // Databases and browsers run as other users.
  chmodSync(cwd, 0o711);
  chmodSync(temporary, 0o1777);
  const files = tests.map((test) => `./${test}`);
  const child = Bun.spawn([process.execPath, "test", "--bail", "--timeout", "20000", ...files], {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, timeout);
  process.once("exit", end);
  try {
    return (await child.exited) !== 0;
  } finally {
    clearTimeout(timer);
    process.off("exit", end);
    end();
    // The kernel may still be ending processes that used the folder.
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Kills all processes of a group. */
function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
