/** The permissions of a sandboxed process. Everything else is denied. */
export interface SandboxRules {
  /** Files and folders that it may read, including subfolders. */
  read: readonly string[];
  /** Files and folders that it may read and execute. */
  execute: readonly string[];
  /** Folders with full access to files, and devices that it may write. */
  write: readonly string[];
  /** Whether it may start child processes. They are in the same sandbox. */
  mayFork: boolean;
  /** Its environment variables. */
  env: Readonly<Record<string, string>>;
  limits: SandboxLimits;
}

/** Resource limits that the kernel enforces. */
interface SandboxLimits {
  /** The maximum number of open files. */
  openFilesMax: number;
  /** The maximum size of each file that it writes, in bytes. */
  fileBytesMax: number;
  /** The maximum processor time over its lifetime, in seconds. */
  cpuSecondsMax: number;
}

/** The sandbox features that the kernel of this machine supports. */
export interface SandboxSupport {
  /** The Landlock version, or 0 without Landlock. */
  landlock: number;
  /** The reason, if nothing is enforced. */
  fault?: string;
}
