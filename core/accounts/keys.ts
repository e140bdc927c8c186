import type { KeyRecord } from "../platform/store/records.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The prefixes of keys and of the sessions of people. */
const prefixes = { secret: "hub_", publishable: "hubp_", session: "hubs_" } as const;
const secretLength = 32;
const checksumLength = 6;

/** Creates a key: `hub_` or `hubp_`, 32 random characters and a checksum of 6 characters. */
export function makeKey(kind: KeyRecord["kind"] = "secret"): string {
  let secret = "";
  while (secret.length < secretLength)
    // 248 is the largest multiple of 62 below 256. Larger bytes would favour the first characters.
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength)))
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
  return prefixes[kind] + secret + computeChecksum(secret);
}

/** Checks whether a text looks like a key. Other texts are never hashed or looked up. */
export function hasKeyForm(text: string): boolean {
  const prefix = prefixIn(text);
  return prefix !== undefined && text.length === prefix.length + secretLength + checksumLength;
}

/** Checks the checksum of a text that looks like a key, without a lookup. */
export function isMistyped(text: string): boolean {
  const begin = (prefixIn(text) ?? "").length;
  const end = begin + secretLength;
  return text.slice(end) !== computeChecksum(text.slice(begin, end));
}

/** Computes the stored hash of a key: an HMAC, so that a leaked database reveals no usable keys. */
export type HashKey = (key: string) => string;

const blockBytes = 64;
const digestBytes = 32;

/**
 * Creates an HMAC-SHA-256 function (RFC 2104) for keys under a pepper. Every call needs one, and Bun's own
 * implementation allocates an object each time, which costs more than the two hashes.
 */
export function keyHasher(pepper: Uint8Array): HashKey {
  const bySecret = hasherFor(pepper, prefixes.secret);
  // Prefixes of the same length share a function.
  const byOther = hasherFor(pepper, prefixes.publishable);
  return (key) => (key.startsWith(prefixes.secret) ? bySecret(key) : byOther(key));
}

/** Creates the function for keys of one length, so that it can reuse its buffers. */
function hasherFor(pepper: Uint8Array, prefix: string): HashKey {
  const keyLength = prefix.length + secretLength + checksumLength;
  const secret: Uint8Array =
    pepper.length > blockBytes ? new Uint8Array(Bun.SHA256.hash(pepper).buffer) : pepper;
  const inner = new Uint8Array(blockBytes + keyLength);
  const outer = new Uint8Array(blockBytes + digestBytes);
  for (let index = 0; index < blockBytes; index++) {
    inner[index] = (secret[index] ?? 0) ^ 0x36;
    outer[index] = (secret[index] ?? 0) ^ 0x5c;
  }
  const text = inner.subarray(blockBytes);
  const digest = outer.subarray(blockBytes);
  const encoder = new TextEncoder();
  return (key) => {
    const { written } = encoder.encodeInto(key, text);
    // Non-ASCII characters take several bytes. No key contains any.
    if (written !== keyLength) return "";
    Bun.SHA256.hash(inner, digest);
    return Bun.SHA256.hash(outer, "base64");
  };
}

/** Checks whether a text looks like a session, which only works as a cookie. */
export function hasSessionForm(text: string): boolean {
  return text.startsWith(prefixes.session);
}

/** Returns the visible first characters of a key. */
export function getKeyPrefix(key: string): string {
  return key.slice(0, (prefixIn(key) ?? "").length + 6);
}

function prefixIn(text: string): string | undefined {
  return Object.values(prefixes).find((prefix) => text.startsWith(prefix));
}

function computeChecksum(secret: string): string {
  let value = Bun.hash.crc32(secret);
  let text = "";
  for (let index = 0; index < checksumLength; index++) {
    text = alphabet[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
