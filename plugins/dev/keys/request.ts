/** Types of key pairs. */
export const keyTypes = [
  "ed25519",
  "x25519",
  "ec-p256",
  "ec-p384",
  "ec-p521",
  "rsa-2048",
  "rsa-3072",
  "rsa-4096",
] as const;

export type KeyType = (typeof keyTypes)[number];
