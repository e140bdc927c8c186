import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Records, workingKeysTold } from "../platform/store/records.ts";

interface PepperOptions {
  /** The folder of the pepper file. */
  dir: string;
  /** The pepper that the operator configured. If set, the file isn't used. */
  given: string | undefined;
  now: number;
}

/** Minimum length of a pepper. A shorter file is truncated. */
const bytesMin = 16;

/**
 * Returns the secret for hashing keys: configured by the operator, or created once and stored in a file.
 * Throws if active keys were hashed with another secret, because none of them would work.
 */
export async function settlePepper(
  records: Pick<Records, "settlePepper">,
  { dir, given, now }: PepperOptions,
): Promise<Uint8Array> {
  const file = `${dir}/pepper`;
  let pepper: Uint8Array = new Uint8Array();
  // The lock of the records makes processes that start at the same time agree on one pepper.
  await records.settlePepper(now, ({ proof, workingKeys }) => {
    const orMore = workingKeys >= workingKeysTold ? " or more" : "";
    const keys = `${workingKeys}${orMore} ${workingKeys === 1 ? "key" : "keys"}`;
    if (!given && !existsSync(file)) {
      if (workingKeys > 0)
        throw new Error(
          `The pepper file "${file}" is missing. Without it, ${keys} would stop working: ${describeRecovery(file)}`,
        );
      makePepper(file);
    }
    pepper = given ? new TextEncoder().encode(given) : readPepper(file);
    const own = pepperProof(pepper);
    if (workingKeys > 0 && proof !== undefined && proof !== own)
      throw new Error(
        `${given ? "HUB_KEY_PEPPER" : `The pepper file "${file}"`} does not match the pepper of ${keys}, which would stop working: ${describeRecovery(file)}`,
      );
    return own;
  });
  return pepper;
}

/** Returns a fingerprint that identifies a pepper without revealing it. */
export function pepperProof(pepper: Uint8Array): string {
  return new Bun.CryptoHasher("sha256", pepper)
    .update("utilhub: the pepper of this database")
    .digest("hex");
}

function describeRecovery(file: string): string {
  return `restore "${file}" from a backup, or set HUB_KEY_PEPPER to its earlier value. If the pepper is lost, run \`bun run keys revoke-all\`: it revokes all keys, and the hub creates a new pepper at its next start`;
}

function readPepper(file: string): Uint8Array {
  const pepper = new Uint8Array(readFileSync(file));
  if (pepper.length >= bytesMin) return pepper;
  throw new Error(
    `The pepper file "${file}" is damaged: it must have at least ${bytesMin} bytes, and it has ${pepper.length}`,
  );
}

/** Writes the file atomically. */
function makePepper(file: string): void {
  const part = `${file}.new`;
  writeFileSync(part, crypto.getRandomValues(new Uint8Array(32)), { mode: 0o600, flush: true });
  renameSync(part, file);
}
