import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** The names of the C library: glibc, musl and macOS. */
const libraries = [
  "libc.so.6",
  "libc.musl-x86_64.so.1",
  "libc.musl-aarch64.so.1",
  "libSystem.B.dylib",
];

/**
 * Opens functions of the system's C library, for features that Bun and Node lack. Throws if it cannot be found.
 */
export function openLibc<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>["symbols"] {
  let fault: unknown;
  for (const library of libraries)
    try {
      return dlopen(library, functions).symbols;
    } catch (error) {
      // Reports the first error: if that library exists, the others belong to other systems.
      fault ??= error;
    }
  throw fault;
}
