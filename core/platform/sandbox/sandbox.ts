import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { openWords } from "../../lib/data-file.ts";
import { readSupport } from "./linux.ts";
import type { SandboxRules, SandboxSupport } from "./rules.ts";
import { scratchMax } from "./scratch.ts";

/** When processes are sandboxed: if the kernel supports it, always (else the hub doesn't start), or never. */
export type SandboxMode = "auto" | "require" | "off";

/** The sandbox for untrusted code. */
export interface Sandbox {
  /** Whether the kernel enforces the rules. Otherwise only the hub's doors restrict plugins. */
  readonly isEnforced: boolean;
  /** A sentence for operators. */
  readonly state: string;
  /**
   * Returns the command that starts a program inside the sandbox, or the command itself if nothing is
   * enforced.
   */
  wrap(command: readonly string[], rules: SandboxRules): string[];
}

/** Creates the sandbox that the kernel supports. Throws if the operator requires more. */
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
    wrap: (command, rules) => (isEnforced ? wrapCommand(command, rules) : [...command]),
  };
}

let support: SandboxSupport | undefined;

/** Caches the result: the kernel doesn't change while a hub runs. */
function readSupportOnce(): SandboxSupport {
  support ??= readSupport();
  return support;
}

const launcher = `${import.meta.dir}/launch.ts`;

function wrapCommand(command: readonly string[], rules: SandboxRules): string[] {
  const ready: SandboxRules = { ...rules, execute: [...rules.execute, ...loaders] };
  return [process.execPath, ...plainBun, launcher, JSON.stringify(ready), ...command];
}

/** Without these flags Bun would load `.env` files and install missing packages. */
export const plainBun: readonly string[] = ["--no-env-file", "--no-install"];

/** The dynamic loaders of this machine: the kernel runs them for each program. */
const loaders = [
  "/lib64/ld-linux-x86-64.so.2",
  "/lib/ld-linux-aarch64.so.1",
  "/lib/ld-musl-x86_64.so.1",
  "/lib/ld-musl-aarch64.so.1",
].filter((path) => existsSync(path));

/** Files that every program needs: libraries, fonts, time zones and system information. */
const readFiles = openWords(new URL("./system-files.txt", import.meta.url), ["system"]);

const root = resolve(import.meta.dir, "../../..");

/** The hub code that its own programs and plugins import. Settings and data are excluded. */
const hubCode: readonly string[] = ["core", "node_modules", "package.json", "tsconfig.json"].map(
  (name) => `${root}/${name}`,
);

/** Returns the rules for a process that runs plugins from these folders. */
export function rulesForPlugins(
  folders: readonly string[],
  {
    scratch,
    read = [],
    env = {},
  }: {
    /** The writable folder. */
    scratch: string;
    /** Additional readable files and folders. */
    read?: readonly string[];
    env?: Readonly<Record<string, string>>;
  },
): SandboxRules {
  return {
    read: [...readFiles().system, ...hubCode, ...folders, ...read],
    execute: [realpathSync(process.execPath)],
    write: ["/dev/null", scratch],
    mayFork: false,
    env: { TMPDIR: scratch, ...env },
    limits: { openFilesMax: 1024, fileBytesMax: scratchMax.bytes, cpuSecondsMax: 36_000 },
  };
}

/** Returns the rules for a system program that processes users' data. It may run other system programs. */
export function rulesForProgram(
  program: string,
  {
    scratch,
    env,
    timeoutMs,
  }: { scratch: string; env: Readonly<Record<string, string>>; timeoutMs: number },
): SandboxRules {
  return {
    read: [...readFiles().system, "/etc/alternatives", "/usr/share"],
    execute: [...programFolders, dirname(realpathSync(program))],
    write: ["/dev/null", "/dev/zero", scratch],
    mayFork: true,
    env,
    limits: {
      openFilesMax: 1024,
      fileBytesMax: scratchMax.bytes,
      // Each child process gets as much. The deadline ends it earlier.
      cpuSecondsMax: Math.ceil(Math.max(1, timeoutMs) / 1000) + 1,
    },
  };
}

const programFolders = ["/bin", "/usr/bin", "/usr/local/bin", "/usr/libexec"];
