/** A stored (uncompressed) ZIP whose bytes depend on nothing but names and contents. */
export async function zip(
  entries: Readonly<Record<string, Uint8Array>>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded at its first use, as the package computes its tables when it is loaded.
  const { zipSync } = await import("fflate");
  // The ZIP epoch: a real modification time would make equal inputs differ.
  return zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}
