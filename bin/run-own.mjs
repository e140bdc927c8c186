import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages, lockedFlags } from "./install-packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Sets the maximum size of request headers. Without it, the hub loads a Node module to set the size. */
const headFlag = "--max-http-header-size=1048576";
/** Memory settings of the runtime, which it reads only at its start. The caller's own values win. */
const memorySettings = { MIMALLOC_PURGE_DELAY: "10000", BUN_JSC_gcMaxHeapSize: "8388608" };

/**
 * Runs a program of the project with the tested versions of Bun and all packages. Returns its exit code.
 * npm ignores workspaces and lock files of the packages that it installs. An npm package is therefore
 * copied once to a cache folder, and Bun installs the locked versions there. A checkout isn't copied.
 */
export async function runOwn(program, args) {
  // The Debian package contains Bun and all packages, and callers can't write to it.
  const ownBun = join(root, "bin/bun");
  if (existsSync(ownBun)) return runIn(root, [ownBun, program, ...args]);
  const home = root.includes(`${sep}node_modules${sep}`) ? copyOnce(root) : root;
  const bun = process.versions.bun ? process.execPath : await findBun(home);
  const installed = await installPackages(bun, { home, flags: lockedFlags });
  if (installed !== 0) return installed;
  return runIn(home, [bun, program, ...args]);
}

/** Runs a program in the caller's folder, because data and settings contain relative paths. */
function runIn(home, [bun, program, ...args]) {
  const flags = [`--preload=${join(home, "core/resolve-hub.ts")}`, headFlag];
  // Commands name other commands as the caller knows them.
  const env = { ...memorySettings, ...process.env, UTILHUB_CLI: "1" };
  return run([bun, ...flags, join(home, program), ...args], { cwd: process.cwd(), env });
}

/** Copies a package to a cache folder that is named after its content. Returns the folder. */
function copyOnce(source) {
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const hash = createHash("sha256");
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const file of files)
    hash.update(`${file.slice(source.length)}\n`).update(readFileSync(file));
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const home = join(caches, "utilhub", `${version}-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(home)) return home;
  const part = `${home}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    cpSync(source, part, { recursive: true });
    renameSync(part, home);
  } catch (error) {
    // Another process may have made the same copy first.
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return home;
}

/** Returns the path of the Bun version in `package.json`. npx downloads it if necessary. */
async function findBun(home) {
  const { engines } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const asked = ["npx", "-y", `bun@${engines.bun}`, "-e", "console.log(process.execPath)"];
  const child = spawn(asked[0], asked.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  const failed = new Promise((_, fail) => child.once("error", fail));
  const ended = new Promise((done) => child.once("close", done));
  let path = "";
  child.stdout.on("data", (chunk) => {
    path += chunk;
  });
  const code = await Promise.race([ended, failed]);
  if (code !== 0) throw new Error(`Cannot download Bun ${engines.bun} with npx`);
  return path.trim();
}

function run([command, ...args], options) {
  const child = spawn(command, args, { ...options, stdio: "inherit" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"];
  const forward = (signal) => void child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code) => {
      for (const signal of signals) process.off(signal, forward);
      done(code ?? 1);
    });
  });
}
