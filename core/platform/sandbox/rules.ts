/** What a process may touch once the kernel keeps it inside. Whatever is not named here is denied. */
export interface SandboxRules {
  /** Files and folders that it may read, with all that is below them. */
  read: readonly string[];
  /** Files, or folders of them, that it may run and read. */
  execute: readonly string[];
  /** Folders in which it may do whatever is done with files, and devices that it may write. */
  write: readonly string[];
  /** Whether it may start processes of its own. They are born inside. */
  mayFork: boolean;
  /** The names and values of its environment. */
  env: Readonly<Record<string, string>>;
  limits: SandboxLimits;
}

/** What the kernel ends a process at, or refuses it from there on. */
interface SandboxLimits {
  /** Files that are open at the same time. */
  openFilesMax: number;
  /** The size of each file it writes. */
  fileBytesMax: number;
  /** Seconds of a processor, over its whole life. */
  cpuSecondsMax: number;
  /** Processes of its user, threads among them, beyond which it starts no more. */
  processesMax?: number;
}

/** What the kernel of this machine enforces. */
export interface SandboxSupport {
  /** The version of Landlock's interface; 0 where there is none. */
  landlock: number;
  /** Why nothing is enforced, where that is so. */
  fault?: string;
}
