/** Creates an uncompressed ZIP archive that depends only on names and contents. */
export async function zip(
  entries: Readonly<Record<string, Uint8Array>>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loads the package on first use, because it computes tables when it is loaded.
  const { zipSync } = await import("fflate");
  // A fixed date, the ZIP epoch, so that equal inputs give equal archives.
  return zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>;
}
