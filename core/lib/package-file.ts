import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the bytes of a file of an installed package, by its URL from `import.meta.resolve`. Throws if the file isn't
 * part of a package.
 */
export async function readPackageFile(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = realpathSync(fileURLToPath(url));
  if (!path.includes("/node_modules/"))
    throw new Error(`Cannot read "${path}": it is not a file of a package`);
  return Bun.file(path).bytes();
}
