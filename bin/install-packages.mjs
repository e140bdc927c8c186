// Installs the packages of the project and shows progress, since bun prints nothing until the end if its
// output is no terminal. Plain JavaScript without imports of the project: it runs before any package is
// there, on Node and on Bun.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Installs what a hub needs, unless there are packages. For commands that may run next to a hub. */
const ifMissing = "--if-missing";
/** The flags of `bun install` for what a hub needs. */
export const lockedFlags = ["--frozen-lockfile", "--production"];
/** Time after which an installation is reported. Checking installed packages is usually faster. */
const quietMs = 1000;
const terminalIntervalMs = 500;
const lineIntervalMs = 5000;

if (isMain()) {
  const [first, ...rest] = process.argv.slice(2);
  const isDone = first === ifMissing && countEntries(findStore(root)) > 0;
  const flags = first === ifMissing ? lockedFlags : [first, ...rest].filter(Boolean);
  process.exit(isDone ? 0 : await installPackages(process.execPath, { flags }));
}

/** Runs `bun install` with some flags in the folder `home`. Returns its exit code. */
export async function installPackages(bun, { home = root, flags }) {
  const progress = reportProgress(findStore(home));
  const child = spawn(bun, ["install", "--silent", ...flags], {
    cwd: home,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (exitCode) => done(exitCode ?? 1));
  });
  progress.stop(code === 0);
  return code;
}

/** Reports the number of packages in a folder until it is stopped. */
function reportProgress(folder) {
  const before = countEntries(folder);
  const startedAt = Date.now();
  const { isTTY } = process.stderr;
  let isReported = false;
  const describe = () => {
    const count = Math.max(0, countEntries(folder) - before);
    return `${count} packages, ${Math.round((Date.now() - startedAt) / 1000)} s`;
  };
  const start = () => {
    isReported = true;
    process.stderr.write("Installing packages from npm. Later starts skip this step\n");
  };
  const report = () => {
    const line = `Installed so far: ${describe()}`;
    process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  };
  if (before === 0) start();
  const timers = [
    setTimeout(() => isReported || start(), quietMs),
    setInterval(report, isTTY ? terminalIntervalMs : lineIntervalMs),
  ];
  return {
    stop(isComplete) {
      for (const timer of timers) clearInterval(timer);
      const end = isComplete ? `Installed ${describe()}` : "Cannot install the packages";
      if (isReported) process.stderr.write(`${isTTY ? "\r\x1b[K" : ""}${end}\n`);
    },
  };
}

function findStore(home) {
  return join(home, "node_modules/.bun");
}

function countEntries(folder) {
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

function isMain() {
  const [, script] = process.argv;
  return script !== undefined && resolve(script) === fileURLToPath(import.meta.url);
}
