import { type Pointer, toArrayBuffer } from "bun:ffi";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { openLibc } from "./libc.ts";

const protReadWrite = 3;
const mapPrivate = 2;

/** Wraps memory. When the buffer is collected, `release` is called with the address and the context. */
type Wrap = (
  address: Pointer,
  offset: number,
  size: number,
  context: Pointer,
  release: Pointer,
) => ArrayBuffer;

type MapBytes = (file: number, size: number) => ArrayBuffer | undefined;
let mapBytes: MapBytes | undefined;

/**
 * Maps a file into memory. The system loads the pages that are used, shares them between processes and takes
 * them back when memory is short. Writing to the buffer doesn't change the file. The file may be replaced or
 * removed, but must not be changed. Reads the file on systems that cannot map it.
 */
export function mapFile(path: string): Buffer<ArrayBuffer> {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    mapBytes ??= openMapper();
    const mapped = size === 0 ? undefined : mapBytes(file, size);
    return mapped ? Buffer.from(mapped) : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Opens the system's functions. `Bun.mmap` opens files for writing, but those of a package are read-only. */
function openMapper(): MapBytes {
  try {
    const { mmap, munmap } = openLibc({
      mmap: { args: ["ptr", "u64", "i32", "i32", "i32", "i64"], returns: "ptr" },
      munmap: { args: ["ptr", "u64"], returns: "i32" },
    });
    // Bun's types lack both: https://bun.com/docs/runtime/ffi#pointers
    const unmap = (munmap as typeof munmap & { ptr: Pointer }).ptr;
    const wrap: Wrap = toArrayBuffer;
    return (file, size) => {
      const address = mmap(null, size, protReadWrite, mapPrivate, file, 0);
      // The address of a failure is -1.
      if (typeof address !== "number" || address > Number.MAX_SAFE_INTEGER) return undefined;
      return wrap(address, 0, size, size as Pointer, unmap);
    };
  } catch {
    return () => undefined;
  }
}
