// The system calls that set up a sandbox, by Bun's FFI: neither Bun nor Node exposes them. The numbers and
// structures are the kernel's: landlock(7), seccomp(2), prlimit(2), close_range(2), execve(2).
import { FFIType, ptr } from "bun:ffi";
import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { openLibc } from "../../lib/libc.ts";
import type { SandboxRules, SandboxSupport } from "./rules.ts";
import { type Processor, writeFilter } from "./seccomp.ts";

/** These numbers are the same on all processors. */
const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_ADD_RULE = 445;
const LANDLOCK_RESTRICT_SELF = 446;
const CLOSE_RANGE = 436;

const PR_SET_SECCOMP = 22;
const PR_SET_NO_NEW_PRIVS = 38;
const SECCOMP_MODE_FILTER = 2n;
const CLOSE_RANGE_CLOEXEC = 4;
const F_SETFD = 2;
const O_PATH = 0o10000000;

const RLIMIT = { cpu: 0, fileSize: 1, core: 4, openFiles: 7 } as const;

/** Landlock access rights for files. */
const EXECUTE = 1n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const MAKE_CHAR = 1n << 6n;
const MAKE_SOCK = 1n << 9n;
const MAKE_BLOCK = 1n << 11n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEV = 1n << 15n;
/** The number of access rights in each Landlock version. */
const rightCounts = [0n, 13n, 14n, 15n, 15n, 16n];
/**
 * Rights that are never granted in a process's own folder: running programs, and creating devices or
 * sockets.
 */
const neverGranted = EXECUTE | MAKE_CHAR | MAKE_SOCK | MAKE_BLOCK;
/** Rights that apply to files. The others apply to folders only. */
const fileRights = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

const { i32, i64, u32, u64, ptr: pointer } = FFIType;

function openCalls() {
  return openLibc({
    syscall: { args: [i64, i64, i64, i64, i64, i64], returns: i64 },
    prctl: { args: [i32, u64, u64, u64, u64], returns: i32 },
    fcntl: { args: [i32, i32, i32], returns: i32 },
    setgroups: { args: [u64, pointer], returns: i32 },
    setgid: { args: [u32], returns: i32 },
    setuid: { args: [u32], returns: i32 },
    setrlimit: { args: [i32, pointer], returns: i32 },
    execve: { args: [pointer, pointer, pointer], returns: i32 },
  } as const);
}

type Libc = ReturnType<typeof openCalls>;

/** Returns what the kernel of this machine can enforce. */
export function readSupport(): SandboxSupport {
  if (process.platform !== "linux")
    return { landlock: 0, fault: `Landlock requires Linux, and this is ${process.platform}` };
  if (!isProcessor(process.arch))
    return { landlock: 0, fault: `there is no system call filter for ${process.arch}` };
  try {
    const version = makeSystemCall(openCalls(), LANDLOCK_CREATE_RULESET, 0, 0, 1);
    return version < 1
      ? { landlock: 0, fault: "the kernel has no Landlock, or it is turned off" }
      : { landlock: version };
  } catch (cause) {
    return { landlock: 0, fault: `the C library cannot be opened: ${(cause as Error).message}` };
  }
}

/** Enters the sandbox and replaces this process with a program, so that all its threads are inside. */
export function enter(command: readonly string[], rules: SandboxRules): never {
  const libc = openCalls();
  const { arch } = process;
  if (!isProcessor(arch))
    throw new Error(`Cannot set up the sandbox: there is no system call filter for "${arch}"`);
  // Reads a file, so it must come before the restrictions.
  const filter = writeFilter({ processor: arch, pid: process.pid, mayFork: rules.mayFork });
  setLimits(libc, rules.limits);
  requireSuccess("no_new_privs", libc.prctl(PR_SET_NO_NEW_PRIVS, 1n, 0n, 0n, 0n));
  restrictFiles(libc, rules);
  const header = new DataView(new ArrayBuffer(16));
  header.setUint16(0, filter.length / 8, true);
  header.setBigUint64(8, BigInt(ptr(filter)), true);
  const program = BigInt(ptr(new Uint8Array(header.buffer)));
  requireSuccess("seccomp", libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0n, 0n));
  // Open descriptors bypass Landlock. Closes all but the three standard streams and the channel.
  requireSuccess(
    "close_range",
    makeSystemCall(libc, CLOSE_RANGE, 4, 0xffff_ffff, CLOSE_RANGE_CLOEXEC),
  );
  execute(libc, command, rules.env);
}

/** Replaces a root process with a program that runs as an unprivileged user. */
export function becomeUser(
  command: readonly string[],
  { uid, gid, env }: { uid: number; gid: number; env: Readonly<Record<string, string>> },
): never {
  const libc = openCalls();
  requireSuccess("groups", libc.setgroups(0, null));
  requireSuccess("group", libc.setgid(gid));
  requireSuccess("user", libc.setuid(uid));
  // Bun passes on only the three standard streams. Descriptors 3 and 4 are inherited pipes.
  for (const descriptor of [3, 4]) libc.fcntl(descriptor, F_SETFD, 0);
  execute(libc, command, env);
}

/** Applies Landlock. All access rights are handled, so everything without a rule is denied. */
function restrictFiles(libc: Libc, { read, execute, write }: SandboxRules): void {
  const version = makeSystemCall(libc, LANDLOCK_CREATE_RULESET, 0, 0, 1);
  const count = rightCounts[Math.min(version, rightCounts.length - 1)] ?? 0n;
  if (count === 0n) throw new Error("Cannot set up the sandbox: the kernel has no Landlock");
  const all = (1n << count) - 1n;
  // Files; TCP bind and connect; abstract sockets and signals to processes outside.
  const handled = new BigUint64Array([all, version >= 4 ? 3n : 0n, version >= 6 ? 3n : 0n]);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const ruleset = makeSystemCall(libc, LANDLOCK_CREATE_RULESET, Number(ptr(handled)), size);
  requireSuccess("no ruleset", Math.min(ruleset, 0));
  const allow = (path: string, rights: bigint) => {
    const handle = openPath(path);
    if (handle === undefined) return;
    const rule = new DataView(new ArrayBuffer(12));
    // Checks the open descriptor instead of the path. If a path is removed in the meantime, the launcher
    // and its job must not fail.
    const isFolder = fstatSync(handle).isDirectory();
    rule.setBigUint64(0, rights & all & (isFolder ? all : fileRights), true);
    rule.setInt32(8, handle, true);
    const bytes = new Uint8Array(rule.buffer);
    requireSuccess(
      `no rule for ${path}`,
      makeSystemCall(libc, LANDLOCK_ADD_RULE, ruleset, 1, Number(ptr(bytes))),
    );
    closeSync(handle);
  };
  for (const path of read) allow(path, READ_FILE | READ_DIR);
  for (const path of execute) allow(path, READ_FILE | READ_DIR | EXECUTE);
  for (const path of write) allow(path, all & ~neverGranted);
  requireSuccess(
    "landlock_restrict_self",
    makeSystemCall(libc, LANDLOCK_RESTRICT_SELF, ruleset, 0),
  );
}

/** Returns nothing if the path doesn't exist or isn't accessible: it needs no rule then. */
function openPath(path: string): number | undefined {
  try {
    return openSync(path, O_PATH | constants.O_RDONLY);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "EACCES" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function setLimits(libc: Libc, limits: SandboxRules["limits"]): void {
  const { openFilesMax, fileBytesMax, cpuSecondsMax } = limits;
  const set = (resource: number, most: number) => {
    const pair = new BigUint64Array([BigInt(most), BigInt(most)]);
    requireSuccess(`limit ${resource}`, libc.setrlimit(resource, ptr(pair)));
  };
  set(RLIMIT.core, 0);
  set(RLIMIT.openFiles, openFilesMax);
  set(RLIMIT.fileSize, fileBytesMax);
  set(RLIMIT.cpu, cpuSecondsMax);
}

function execute(libc: Libc, command: readonly string[], env: SandboxRules["env"]): never {
  const [program = ""] = command;
  const texts = command.map(toCString);
  const variables = Object.entries(env).map(([name, value]) => toCString(`${name}=${value}`));
  libc.execve(ptr(toCString(program)), toPointerList(texts), toPointerList(variables));
  throw new Error(`Cannot set up the sandbox: cannot run "${program}"`);
}

function toCString(text: string): Uint8Array {
  return Buffer.from(`${text}\0`);
}

/** Keeps the lists alive until `execve` has read them. */
const lists: BigUint64Array[] = [];

function toPointerList(texts: readonly Uint8Array[]) {
  const list = new BigUint64Array([...texts.map((text) => BigInt(ptr(text))), 0n]);
  lists.push(list);
  return ptr(list);
}

function makeSystemCall(libc: Libc, number: number, ...args: number[]): number {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = args;
  return Number(libc.syscall(number, first, second, third, fourth, fifth));
}

function requireSuccess(what: string, result: number): void {
  if (result !== 0) throw new Error(`Cannot set up the sandbox: ${what}`);
}

function isProcessor(arch: string): arch is Processor {
  return arch === "x64" || arch === "arm64";
}
