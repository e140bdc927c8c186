/** OWASP's recommendation for Argon2id: 19 MiB and two passes, about 20 ms outside the event loop. */
const argon2id = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hashes a password for storage. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, argon2id);
}

/** Checks a password against its stored hash. */
export function isPassword(password: string, hash: string): Promise<boolean> {
  return Bun.password.verify(password, hash);
}
