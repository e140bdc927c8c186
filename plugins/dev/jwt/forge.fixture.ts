import { CompactSign } from "jose";

/** A secret long enough for every HS algorithm. */
export const secret = "a secret that has as many as thirty-two bytes, and even sixty-four";

/** Encodes a text, or a value as JSON, in base64url. */
export function base64url(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString(
    "base64url",
  );
}

/** Returns an unsigned token with the given parts. */
export function writeUnsigned(header: unknown, payload: unknown = {}, signature = ""): string {
  return `${base64url(header)}.${base64url(payload)}.${signature}`;
}

/** Signs a token with a secret. */
export function sign(payload: unknown, { alg = "HS256", key = secret } = {}): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(key));
}

/** Returns the token with another subject and the old signature. */
export function forge(token: string): string {
  const [header, , signature] = token.split(".");
  return `${header}.${base64url({ sub: "2" })}.${signature}`;
}
