import { zipSync } from "fflate";

/** A stored (uncompressed) ZIP whose bytes depend on nothing but names and contents. */
export function zip(entries: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  // The ZIP epoch: a real modification time would make equal inputs differ.
  return zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}
