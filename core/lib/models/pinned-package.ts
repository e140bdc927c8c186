/** A version of an npm package that an operator downloads or imports. */
export interface PinnedPackage {
  file: string;
  /** SHA-512 of the package, in Base64, as the registry publishes it. */
  sha512: string;
}

/** Throws if an archive differs from a package in the npm registry. */
export function checkPackage(archive: Uint8Array, { file, sha512 }: PinnedPackage): void {
  if (new Bun.CryptoHasher("sha512").update(archive).digest("base64") !== sha512)
    throw new Error(
      `Cannot import the package: its SHA-512 differs from that of "${file}" in the npm registry`,
    );
}
