/** OWASP's recommendation for Argon2id: 19 MiB and two passes, some 20 ms beside the event loop. */
const argon2id = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** What is kept of a password. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, argon2id);
}

/** Whether a password is the one whose hash was kept. */
export function isPassword(password: string, hash: string): Promise<boolean> {
  return Bun.password.verify(password, hash);
}
