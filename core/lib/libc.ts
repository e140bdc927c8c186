import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** Where systems have it: glibc, musl and macOS. */
const libraries = [
  "libc.so.6",
  "libc.musl-x86_64.so.1",
  "libc.musl-aarch64.so.1",
  "libSystem.B.dylib",
];

/** Functions of the system's C library, for what neither Bun nor Node has a way to do. Throws where there are none. */
export function openLibc<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>["symbols"] {
  let fault: unknown;
  for (const library of libraries)
    try {
      return dlopen(library, functions).symbols;
    } catch (error) {
      // The first one's: where it is there, the others are another system's.
      fault ??= error;
    }
  throw fault;
}
