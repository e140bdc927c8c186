import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Records, workingKeysTold } from "../platform/store/records.ts";

interface PepperOptions {
  /** The folder of the file that the pepper is kept in. */
  dir: string;
  /** What the operator gives in its place. */
  given: string | undefined;
  now: number;
}

/** Below this a pepper is a file that was cut off. */
const bytesMin = 16;

/**
 * The secret that keys are hashed with: given by the operator, or made once and kept. A secret that
 * working keys were not hashed with would end them all without a word: it throws a sentence instead.
 */
export async function settlePepper(
  records: Pick<Records, "settlePepper">,
  { dir, given, now }: PepperOptions,
): Promise<Uint8Array> {
  const file = `${dir}/pepper`;
  let pepper: Uint8Array = new Uint8Array();
  // Under the lock of the records: processes that start at once agree on one.
  await records.settlePepper(now, ({ proof, workingKeys }) => {
    const orMore = workingKeys >= workingKeysTold ? " or more" : "";
    const keys = `${workingKeys}${orMore} ${workingKeys === 1 ? "key" : "keys"}`;
    if (!given && !existsSync(file)) {
      if (workingKeys > 0)
        throw new Error(
          `The pepper file "${file}" is missing. Without it, ${keys} would stop working: ${restore(file)}`,
        );
      makePepper(file);
    }
    pepper = given ? new TextEncoder().encode(given) : readPepper(file);
    const own = pepperProof(pepper);
    if (workingKeys > 0 && proof !== undefined && proof !== own)
      throw new Error(
        `${given ? "HUB_KEY_PEPPER" : `The pepper file "${file}"`} does not match the pepper of ${keys}, which would stop working: ${restore(file)}`,
      );
    return own;
  });
  return pepper;
}

/** What tells a pepper from others and gives nothing of it away. */
export function pepperProof(pepper: Uint8Array): string {
  return new Bun.CryptoHasher("sha256", pepper)
    .update("utilhub: the pepper of this database")
    .digest("hex");
}

function restore(file: string): string {
  return `restore "${file}" from a backup, or set HUB_KEY_PEPPER to its earlier value. If the pepper is lost, run \`bun run keys revoke-all\`: it revokes all keys, and the hub creates a new pepper at its next start`;
}

function readPepper(file: string): Uint8Array {
  const pepper = new Uint8Array(readFileSync(file));
  if (pepper.length >= bytesMin) return pepper;
  throw new Error(
    `The pepper file "${file}" is damaged: it must have at least ${bytesMin} bytes, and it has ${pepper.length}`,
  );
}

/** Makes the file whole or not at all. */
function makePepper(file: string): void {
  const part = `${file}.new`;
  writeFileSync(part, crypto.getRandomValues(new Uint8Array(32)), { mode: 0o600, flush: true });
  renameSync(part, file);
}
