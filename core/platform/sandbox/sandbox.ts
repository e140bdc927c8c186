import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readSupport } from "./linux.ts";
import type { SandboxRules, SandboxSupport } from "./rules.ts";
import { scratchMax } from "./scratch.ts";

/** Whether processes are kept inside: where the kernel can, or else the hub does not start, or never. */
export type SandboxMode = "auto" | "require" | "off";

/** How a hub keeps inside what it does not trust. */
export interface Sandbox {
  /** Whether the kernel holds processes to their rules. Else only the hub's doors hold whoever uses them. */
  readonly isEnforced: boolean;
  /** In a sentence, for operators. */
  readonly state: string;
  /** How to start a program inside: the command itself where nothing is enforced. */
  wrap(command: readonly string[], rules: SandboxRules): string[];
}

/** Looks what the kernel can do. Throws where the operator requires more. */
export function createSandbox(
  mode: SandboxMode,
  support: SandboxSupport = readSupportOnce(),
): Sandbox {
  const { landlock, fault } = support;
  if (mode === "require" && fault !== undefined)
    throw new Error(`HUB_SANDBOX is "require", but processes cannot be sandboxed: ${fault}`);
  const isEnforced = mode !== "off" && fault === undefined;
  return {
    isEnforced,
    state: isEnforced
      ? `Enforced by the kernel: Landlock ${landlock}, seccomp and limits`
      : `Policy only: ${mode === "off" ? "HUB_SANDBOX is off" : fault}`,
    wrap: (command, rules) => (isEnforced ? wrap(command, rules) : [...command]),
  };
}

let support: SandboxSupport | undefined;

/** The kernel does not change while a hub runs. */
function readSupportOnce(): SandboxSupport {
  support ??= readSupport();
  return support;
}

const launcher = `${import.meta.dir}/launch.ts`;

function wrap(command: readonly string[], rules: SandboxRules): string[] {
  const ready: SandboxRules = { ...rules, execute: [...rules.execute, ...loaders] };
  return [process.execPath, ...plainBun, launcher, JSON.stringify(ready), ...command];
}

/** Bun would read `.env` files into an empty environment, and install what a plugin lacks. */
export const plainBun: readonly string[] = ["--no-env-file", "--no-install"];

/** What programs of this machine are loaded by: the kernel runs it in their place. */
const loaders = [
  "/lib64/ld-linux-x86-64.so.2",
  "/lib/ld-linux-aarch64.so.1",
  "/lib/ld-musl-x86_64.so.1",
  "/lib/ld-musl-aarch64.so.1",
].filter((path) => existsSync(path));

/** What every program of this machine needs: libraries, fonts, the time, and what it is run on. */
const systemFiles: readonly string[] = [
  "/lib",
  "/lib64",
  "/usr/lib",
  "/usr/lib64",
  "/usr/local/lib",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/usr/share/zoneinfo",
  "/etc/fonts",
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/dev/urandom",
  "/dev/random",
  // JavaScriptCore reads its own maps at the start, and ends where it cannot. It is the process's own:
  // `execve` keeps its number.
  "/proc/self",
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/stat",
  "/sys/devices/system/cpu",
];

const root = resolve(import.meta.dir, "../../..");

/** The code of the hub that its own programs, and plugins by "hub", import. Settings and data are not. */
const hubCode: readonly string[] = ["core", "node_modules", "package.json", "tsconfig.json"].map(
  (name) => `${root}/${name}`,
);

/** The rules of a process that runs code of plugins from these folders. */
export function rulesForPlugins(
  folders: readonly string[],
  {
    scratch,
    read = [],
    env = {},
  }: {
    /** The folder it may write. */
    scratch: string;
    /** What else it may read. */
    read?: readonly string[];
    env?: Readonly<Record<string, string>>;
  },
): SandboxRules {
  return {
    read: [...systemFiles, ...hubCode, ...folders, ...read],
    execute: [realpathSync(process.execPath)],
    write: ["/dev/null", scratch],
    mayFork: false,
    env: { TMPDIR: scratch, ...env },
    limits: { openFilesMax: 1024, fileBytesMax: scratchMax.bytes, cpuSecondsMax: 36_000 },
  };
}

/** The rules of a program of this machine that works on users' data: all of the system's programs may help it. */
export function rulesForProgram(
  program: string,
  {
    scratch,
    env,
    timeoutMs,
  }: { scratch: string; env: Readonly<Record<string, string>>; timeoutMs: number },
): SandboxRules {
  return {
    read: [...systemFiles, "/etc/alternatives", "/usr/share"],
    execute: [...programFolders, dirname(realpathSync(program))],
    write: ["/dev/null", "/dev/zero", scratch],
    mayFork: true,
    env,
    limits: {
      openFilesMax: 1024,
      fileBytesMax: scratchMax.bytes,
      // Each process that it starts has as much. It is ended before by the clock.
      cpuSecondsMax: Math.ceil(Math.max(1, timeoutMs) / 1000) + 1,
    },
  };
}

const programFolders = ["/bin", "/usr/bin", "/usr/local/bin", "/usr/libexec"];
