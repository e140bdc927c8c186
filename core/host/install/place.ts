import { dlopen, FFIType, ptr } from "bun:ffi";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { removeOrphans } from "../../lib/orphans.ts";

/** A folder beside that of the plugins, for one of them to be made ready in. */
export interface Staging {
  readonly dir: string;
  remove(): void;
}

const prefix = "staging-";

/** Makes a folder that no hub looks into, on the same disk; removes those of commands that were killed. */
export function openStaging(data: string): Staging {
  const parent = `${data}/plugins-staging`;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  removeOrphans(parent, prefix);
  const dir = mkdtempSync(`${parent}/${prefix}${process.pid}-`);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/**
 * Puts a folder where another may be, at once: whoever looks sees the one or the other. What was there
 * is then where the new one came from.
 */
export function putInPlace(from: string, to: string): void {
  if (!existsSync(to)) {
    renameSync(from, to);
    return;
  }
  if (exchange(from, to)) return;
  // Without the system call there is a moment at which neither is there.
  renameSync(to, `${from}-before`);
  renameSync(from, to);
  renameSync(`${from}-before`, from);
}

/** By renameat2(2), for which neither Bun nor Node has a function. */
function exchange(one: string, other: string): boolean {
  const number = { x64: 316, arm64: 276 }[process.arch as string];
  if (process.platform !== "linux" || number === undefined) return false;
  const here = -100n;
  const isExchange = 2n;
  const { i64 } = FFIType;
  try {
    const { symbols, close } = dlopen("libc.so.6", {
      syscall: { args: [i64, i64, i64, i64, i64, i64], returns: i64 },
    });
    const paths = [one, other].map((path) => Buffer.from(`${path}\0`));
    const [first = 0n, second = 0n] = paths.map((path) => BigInt(ptr(path)));
    const result = symbols.syscall(BigInt(number), here, first, here, second, isExchange);
    close();
    return Number(result) === 0;
  } catch {
    return false;
  }
}
