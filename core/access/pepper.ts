import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The secret that key hashes are made with: given by the operator, or made once and kept. */
export function pepperOf(dir: string, given: string | undefined): Uint8Array {
  if (given) return new TextEncoder().encode(given);
  const file = `${dir}/pepper`;
  if (!existsSync(file))
    try {
      writeFileSync(file, crypto.getRandomValues(new Uint8Array(32)), { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another hub process was first: its pepper is the pepper.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  return new Uint8Array(readFileSync(file));
}
