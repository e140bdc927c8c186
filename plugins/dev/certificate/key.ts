import { createHash, type KeyObject } from "node:crypto";

/** Describes a public key. The key is undefined if the runtime does not support its type. */
export function describeKey(key: KeyObject | undefined, der?: Uint8Array) {
  const { modulusLength, namedCurve } = key?.asymmetricKeyDetails ?? {};
  const spki = der ?? key?.export({ format: "der", type: "spki" });
  return {
    key_type: key?.asymmetricKeyType ?? null,
    key_bits: modulusLength ?? null,
    key_curve: namedCurve ?? null,
    key_sha256: spki ? createHash("sha256").update(spki).digest("hex") : null,
  };
}
